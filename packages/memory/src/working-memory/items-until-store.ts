// Reads the items that were held in mind at an earlier time, without anything said or changed later.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import {
  extractState,
  type ItemChange,
  type ItemId,
  type ItemState,
  stateFields,
  type WeighedItem,
  type WorkingItem,
} from './item.ts';
import { listRivals } from './normal-form.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from './working-memory-store.ts';

export interface ItemsUntil extends WorkingMemoryStore {
  /** The earlier moment for which the items are read. */
  readonly untilMs: number;
  /** The items that were changed later, as they were at that moment. Items that were created later are left out. */
  readonly restored: readonly WorkingItem[];
  /** Lists the subjects of facts that were told later and have not been forgotten. */
  listLaterSubjects(): readonly string[];
}

/** The time needed grows with the number of later changes, of which there are usually none. */
export function openItemsUntil(connection: Connection, untilMs: number): ItemsUntil {
  const store = openWorkingMemoryStore(connection);
  const after = openAfter(connection);
  const changed = after.listChanged(untilMs);
  if (changed.length === 0) return { ...store, untilMs, restored: [], listLaterSubjects: () => [] };
  const then = restoreAll(store, { changed, made: after.listMade(untilMs) }, untilMs);
  const restored = [...then.values()].filter((item) => item !== undefined);
  const active = restored.filter(({ status }) => status === 'active');
  const isUnchanged = ({ id }: Pick<WorkingItem, 'id'>) => !then.has(id);
  const join = (items: readonly WorkingItem[], wanted: (item: WorkingItem) => boolean) =>
    [...items.filter(isUnchanged), ...active.filter(wanted)].sort(compareAge);
  return {
    ...store,
    untilMs,
    restored,
    listLaterSubjects: () => after.listSubjects(untilMs),
    find: (id) => (then.has(id) ? then.get(id) : store.find(id)),
    readActive: () => [...store.readActive().filter(isUnchanged), ...active.flatMap(buildWeighed)],
    readDueWords() {
      const words = [...store.readDueWords()].filter(([id]) => !then.has(id));
      const own = active.flatMap(({ id, kind, dueWords }) =>
        kind === 'plan' && dueWords !== undefined ? [[id, dueWords] as const] : [],
      );
      return new Map([...words, ...own]);
    },
    readContents(ids) {
      const contents = [...store.readContents(ids)];
      return new Map(
        contents.flatMap(([id, item]) => {
          const was = then.has(id) ? then.get(id) : item;
          return was === undefined ? [] : [[id, was] as const];
        }),
      );
    },
    readActiveOf: (kind) => join(store.readActiveOf(kind), (item) => item.kind === kind),
    readActiveAbout: (kind, subject) =>
      join(store.readActiveAbout(kind, subject), (item) => item.kind === kind && item.subject === subject),
    readNewestOpenly: (limit) =>
      store.readNewestOpenly(limit).flatMap((item) => (then.has(item.id) ? (then.get(item.id) ?? []) : item)),
    readChanges: (id) => store.readChanges(id).filter((change) => isOfTime(change, untilMs)),
    readEndings: (sinceTurn) => store.readEndings(sinceTurn).filter((change) => isOfTime(change, untilMs)),
  };
}

const openAfter = openOnce(buildAfter);

function buildAfter(connection: Connection) {
  const changed = connection
    .prepare<[number], ItemId>('SELECT DISTINCT item_id FROM item_change WHERE at_ms > ?')
    .pluck();
  const made = connection
    .prepare<[number], ItemId>("SELECT item_id FROM item_change WHERE at_ms > ? AND change = 'created'")
    .pluck();
  const subjects = connection
    .prepare<[number], string>(
      `SELECT DISTINCT subject FROM item_change JOIN working_memory ON working_memory.id = item_id
       WHERE at_ms > ? AND change = 'created' AND kind = 'fact' AND content <> '' AND subject IS NOT NULL`,
    )
    .pluck();
  return {
    listChanged: (untilMs: number) => changed.all(untilMs),
    listMade: (untilMs: number) => made.all(untilMs),
    listSubjects: (untilMs: number) => subjects.all(untilMs),
  };
}

/**
 * Restores the changed items as they were at `untilMs`; undefined for an item that was created later or has been
 * forgotten since. Items that were created later are usually the most, and are not read at all.
 */
function restoreAll(
  store: WorkingMemoryStore,
  { changed, made }: { readonly changed: readonly ItemId[]; readonly made: readonly ItemId[] },
  untilMs: number,
): ReadonlyMap<ItemId, WorkingItem | undefined> {
  const then = new Map<ItemId, WorkingItem | undefined>(made.map((id) => [id, undefined]));
  const present = store.readContents(changed.filter((id) => !then.has(id)));
  const isCounted = (change: ItemChange) => isOfTime(change, untilMs);
  // An item that was forgotten since has only an empty row, and is left out.
  for (const [id, item] of present)
    then.set(id, item.content === '' ? undefined : restoreItem(item, store.readChanges(id), isCounted));
  for (const [id, item] of then) {
    const isBack = item?.status === 'active' && present.get(id)?.status !== 'active';
    // An item that would be active again stays superseded if another item, which existed at this moment, has
    // replaced it since.
    const isReplaced =
      isBack && listRivals(store, item).some((rival) => !then.has(rival.id) && rival.id > id);
    if (isReplaced) then.set(id, { ...item, status: 'superseded' });
  }
  return then;
}

/** A change that reverts something counts at every moment: what was reverted counts as never done. */
export function isOfTime({ atMs, change }: ItemChange, untilMs: number): boolean {
  return atMs <= untilMs || change === 'restored';
}

/** The item without some of its changes; undefined if the change that created it is left out. */
export function restoreItem(
  item: WorkingItem,
  changes: readonly ItemChange[],
  isCounted: (change: ItemChange) => boolean,
): WorkingItem | undefined {
  const [made, ...later] = changes;
  if (made === undefined) return item;
  if (!isCounted(made)) return undefined;
  let state: ItemState = later[0]?.before ?? item;
  for (const [at, change] of later.entries()) {
    if (isCounted(change)) state = applyChange(state, change.before, later[at + 1]?.before ?? item);
  }
  return { ...item, ...extractState(state) };
}

/** Applies a change to a state, but only the fields that the change changed. */
function applyChange(state: ItemState, before: ItemState | undefined, after: ItemState): ItemState {
  if (before === undefined) return state;
  const changed = stateFields.filter((field) => before[field] !== after[field]);
  return { ...state, ...extractState(after, changed) };
}

function compareAge(one: WorkingItem, other: WorkingItem): number {
  return one.createdAtMs - other.createdAtMs || one.id - other.id;
}

/** Leaves out facts, which have no score. */
function buildWeighed(item: WorkingItem): readonly WeighedItem[] {
  const { id, kind, eventId, createdAtMs, refreshedAtMs, refreshedTurn, dueAtMs, isKept } = item;
  return kind === 'fact'
    ? []
    : [{ id, kind, eventId, createdAtMs, refreshedAtMs, refreshedTurn, dueAtMs, isKept }];
}
