// Corrects what is held in mind at a person's request: marks it as done, drops, rewords or merges it.
import { UsageError } from '@terrarium/kernel/errors';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { Connection } from '@terrarium/kernel/open-database';
import type { DecayProfile } from '../decay/profile.ts';
import { openEventStore, resolveNowMs } from '../events/event-store.ts';
import { type DueDate, findDueDate, isDate, joinDueWords, type Writing } from '../events/find-due-date.ts';
import { isEnglish } from '../events/load-date-parser.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { extractFragmentKeys } from '../tags/parse-recall-requests.ts';
import { cutDate, hasDate } from '../working-memory/cut-date.ts';
import { describeEnding } from '../working-memory/describe-ending.ts';
import { asShown, describeItem } from '../working-memory/describe-item.ts';
import {
  type ChangeCause,
  correctedBecause,
  type ItemId,
  type ItemStatus,
  type NewItem,
  type WorkingItem,
} from '../working-memory/item.ts';
import { isMoved } from '../working-memory/move-plan.ts';
import { listRivals, normalise, parseSubject } from '../working-memory/normal-form.ts';
import { findNextDue, isCountedFromSaying, renderSettling } from '../working-memory/recurring-plans.ts';
import { openWorkingMemoryStore, type WorkingMemoryStore } from '../working-memory/working-memory-store.ts';
import { findNamed } from './find-named.ts';

export type Correction =
  | { readonly do: 'done' | 'drop'; readonly what: string }
  | Edit
  /** The first item or fragment stays, and the others are merged into it. */
  | { readonly do: 'merge'; readonly what: readonly string[] };

/** At least one of `text` and `due` is given. */
interface Edit {
  readonly do: 'edit';
  readonly what: string;
  /** The new words; undefined if the words stay. */
  readonly text?: string | undefined;
  /** For a plan: the new date in words; empty for no date; undefined if the date stays. */
  readonly due?: string | undefined;
}

/** A changed item, in its state after the change. */
export interface CorrectedItem {
  /** `settled`: a recurring plan is done for this time only. */
  readonly effect: 'created' | 'kept' | 'settled' | ItemStatus;
  readonly item: WorkingItem;
}

export interface CorrectionGround {
  readonly connection: Connection;
  /** The present real time, not the time of a story. */
  readonly nowMs: number;
  readonly profile: DecayProfile;
  /** The zone and the languages in which dates are read. */
  readonly writing: Omit<Writing, 'atMs'>;
}

interface Room extends CorrectionGround {
  readonly items: WorkingMemoryStore;
  readonly turn: number;
  /** The present time on the clock that makes memories fade: real time, or the time of a story. */
  readonly fadingMs: number;
}

/**
 * Each change is recorded with its cause and can be taken back: `revive` brings back what has left working
 * memory. Throws `UsageError`, and changes nothing, if the words mean nothing or more than one thing.
 */
export function editItems(ground: CorrectionGround, correction: Correction): readonly CorrectedItem[] {
  const { connection, profile, nowMs } = ground;
  const events = openEventStore(connection);
  const corrected = connection
    .transaction(() => {
      const room: Room = {
        ...ground,
        items: openWorkingMemoryStore(connection),
        turn: events.countTurns(),
        fadingMs: resolveNowMs(events, profile, nowMs),
      };
      switch (correction.do) {
        case 'done':
          return [finishPlan(room, requirePlan(room, correction.what))];
        case 'drop':
          return [finishItem(room, requireItem(room, correction.what), 'dropped', 'a person let it go')];
        case 'edit':
          return replaceItem(room, requireItem(room, correction.what), correction);
        case 'merge':
          return mergeItems(room, correction.what);
      }
    })
    .immediate();
  const items = openWorkingMemoryStore(connection);
  return corrected.map((one) => ({ ...one, item: asShown(items, one.item) }));
}

function requireItem(room: Room, what: string, isMeant = isActive): WorkingItem {
  const { connection, items, nowMs, writing } = room;
  const naming = { what, isMeant, isAnything: false, nowMs, timeZone: writing.timeZone };
  const target = findNamed(connection, naming);
  const item = 'item' in target ? items.find(target.item) : undefined;
  if (item === undefined || item.content === '') throw refuse(`There is no item ${what} in this memory.`);
  const ending = describeEnding(room, item);
  if (ending !== undefined)
    throw refuse(`Item ${item.id} is not in mind any more: it was ${ending.how}. ${ending.back}`);
  return item;
}

function requirePlan(room: Room, what: string): WorkingItem {
  const item = requireItem(room, what, (one) => isActive(one) && one.kind === 'plan');
  if (item.kind !== 'plan')
    throw refuse(`Item ${item.id} is not a plan but a ${item.kind}: only plans can be marked as done.`);
  return item;
}

function isActive({ status }: WorkingItem): boolean {
  return status === 'active';
}

/** Marks a plan as done; a recurring plan, for this time only. */
function finishPlan(room: Room, plan: WorkingItem): CorrectedItem {
  const { items, fadingMs, turn, writing } = room;
  const because = 'a person said it is done';
  const dueAtMs = findNextDue(plan, { nowMs: fadingMs, timeZone: writing.timeZone });
  if (dueAtMs === undefined) return finishItem(room, plan, 'resolved', because);
  const item = items.updateState(plan, {
    change: 'refreshed',
    to: { refreshedAtMs: fadingMs, refreshedTurn: turn, dueAtMs },
    cause: buildCause(room, renderSettling(because)),
  });
  return { effect: 'settled', item };
}

function finishItem(
  { items, ...room }: Pick<Room, 'items' | 'nowMs' | 'turn'>,
  item: WorkingItem,
  status: ItemStatus,
  because: string,
): CorrectedItem {
  const changed = items.updateState(item, {
    change: 'status',
    to: { status },
    cause: buildCause(room, because),
  });
  return { effect: status, item: changed };
}

/**
 * The text of an item never changes: a new item replaces the old one, and keeps the moment from which the old one came.
 */
function replaceItem(room: Room, former: WorkingItem, edit: Edit): readonly CorrectedItem[] {
  const shown = describeItem(room.items, former);
  const { text = edit.due === undefined ? '' : shown, due } = edit;
  if (normalise(text) === '') throw refuse('The new words are missing.');
  if (due !== undefined && former.kind !== 'plan')
    throw refuse(`Item ${former.id} is not a plan but a ${former.kind}: only plans have a date.`);
  const next = buildNext(room, former, { text: text.trim(), due, shown });
  const { content } = next;
  const rivals = listRivals(room.items, next).filter(({ id }) => id !== former.id);
  const ended = [former, ...rivals].map((item) => finishItem(room, item, 'superseded', correctedBecause));
  const item = room.items.create(next, buildCause(room, correctedBecause));
  openFragmentStore(room.connection).linkItem(item.id, extractFragmentKeys(content));
  return [{ effect: 'created', item }, ...ended];
}

interface NewWords {
  readonly text: string;
  readonly due: string | undefined;
  /** The words in which the item was shown to the person. */
  readonly shown: string;
}

function buildNext({ fadingMs, turn, writing }: Room, former: WorkingItem, words: NewWords): NewItem {
  const { kind, eventId, isKept } = former;
  const dating: Writing = { ...writing, atMs: fadingMs };
  const { content, ...due } = resolveDue(former, words, dating);
  // A span such as "for two weeks" goes on counting from when it was said.
  const isSame = due.dueWords !== undefined && due.dueWords === former.dueWords;
  const isCounted = isSame && isCountedFromSaying(former, writing.timeZone);
  return {
    kind,
    content,
    normalForm: normalise(content),
    subject: chooseSubject(former, content, dating),
    eventId,
    status: 'active',
    createdAtMs: isCounted ? former.createdAtMs : fadingMs,
    createdTurn: turn,
    refreshedAtMs: fadingMs,
    refreshedTurn: turn,
    isKept,
    ...due,
  };
}

/**
 * A changed fact stays the same fact with another value. In a plan, the words before the colon may be its date
 * and not its subject.
 */
function chooseSubject(former: WorkingItem, content: string, dating: Writing): string | undefined {
  if (former.kind === 'fact') return former.subject;
  const subject = parseSubject(content);
  return subject !== undefined && former.kind === 'plan' && isDate(subject, dating) ? undefined : subject;
}

/** Words with which a person takes the date of a plan away. */
const someDay = /\b(?:some\s?day|one\sday|eventually|irgendwann|un\sjour)\b/iu;

type Dated = Pick<NewItem, 'content' | 'dueAtMs' | 'dueWords'>;

/**
 * The words and the date of a plan are corrected separately. The date stays unless another one, or none, is given, or
 * the new words name another one or take it away ("some day"). Words for a date that stay in the text still mean the
 * same day as when they were said.
 */
function resolveDue(former: WorkingItem, { text, due, shown }: NewWords, writing: Writing): Dated {
  const { kind, dueWords, dueAtMs } = former;
  if (kind !== 'plan') return { content: text, dueAtMs: undefined, dueWords: undefined };
  if (due !== undefined) return readDue(former, { text, due, shown }, writing);
  if (dueWords !== undefined && hasDate(text, dueWords)) return { content: text, dueAtMs, dueWords };
  const said = findDueDate(text, writing);
  if (said === undefined && someDay.test(text))
    return { content: text, dueAtMs: undefined, dueWords: undefined };
  // The text of a moved plan may still name the former time.
  const known = isMoved(former) ? former.content : shown;
  const isFormer = said === undefined || (dueAtMs !== undefined && known.includes(said.dueWords));
  if (isFormer) return { content: text, dueAtMs, dueWords };
  return { content: text, dueAtMs: said.dueAtMs, dueWords: joinDueWords(said) };
}

/**
 * The date is given apart from the words, so words for the plan's former date, or for a date that the new text adds,
 * are cut out of it. Any other day that the plan already named is part of what is planned: "ask how Sunday was".
 */
function readDue(
  former: WorkingItem,
  { text, due, shown }: Omit<NewWords, 'due'> & { readonly due: string },
  writing: Writing,
): Dated {
  const found = due.trim() === '' ? undefined : findGivenDate(due, { ...writing, about: text });
  if (found === undefined && due.trim() !== '') throw refuseDate(due);
  const said = findDueDate(text, writing);
  const bare = text === shown ? text : cutDate(text, former.dueWords ?? '');
  const isNew = bare === text && said !== undefined && !shown.includes(said.dueWords);
  const content = isNew ? cutDate(text, joinDueWords(said)) : bare;
  return { content, dueAtMs: found?.dueAtMs, dueWords: found && joinDueWords(found) };
}

/** Prefers a language in which the words are nothing but a date: German reads "15:00" in "4 May 2026 at 15:00". */
function findGivenDate(due: string, writing: Writing): DueDate | undefined {
  const languages = writing.languages.some(isEnglish)
    ? writing.languages
    : [...writing.languages, 'en' as const];
  const whole = languages.filter((one) => isDate(due, { ...writing, languages: [one] }));
  return findDueDate(due, { ...writing, languages: [...whole, ...languages] });
}

function refuseDate(due: string): UsageError {
  return new UsageError({
    code: 'memory.not-corrected',
    happened: `No time that is still to come could be read from "${escapeLine(due, 80)}".`,
    todo: 'Write a day, or a day and a time, such as "Friday at 10" or "every Monday". Nothing was changed.',
  });
}

function mergeItems(room: Room, what: readonly string[]): readonly CorrectedItem[] {
  const found = new Map(what.map((one) => requireItem(room, one)).map((item) => [item.id, item]));
  const [first, ...others] = found.values();
  if (first === undefined || others.length === 0)
    throw refuse('To merge, two different items must be named.');
  const other = others.find(({ kind }) => kind !== first.kind);
  if (other !== undefined)
    throw refuse(
      `Item ${first.id} is a ${first.kind}, and item ${other.id} is a ${other.kind}: only items of the same kind can be merged.`,
    );
  const because = `a person merged it into item ${first.id}`;
  const refreshed = { refreshedAtMs: room.fadingMs, refreshedTurn: room.turn };
  const kept = room.items.updateState(first, {
    change: 'refreshed',
    to: refreshed,
    cause: buildCause(room, `a person merged ${listIds(others)} into it`),
  });
  return [
    { effect: 'kept', item: kept },
    ...others.map((item) => finishItem(room, item, 'superseded', because)),
  ];
}

function listIds(items: readonly WorkingItem[]): string {
  const ids: readonly ItemId[] = items.map(({ id }) => id);
  return `${ids.length === 1 ? 'item' : 'items'} ${ids.join(', ')}`;
}

function buildCause({ nowMs, turn }: Pick<Room, 'nowMs' | 'turn'>, because: string): ChangeCause {
  return { because, atMs: nowMs, turn };
}

function refuse(happened: string): UsageError {
  return new UsageError({
    code: 'memory.not-corrected',
    happened,
    todo: 'Look at it with "terrarium memory plans" or "terrarium memory search WORDS". Nothing was changed.',
  });
}
