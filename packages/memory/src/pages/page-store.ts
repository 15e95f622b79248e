// Page store: reads what pages show besides the talk, such as items, secrets and counts, for a memory of any size.
import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { renderFactName } from '../facts/known-fact.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import {
  correctedBecause,
  type ItemId,
  type ItemKind,
  type ItemStatus,
  revivedBecause,
} from '../working-memory/item.ts';
import { movedBecause } from '../working-memory/move-plan.ts';
import { isSettling } from '../working-memory/recurring-plans.ts';

/** An item that a message put into mind. */
export interface ToldItem {
  readonly id: ItemId;
  readonly kind: ItemKind;
  readonly content: string;
  readonly status: ItemStatus;
  readonly dueAtMs: number | undefined;
  /** The words that say when a plan recurs. */
  readonly recurrence?: string | undefined;
  readonly fact?: ToldFact | undefined;
}

export interface ToldFact {
  /** A name such as "sister's job". */
  readonly name: string;
  readonly value: string;
  /** The day from which the fact is true, if it was told for a later day. */
  readonly fromMs: number | undefined;
  /** When the fact stopped or will stop being true; undefined if no end is known. */
  readonly untilMs: number | undefined;
}

/** A plan that a message ended or moved, and that is still as the message left it. */
export interface ChangedPlan {
  readonly id: ItemId;
  readonly content: string;
  /** `settled`: a recurring plan is done or skipped for this time only. */
  readonly effect: 'resolved' | 'dropped' | 'settled' | 'moved';
  /** When the plan is due now. */
  readonly dueAtMs: number | undefined;
}

export interface Secret {
  readonly id: ItemId;
  readonly content: string;
  /** The id of the voice whose secret it is. */
  readonly voice: string;
  readonly eventId: EventId;
  readonly createdAtMs: number;
}

export interface MemoryCounts {
  /** How many shown messages the talk has, without messages that are set aside. */
  readonly messages: number;
  readonly lastAtMs: number | undefined;
  readonly fragments: number;
  readonly proposals: number;
  readonly secrets: number;
}

export interface PageStore {
  /**
   * Reads the items by the message that told them, in the order in which they were created. Leaves out
   * secrets, and items of a run that was taken back.
   */
  readToldBy(events: readonly EventId[]): Map<EventId, ToldItem[]>;
  /** Reads the plans that the messages ended or moved, in the order in which they did so. */
  readChangedBy(events: readonly Pick<MemoryEvent, 'id' | 'atMs'>[]): Map<EventId, ChangedPlan[]>;
  /** Lists messages between two points in time that show nothing, but put something other than a secret into mind. */
  listOnlyNoted(between: { readonly fromMs: number; readonly untilMs: number }): EventId[];
  /** Lists the secrets in mind, the newest first. */
  listSecrets(): Secret[];
  /** Counts the messages up to a moment, and everything else as it is now. */
  countAll(nowMs: number): MemoryCounts;
  /** Counts the proposals of maintenance that nobody has decided. */
  countProposals(): number;
  /** Reads a mark, which changes whenever something is said, changed, compiled, decided or forgotten. */
  readMark(): string;
}

interface ToldRow {
  readonly id: ItemId;
  readonly kind: ItemKind;
  readonly content: string;
  readonly status: ItemStatus;
  readonly dueAtMs: number | null;
  readonly subject: string | null;
  readonly normalForm: string;
  readonly eventId: EventId;
  readonly toldAtMs: number;
  readonly madeAtMs: number;
  readonly changedAtMs: number;
}

interface ChangedRow {
  readonly id: ItemId;
  readonly content: string;
  readonly status: ItemStatus;
  readonly because: string;
  readonly dueAtMs: number | null;
  readonly eventId: EventId;
}

interface ChangedWhen {
  readonly ids: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Only the last change of a plan counts: an earlier one was undone, or something newer took its place. */
function openChanged(connection: Connection): PageStore['readChangedBy'] {
  const changed = connection.prepare<[ChangedWhen], ChangedRow>(
    `SELECT item.id, content, item.status, because, due_at_ms AS dueAtMs, change.event_id AS eventId
     FROM item_change AS change JOIN working_memory AS item ON item.id = item_id
     WHERE at_ms BETWEEN :fromMs AND :untilMs AND change.event_id IN (SELECT value FROM json_each(:ids))
       AND change.run_id IS NULL AND kind = 'plan' AND content <> '' AND change.change <> 'created'
       AND NOT EXISTS (SELECT 1 FROM item_change AS later WHERE later.item_id = item.id AND later.id > change.id)
     ORDER BY change.id`,
  );
  return (events) => {
    const byEvent = new Map<EventId, ChangedPlan[]>(events.map(({ id }) => [id, []]));
    const times = events.map(({ atMs }) => atMs);
    const when = {
      ids: JSON.stringify([...byEvent.keys()]),
      fromMs: Math.min(...times),
      untilMs: Math.max(...times),
    };
    for (const row of events.length === 0 ? [] : changed.all(when)) {
      const effect = nameEffect(row);
      const { id, content, dueAtMs } = row;
      if (effect !== undefined)
        byEvent.get(row.eventId)?.push({ id, content, effect, dueAtMs: dueAtMs ?? undefined });
    }
    return byEvent;
  };
}

/** Undefined if the plan was only said again, or replaced. */
function nameEffect({ status, because }: ChangedRow): ChangedPlan['effect'] | undefined {
  if (status === 'resolved' || status === 'dropped') return status;
  if (isSettling({ because })) return 'settled';
  return because === movedBecause ? 'moved' : undefined;
}

export function openPageStore(connection: Connection): PageStore {
  const told = connection.prepare<[string], ToldRow>(
    // Of an item that a person reworded, only the present words are read. If they are no longer in mind, the
    // last words are read.
    `SELECT id, kind, content, status, due_at_ms AS dueAtMs, subject, normal_form AS normalForm,
       event_id AS eventId, (SELECT at_ms FROM event WHERE event.id = event_id) AS toldAtMs,
       (SELECT min(at_ms) FROM item_change WHERE item_id = working_memory.id) AS madeAtMs,
       (SELECT max(at_ms) FROM item_change WHERE item_id = working_memory.id) AS changedAtMs
     FROM working_memory
     WHERE event_id IN (SELECT value FROM json_each(?)) AND kind <> 'secret' AND content <> '' AND NOT (status = 'dropped' AND
         (SELECT run_id FROM item_change WHERE item_id = working_memory.id ORDER BY id LIMIT 1) IS NOT NULL)
       AND NOT (status = 'superseded' AND EXISTS (SELECT 1 FROM item_change AS ended WHERE ended.id =
           (SELECT max(id) FROM item_change WHERE item_id = working_memory.id AND change = 'status'
             AND to_status = 'superseded')
         AND (because = '${correctedBecause}' OR because = '${revivedBecause}' AND EXISTS
           (SELECT 1 FROM item_change WHERE item_id = working_memory.id AND because = '${correctedBecause}') AND EXISTS
           (SELECT 1 FROM working_memory AS other JOIN item_change AS back ON back.item_id = other.id
             WHERE other.event_id = working_memory.event_id AND back.id > ended.id AND back.to_status = 'active'
               AND back.because = '${revivedBecause}'))))
     ORDER BY id`,
  );
  const onlyNoted = connection
    .prepare<[number, number], EventId>(
      `SELECT id FROM standing_event WHERE is_shown = 0 AND at_ms BETWEEN ? AND ? AND EXISTS
         (SELECT 1 FROM working_memory WHERE event_id = standing_event.id AND kind <> 'secret' AND content <> '')`,
    )
    .pluck();
  const secrets = connection.prepare<[], Secret>(
    `SELECT id, content, event_id AS eventId, created_at_ms AS createdAtMs,
       (SELECT voice FROM event WHERE event.id = event_id) AS voice
     FROM ${secretsWhere} ORDER BY id DESC`,
  );
  const counts = connection.prepare<
    [{ nowMs: number }],
    Omit<MemoryCounts, 'lastAtMs'> & { readonly lastAtMs: number | null }
  >(
    // Few messages are set aside, so they are counted separately and subtracted: looking up each message among
    // them takes three times as long.
    `SELECT (SELECT count(*) FROM event WHERE is_shown = 1 AND at_ms <= :nowMs) - (SELECT count(*) FROM event
         WHERE is_shown = 1 AND at_ms <= :nowMs AND id IN (SELECT event_id FROM aside)) AS messages,
       (SELECT at_ms FROM standing_event WHERE is_shown = 1 AND at_ms <= :nowMs
         ORDER BY at_ms DESC LIMIT 1) AS lastAtMs,
       (SELECT count(*) FROM fragment) AS fragments,
       (SELECT count(*) FROM ${proposalsWhere}) AS proposals,
       (SELECT count(*) FROM ${secretsWhere}) AS secrets`,
  );
  const countProposals = prepareCount(connection, proposalsWhere);
  const mark = connection
    .prepare<[], string>(
      `SELECT json_array((SELECT max(id) FROM event), (SELECT max(id) FROM item_change), (SELECT max(id) FROM wake),
         (SELECT count(*) FROM aside), (SELECT max(run) FROM aside), (SELECT max(id) FROM forgotten),
         (SELECT json_array(max(id), max(ended_at_ms)) FROM maintenance_run),
         (SELECT json_array(max(id), max(decided_at_ms)) FROM proposal), (SELECT max(at_ms) FROM approved_fragment),
         (SELECT json_array(max(id), max(settled_at_ms)) FROM flag))`,
    )
    .pluck();
  return {
    readToldBy(events) {
      const byEvent = new Map<EventId, ToldItem[]>(events.map((id) => [id, []]));
      for (const row of told.all(JSON.stringify(events))) byEvent.get(row.eventId)?.push(buildTold(row));
      return byEvent;
    },
    readChangedBy: openChanged(connection),
    listOnlyNoted: ({ fromMs, untilMs }) => onlyNoted.all(fromMs, untilMs),
    listSecrets: () => secrets.all(),
    countAll(nowMs) {
      const row = counts.get({ nowMs });
      const none = { messages: 0, fragments: 0, proposals: 0, secrets: 0 };
      return { ...none, ...row, lastAtMs: row?.lastAtMs ?? undefined };
    },
    countProposals: () => countProposals.get() ?? 0,
    readMark: () => mark.get() ?? '',
  };
}

const secretsWhere = `working_memory WHERE status = 'active' AND kind = 'secret' AND content <> ''`;
const proposalsWhere = `proposal WHERE state = 'waiting'`;

function prepareCount(connection: Connection, where: string) {
  return connection.prepare<[], number>(`SELECT count(*) FROM ${where}`).pluck();
}

function buildTold({ id, kind, content, status, dueAtMs, subject, normalForm, ...times }: ToldRow): ToldItem {
  const told = { id, kind, content, status, dueAtMs: dueAtMs ?? undefined };
  if (kind !== 'fact') return told;
  const name = renderFactName(parseFactSubject(subject ?? ''));
  const { toldAtMs, madeAtMs, changedAtMs } = times;
  const fromMs = madeAtMs > toldAtMs ? madeAtMs : undefined;
  const untilMs = status === 'superseded' ? changedAtMs : undefined;
  return { ...told, fact: { name, value: findFactValue({ content, normalForm }), fromMs, untilMs } };
}
