// Reads messages as they are shown, each with the items that it brought into mind.
import type { Connection } from '@terrarium/kernel/open-database';
import { fillName } from '../assembly/fill-name.ts';
import { type EventId, greetingOrigin, type MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { showEvent } from '../events/show-event.ts';
import { describeItem, describeRecurrence } from '../working-memory/describe-item.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { type ChangedPlan, openPageStore, type ToldItem } from './page-store.ts';

export interface TalkMessage
  extends Pick<MemoryEvent, 'id' | 'side' | 'voice' | 'atMs' | 'isUndated' | 'imagePath'> {
  /** The part of the message that is shown. */
  readonly shown: string;
  readonly told: readonly ToldItem[];
  /** Plans that the message ended or moved. */
  readonly changed: readonly ChangedPlan[];
}

/** Returns the oldest message first. */
export function readTold(connection: Connection, ids: readonly EventId[]): readonly TalkMessage[] {
  const found = openEventStore(connection).readAll(ids);
  return buildMessages(
    connection,
    [...found.values()].toSorted((one, other) => one.atMs - other.atMs || one.id - other.id),
  );
}

/** The greeting of a card calls the person by `personName`, where it is given. */
export function buildMessages(
  connection: Connection,
  events: readonly MemoryEvent[],
  personName?: string,
): readonly TalkMessage[] {
  const spans = openEventStore(connection).readSpansOf(events);
  const pages = openPageStore(connection);
  const told = pages.readToldBy(events.map(({ id }) => id));
  const changed = pages.readChangedBy(events);
  const items = openWorkingMemoryStore(connection);
  const greeting = personName && openEventStore(connection).findByOrigin(greetingOrigin)?.id;
  return events.map((event) => {
    const { id, side, voice, atMs, isUndated, imagePath } = event;
    const made = (told.get(id) ?? []).map((item) =>
      item.kind === 'plan' && item.dueAtMs !== undefined ? withRecurrence(items, item) : item,
    );
    const shown = showEvent(event, spans.get(id) ?? []);
    const own = {
      shown: id === greeting ? fillName(shown, personName) : shown,
      told: made,
      changed: (changed.get(id) ?? []).map((plan) => withShownWords(items, plan)),
    };
    return { id, side, voice, atMs, isUndated, imagePath, ...own };
  });
}

/** A plan is shown without the words for its date, since its present date is shown beside it. */
function withShownWords<Plan extends Pick<ToldItem, 'id' | 'content'>>(
  items: WorkingMemoryStore,
  plan: Plan,
): Plan {
  const item = items.find(plan.id);
  return item === undefined ? plan : { ...plan, content: describeItem(items, item) };
}

function withRecurrence(items: WorkingMemoryStore, told: ToldItem): ToldItem {
  const item = items.find(told.id);
  return { ...withShownWords(items, told), recurrence: item && describeRecurrence(item) };
}
