// Loads the draft that maintenance changes: fragments, and active or recently ended items that are not secret.
import type { Connection } from '@terrarium/kernel/open-database';
import { openApprovalStore } from '../fragments/approval-store.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { asShown } from '../working-memory/describe-item.ts';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';
import { isMoved } from '../working-memory/move-plan.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { type Draft, nameEdge } from './draft.ts';
import { openRunStore } from './run-store.ts';

/** Maintenance can bring back at most this many inactive items. */
const revivableItems = 200;

function readMarkableItems(connection: Connection): ReadonlyMap<ItemId, WorkingItem> {
  const ids = connection
    .prepare<[number], ItemId>(
      `SELECT id FROM working_memory WHERE status = 'active' AND kind <> 'secret'
       UNION SELECT * FROM (SELECT id FROM working_memory WHERE status <> 'active' AND kind <> 'secret' AND content <> ''
         AND event_id NOT IN (SELECT event_id FROM aside) ORDER BY refreshed_at_ms DESC, id DESC LIMIT ?)`,
    )
    .pluck()
    .all(revivableItems);
  const store = openWorkingMemoryStore(connection);
  // The words of a plan that was moved still name its former day.
  return new Map(
    [...store.readContents(ids)].map(([id, item]) => [id, isMoved(item) ? asShown(store, item) : item]),
  );
}

/** `ambient` is the present text of ambient.md. */
export function loadDraft(connection: Connection, ambient: string | undefined): Draft {
  const fragments = openFragmentStore(connection);
  const all = fragments.list();
  return {
    fragments: new Map(all.map((fragment) => [fragment.key, fragment])),
    formerKeys: new Set(all.map(({ key }) => key)),
    approved: new Set(openApprovalStore(connection).listKeys()),
    renamed: new Map(),
    merged: new Map(),
    edges: new Map(fragments.listEdges().map(({ from, to, label }) => [nameEdge(from, to), label])),
    items: new Map(readMarkableItems(connection)),
    facts: [],
    flags: openRunStore(connection)
      .listFlags()
      .map(({ text, events }) => ({ text, events })),
    ambient,
  };
}
