// Draft: the copy of fragments, items and facts that maintenance changes; it is stored in one transaction or not at all.

import type { EventId } from '../events/event.ts';
import type { HeldFact } from '../facts/store-facts.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';

export interface DraftFlag {
  readonly text: string;
  readonly events: readonly EventId[];
}

export interface DraftFact {
  /** The subject that the item will have. */
  readonly subject: string;
  readonly normalForm: string;
  readonly eventId: EventId;
  readonly fact: HeldFact;
  /** The fact in the form in which a person sees it: "home: Leeds". */
  readonly says: string;
}

export interface Draft {
  readonly fragments: Map<string, FragmentText>;
  /** Labels of edges, by the name from `nameEdge`. */
  readonly edges: Map<string, string>;
  /** Active items, and items that were most recently let go, without secrets. */
  readonly items: Map<ItemId, WorkingItem>;
  /** The facts that the run adds. */
  readonly facts: DraftFact[];
  readonly flags: DraftFlag[];
  /**
   * The keys that were in use when the run began. If the run gives up one of these keys, it does not use the
   * key again.
   */
  readonly formerKeys: ReadonlySet<string>;
  /** Keys of the fragments that a person wrote or approved. */
  readonly approved: ReadonlySet<string>;
  /** For each fragment that the run renamed, maps its present key to the key that it had when the run began. */
  readonly renamed: Map<string, string>;
  /** For each fragment that the run merged into another, maps its key to the key of the other. */
  readonly merged: Map<string, string>;
  /** The text of ambient.md; undefined if there is no such file. */
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

/** Names an edge; the name does not depend on the order of its ends. */
export function nameEdge(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** The two keys of an edge's name. */
export function splitEdgeName(name: string): readonly [string, string] {
  const [from = '', to = ''] = name.split(' ');
  return [from, to];
}
