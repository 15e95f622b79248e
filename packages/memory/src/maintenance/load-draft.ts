// Loads a draft of everything that maintenance may change.

import type { Connection } from '@terrarium/kernel/open-database';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { type Draft, nameEdge } from './draft.ts';
import { readMarkableItems } from './marked-item-store.ts';
import { openRunStore } from './run-store.ts';

/** `ambient` is what ambient.md says now. */
export function loadDraft(connection: Connection, ambient: string | undefined): Draft {
  const fragments = openFragmentStore(connection);
  return {
    fragments: new Map(fragments.list().map((fragment) => [fragment.key, fragment])),
    edges: new Map(fragments.listEdges().map(({ from, to, label }) => [nameEdge(from, to), label])),
    items: new Map(readMarkableItems(connection)),
    flags: openRunStore(connection)
      .listFlags()
      .map(({ text, events }) => ({ text, events })),
    ambient,
  };
}
