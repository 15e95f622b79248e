// Reader call: the tool calls with which the built-in reader records what it read.

import type { RelationKind } from './relation-kinds.ts';

export interface Evidence {
  readonly post_id: number;
  readonly label: string;
}

export interface RelationCall {
  readonly kind: RelationKind;
  /** The id of the other entry, or the term of one that is created before. */
  readonly to: number | string;
  readonly evidence: readonly Evidence[];
}

export interface CreateCall {
  readonly name: 'glossary_create';
  readonly arguments: {
    readonly term: string;
    readonly definition: string;
    readonly tags: readonly string[];
    readonly aliases: readonly string[];
    readonly evidence: readonly Evidence[];
    readonly relations?: readonly RelationCall[];
    /** Whether it is to be on hold and counted until it recurs. */
    readonly status?: 'held';
  };
}

export interface UpdateCall {
  readonly name: 'glossary_update';
  readonly arguments: {
    readonly entry_id: number;
    readonly definition?: string;
    /** Sent with a new definition that was compared with the old one: whatever it leaves out is left out on purpose. */
    readonly replaces?: true;
    readonly aliases?: readonly string[];
    readonly tags?: readonly string[];
    readonly evidence?: readonly Evidence[];
    readonly relations?: readonly RelationCall[];
    /** Sent when the entry has to be decided about again. */
    readonly status?: 'tentative';
  };
}

/** A call that says what an entry is to others, and nothing else. */
export interface RelateCall {
  readonly name: 'glossary_update';
  readonly arguments: {
    /** A term if the entry is created by an earlier call. */
    readonly entry_id: number | string;
    readonly relations: readonly RelationCall[];
  };
}

export type ReaderCall = CreateCall | UpdateCall;
