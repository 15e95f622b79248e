// Draft: what maintenance works on in memory; what becomes of it is written down in one transaction, or not at all.

import type { EventId } from '../events/event.ts';
import type { HeldFact } from '../facts/store-facts.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';

export interface DraftFlag {
  readonly text: string;
  readonly events: readonly EventId[];
}

/** A fact that is to be held. */
export interface DraftFact {
  /** The subject that the item will have. */
  readonly subject: string;
  readonly normalForm: string;
  readonly eventId: EventId;
  readonly fact: HeldFact;
  /** As a person is shown it: "home: Leeds". */
  readonly says: string;
}

export interface Draft {
  readonly fragments: Map<string, FragmentText>;
  /** Labels by `nameEdge`. */
  readonly edges: Map<string, string>;
  /** Active ones, and those most recently let go; secrets are not among them. */
  readonly items: Map<ItemId, WorkingItem>;
  /** The facts that the run notes. */
  readonly facts: DraftFact[];
  readonly flags: DraftFlag[];
  /** The keys that were in use when the run began; a key that the run gives up is not used again in it. */
  readonly formerKeys: ReadonlySet<string>;
  /** Keys of the fragments that a person wrote or agreed to. */
  readonly approved: ReadonlySet<string>;
  /** Present keys of fragments that the run renamed, with the keys that they had when it began. */
  readonly renamed: Map<string, string>;
  /** Fragments that the run gave up for another: their keys, and the key of the other. */
  readonly merged: Map<string, string>;
  /** What ambient.md says; undefined if there is none. */
  ambient: string | undefined;
}

/** A copy that can be changed without changing the original. */
export function copyDraft(draft: Draft): Draft {
  return {
    fragments: new Map(draft.fragments),
    edges: new Map(draft.edges),
    items: new Map(draft.items),
    facts: [...draft.facts],
    flags: [...draft.flags],
    formerKeys: draft.formerKeys,
    approved: draft.approved,
    renamed: new Map(draft.renamed),
    merged: new Map(draft.merged),
    ambient: draft.ambient,
  };
}

/** The same name whichever end is named first. */
export function nameEdge(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** The two keys of an edge's name. */
export function splitEdgeName(name: string): readonly [string, string] {
  const [from = '', to = ''] = name.split(' ');
  return [from, to];
}
