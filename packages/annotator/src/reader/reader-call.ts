// Reader call: a tool call with which the built-in reader records what it read.

import type { RelationKind } from './relation-kinds.ts';

export interface Evidence {
  readonly post_id: number;
  readonly label: string;
}

export interface RelationCall {
  readonly kind: RelationKind;
  /** The id of the other entry, or its term if an earlier call creates it. */
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
    /** `held`: the word is put on hold and counted until it recurs. */
    readonly status?: 'held';
  };
}

export interface UpdateCall {
  readonly name: 'glossary_update';
  readonly arguments: {
    readonly entry_id: number;
    readonly definition?: string;
    /**
     * Sent with a new definition if the model has compared it with the old one, and left parts of the old one out on
     * purpose.
     */
    readonly replaces?: true;
    readonly aliases?: readonly string[];
    readonly tags?: readonly string[];
    readonly evidence?: readonly Evidence[];
    readonly relations?: readonly RelationCall[];
    /** Sent if the curator has to decide about the entry again. */
    readonly status?: 'tentative';
  };
}

/** A call that only records relations of an entry. */
export interface RelateCall {
  readonly name: 'glossary_update';
  readonly arguments: {
    /** The id, or the term if an earlier call creates the entry. */
    readonly entry_id: number | string;
    readonly relations: readonly RelationCall[];
  };
}

export type ReaderCall = CreateCall | UpdateCall;
