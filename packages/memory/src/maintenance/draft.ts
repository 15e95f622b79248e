// Draft: what maintenance works on in memory; what becomes of it is written down in one transaction, or not at all.

import type { EventId } from '../events/event.ts';
import type { FragmentText } from '../fragments/fragment.ts';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';

export interface DraftFlag {
  readonly text: string;
  readonly events: readonly EventId[];
}

export interface Draft {
  readonly fragments: Map<string, FragmentText>;
  /** Labels by `nameEdge`. */
  readonly edges: Map<string, string>;
  /** Active ones, and those most recently let go; secrets are not among them. */
  readonly items: Map<ItemId, WorkingItem>;
  readonly flags: DraftFlag[];
  /** What ambient.md says; undefined where there is none. */
  ambient: string | undefined;
}

/** A copy that can be changed without changing the original. */
export function copyDraft(draft: Draft): Draft {
  return {
    fragments: new Map(draft.fragments),
    edges: new Map(draft.edges),
    items: new Map(draft.items),
    flags: [...draft.flags],
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
