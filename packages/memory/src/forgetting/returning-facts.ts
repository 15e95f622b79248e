// Finds and brings back the facts that are true again once the newer values that replaced them are forgotten.
import type { Connection } from '@terrarium/kernel/open-database';
import { openFactStore } from '../facts/fact-store.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import type { ItemChange, ItemId, WorkingItem } from '../working-memory/item.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import type { Going } from './collect-going.ts';
import type { ForgettingMoment } from './redact-rows.ts';

/** The reason that is stored when a newer fact replaces another one. A corrected fact has another reason. */
const replaced = 'something newer took its place';

/**
 * The facts that the forgotten active facts had replaced, directly or through other forgotten facts. Leaves out a fact
 * if a remaining active one has the same subject.
 */
export function listReturning(connection: Connection, { items: going }: Going): readonly WorkingItem[] {
  const store = openWorkingMemoryStore(connection);
  const gone = new Set(going.map(({ id }) => id));
  const returning = new Map<ItemId, WorkingItem>();
  const pending = going.filter(({ kind, status }) => kind === 'fact' && status === 'active');
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const former of listReplacedBy(connection, store, next)) {
      if (gone.has(former.id)) pending.push(former);
      else returning.set(former.id, former);
    }
  }
  return [...returning.values()].filter((item) => isAlone(store, item, gone));
}

/** The facts about the same person that were replaced when this fact was told, with the same subject or another one. */
function listReplacedBy(
  connection: Connection,
  store: WorkingMemoryStore,
  fact: WorkingItem,
): readonly WorkingItem[] {
  const [made] = store.readChanges(fact.id);
  if (made === undefined) return [];
  const { voice, owner } = parseFactSubject(fact.subject ?? '');
  const isOwners = (subject = '') => {
    const other = parseFactSubject(subject);
    return other.voice === voice && other.owner === owner;
  };
  return [...store.readContents(openFactStore(connection).listOutdated(mostOutdated)).values()]
    .filter(({ subject, content, id }) => content !== '' && id !== fact.id && isOwners(subject))
    .filter(({ id }) => isEndedBy(store.readChanges(id).at(-1), made));
}

const mostOutdated = 1_000;

function isEndedBy(ending: ItemChange | undefined, { eventId, runId, atMs }: ItemChange): boolean {
  return (
    ending?.because === replaced &&
    ending.eventId === eventId &&
    ending.runId === runId &&
    ending.atMs === atMs
  );
}

/** Whether no remaining active fact has the same subject. */
function isAlone(
  store: WorkingMemoryStore,
  { subject = '' }: WorkingItem,
  gone: ReadonlySet<ItemId>,
): boolean {
  return store.readActiveAbout('fact', subject).every(({ id }) => gone.has(id));
}

/** Must be called after the forgotten items are out of mind. */
export function restoreReturning(
  connection: Connection,
  returning: readonly WorkingItem[],
  at: ForgettingMoment,
): void {
  const store = openWorkingMemoryStore(connection);
  const cause = { because: 'what had replaced it was forgotten', ...at };
  for (const item of returning)
    store.updateState(item, { change: 'status', to: { status: 'active' }, cause });
}
