// Renders a batch for a model: events with ids to cite, fragments, what is held in mind; everything escaped.
import { readFileSync } from 'node:fs';
import { renderInstant } from '@terrarium/kernel/environment';
import { escapeAttribute, escapeText } from '@terrarium/kernel/foreign-text';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { nameVoice } from '../assembly/waking.ts';
import { renderDayAndTime } from '../events/render-moment.ts';
import { isAskedFor } from '../facts/choose-facts.ts';
import { renderFact, renderFactName } from '../facts/known-fact.ts';
import { listAsked } from '../facts/read-tellings.ts';
import { type FragmentText, summaryKey } from '../fragments/fragment.ts';
import type { Voices } from '../tags/voices.ts';
import { parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { WorkingItem } from '../working-memory/item.ts';
import { readProse } from './ambient-page.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import type { Draft } from './draft.ts';
import type { MaintenanceBatch } from './maintenance-writer.ts';
import type { Operation, RefusedOperation } from './operation.ts';
import { computeInventoryRoom } from './plan-batch.ts';

export const maintenanceInstructions = readFileSync(
  new URL('../prompts/maintenance.md', import.meta.url),
  'utf8',
).trimEnd();

/** How much room a request has for the batch, and for what is sent along with the batch. */
export interface Surroundings {
  /** Tokens of events and fragments together. */
  readonly batch: number;
  /** Tokens of index, items and ambient.md together. */
  readonly tokens: number;
  /** Tokens that the reply may have. */
  readonly reply: number;
  count(text: string): number;
  readonly people: People;
}

/** Who speaks, and where the person lives. */
export interface People {
  readonly voices: Voices;
  /** The person's time zone; if undefined, the machine's. */
  readonly timeZone: string | undefined;
}

interface HeldFact {
  readonly subject: string | undefined;
  readonly value: string;
}

const shares = { index: 0.4, items: 0.3, ambient: 0.3 } as const;
const longestIndexLine = 120;
/** A fact whose relation the events mention ranks as if it shared this many more words with the events. */
const askedWorth = 3;
/** The model is told this share of the reply's limit, because token counts are estimates. */
const replyShare = 0.85;
const cutNote = '(Its newest lines: append to this inventory, do not rewrite it.)';

/**
 * The user's message for a batch: first what is known, last what is new. `periods`: keys of summaries to be written.
 */
export function renderBatch(
  batch: MaintenanceBatch,
  surroundings: Surroundings,
  periods: readonly string[] = [],
): string {
  const isSearching = batch.events.length === 0;
  const withShare = (share: keyof typeof shares) => ({
    ...surroundings,
    tokens: surroundings.tokens * shares[share],
  });
  const { people } = surroundings;
  const index = renderIndex(batch.draft, withShare('index'));
  // The summaries of days and months get the room that the index leaves, so that both stay within the share of the
  // index.
  const room = Math.max(0, surroundings.tokens * shares.index - surroundings.count(index));
  return [
    renderPeople(people),
    index,
    renderFragments(batch, surroundings),
    renderItems(batch, withShare('items')),
    renderAmbient(batch.draft, withShare('ambient')),
    isSearching
      ? 'Nothing new was said. Look through the fragments above, and mend what is repeated, stale or badly put.'
      : `<events>\n${batch.events.map((event) => renderEvent(event, people)).join('\n')}\n</events>`,
    ...renderPeriods(periods, batch.draft, { ...surroundings, tokens: room }),
    batch.request === undefined ? '' : renderElement('request-of-the-person', batch.request),
    `Now: ${renderDayAndTime(batch.nowMs, people.timeZone)}. Answer with the operations as JSON, in at most ${Math.floor(surroundings.reply * replyShare)} tokens.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderIndex({ fragments }: Draft, limit: Surroundings): string {
  // Fragments with the most sources come first, so that those for which there is no room matter least.
  const lines = [...fragments.values()]
    .filter(({ key }) => !summaryKey.test(key))
    .sort((one, other) => other.sources.length - one.sources.length)
    .map(({ key, ambient }) => `${key}: ${escapeText(cut(ambient))}`);
  return wrap('fragment-index', lines, limit);
}

/**
 * Lists the summaries to be written. For a month, also shows the existing summaries of its days, since their events may
 * not be in this request.
 */
function renderPeriods(
  periods: readonly string[],
  { fragments }: Draft,
  limit: Surroundings,
): readonly string[] {
  if (periods.length === 0) return [];
  const months = periods.filter((key) => key.startsWith('month-')).map((key) => key.slice('month-'.length));
  const days = [...fragments.values()]
    .filter(({ key }) => months.some((month) => key.startsWith(`session-${month}`)))
    .map(({ key, inventory }) => `${key}:\n${escapeText(inventory)}`);
  return [wrap('days-written', days, limit), `<to-sum-up>${periods.join(' ')}</to-sum-up>`];
}

/** The first lines that fit, in a tag that says how many were left out; empty if not even the first one fits. */
function wrap(name: string, lines: readonly string[], { tokens, count }: Surroundings): string {
  let left = tokens;
  const beyond = lines.findIndex((line) => {
    left -= count(line) + 1;
    return left < 0;
  });
  const shown = beyond < 0 ? lines : lines.slice(0, beyond);
  if (shown.length === 0) return '';
  const more = shown.length < lines.length ? ` left-out="${lines.length - shown.length}"` : '';
  return `<${name}${more}>\n${shown.join('\n')}\n</${name}>`;
}

/** A page that does not fit is not shown at all: a model that sees only half of it would rewrite only that half. */
function renderAmbient({ ambient = '' }: Draft, { tokens, count }: Surroundings): string {
  const prose = readProse(ambient);
  if (prose.trim() === '') return '<ambient-file empty="yes"/>';
  return count(prose) > tokens ? '<ambient-file left-out="all"/>' : renderElement('ambient-file', prose);
}

/** An inventory that is larger than its room is cut. */
function renderFragments(batch: MaintenanceBatch, surroundings: Surroundings): string {
  return listShownFragments(batch)
    .map((fragment) => {
      const [ambient, recognition] = [fragment.ambient, fragment.recognition];
      const inventory = isShownWhole(batch, surroundings, fragment)
        ? renderElement('inventory', fragment.inventory)
        : renderNewest(fragment.inventory, {
            room: measureInventoryRoom(batch, surroundings, fragment),
            count: surroundings.count,
          });
      const shallow = [renderElement('ambient', ambient), renderElement('recognition', recognition)];
      const approved = batch.draft.approved.has(fragment.key) ? ' approved="yes"' : '';
      return `<fragment key="${fragment.key}"${approved}>\n${[...shallow, inventory].join('\n')}\n</fragment>`;
    })
    .join('\n');
}

function listShownFragments({ draft, fragmentKeys }: MaintenanceBatch): readonly FragmentText[] {
  return fragmentKeys.flatMap((key) => draft.fragments.get(key) ?? []);
}

function measureInventoryRoom(
  { events }: MaintenanceBatch,
  { batch, count }: Surroundings,
  { ambient, recognition }: FragmentText,
): number {
  const room = computeInventoryRoom(batch, events.length > 0);
  return events.length > 0 ? room : room - count(`${ambient}\n${recognition}`);
}

/** Whether a request shows all of an inventory; only what was shown whole can be rewritten. */
export function isShownWhole(
  batch: MaintenanceBatch,
  surroundings: Surroundings,
  fragment: FragmentText,
): boolean {
  const room = measureInventoryRoom(batch, surroundings, fragment);
  return surroundings.count(renderElement('inventory', fragment.inventory)) <= room;
}

/**
 * The newest lines that fit. A model that is shown only part of an inventory is told so, and can add lines to
 * it, but not rewrite it.
 */
function renderNewest(
  inventory: string,
  { room, count }: { room: number; count(text: string): number },
): string {
  const lines = inventory.split('\n');
  let left = room - count(cutNote);
  const beyond = lines.findLastIndex((line) => {
    left -= count(`${escapeText(line)}\n`);
    return left < 0;
  });
  const shown = lines.slice(beyond + 1);
  return `<inventory cut="${beyond + 1} of ${lines.length} lines left out">\n${cutNote}\n${escapeText(shown.join('\n'))}</inventory>`;
}

/**
 * Items that are related to the events come first, since the events may end them. The others are left out first if
 * there is no room.
 */
function renderItems({ draft, events }: MaintenanceBatch, limit: Surroundings): string {
  const active = [...draft.items.values()].filter((item) => item.status === 'active').toReversed();
  const terms = new Set(events.flatMap(({ shown }) => [...splitTerms(shown).counts.keys()]));
  const asked = new Set(events.flatMap(({ shown }) => listAsked(shown)));
  const rank = (item: WorkingItem) => {
    const isAsked = item.kind === 'fact' && isAskedFor(parseFactSubject(item.subject ?? ''), asked);
    const shared = [...splitTerms(item.content).counts.keys()].filter((term) => terms.has(term)).length;
    return Number(isAsked) * askedWorth + shared;
  };
  const ranked = active
    .map((item) => ({ item, worth: rank(item) }))
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ item }) => item);
  const renderSaid = (subject: string | undefined, value: string) =>
    escapeAttribute(renderHeldFact({ subject, value }, limit.people.voices));
  const lines = ranked.map((item) => {
    const due = item.dueAtMs === undefined ? '' : ` due="${renderInstant(item.dueAtMs)}"`;
    const fact = item.kind === 'fact' ? ` fact="${renderSaid(item.subject, findFactValue(item))}"` : '';
    return `<item id="${item.id}" kind="${item.kind}"${fact} event="${item.eventId}"${due}>${escapeText(item.content)}</item>`;
  });
  // The facts that an earlier part of this run noted: a model that is not shown them would note them again.
  const noted = draft.facts.map(
    ({ eventId, fact, subject }) =>
      `<item kind="fact" fact="${renderSaid(subject, fact.value)}" event="${eventId}">${escapeText(fact.quote)}</item>`,
  );
  return wrap('held-in-mind', [...noted, ...lines], limit);
}

/** Renders what a fact says and, if several people speak with the companion, about which of them. */
function renderHeldFact({ subject = '', value }: HeldFact, { user, companion }: Voices): string {
  const { owner, relation, voice } = parseFactSubject(subject);
  const isOfMany = user.filter(({ role }) => role !== 'companion').length > 1;
  return isOfMany
    ? renderFact({ owner, relation, value }, nameVoice({ user, companion }, voice))
    : `${renderFactName({ owner, relation })}: ${value}`;
}

/** Tells the model as whom to write, and about whom. */
function renderPeople({ voices: { user, companion } }: People): string {
  const list = (some: readonly { readonly name: string }[]) =>
    some.map(({ name }) => escapeText(name)).join(', ');
  const [self] = companion;
  return `<people>\nThe memory is that of ${list(companion)}. Write as ${escapeText(self.name)} would: "I" is ${escapeText(self.name)}.\nThe person is ${list(user)}: write of the person by name, in the third person.\n</people>`;
}

function renderEvent(event: CompiledEvent, { voices, timeZone }: People): string {
  const image = event.imagePath === undefined ? '' : ` image="${escapeAttribute(event.imagePath)}"`;
  const head = `<event id="${event.id}" at="${event.isUndated ? 'undated' : renderDayAndTime(event.atMs, timeZone)}" by="${escapeAttribute(nameVoice(voices, event.voice))}" side="${event.side === 'user' ? 'person' : 'companion'}"${image}>`;
  const held = event.held.map(({ tag, content }) => `(${tag}) ${escapeText(content)}`);
  return `${head}${[escapeText(event.shown), ...held].filter((part) => part !== '').join('\n')}</event>`;
}

function renderElement(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${escapeText(text)}</${name}>`;
}

function cut(text: string): string {
  return text.length <= longestIndexLine ? text : `${text.slice(0, longestIndexLine - 1).toWellFormed()}…`;
}

export interface JudgedReply {
  readonly operations: readonly Operation[];
  readonly refused: readonly RefusedOperation[];
  readonly isReadable: boolean;
  /** Whether the newest reply was cut off. */
  readonly isCut: boolean;
}

const shownRefusals = 20;

/** `isReadable` must be about the newest reply alone. */
export function renderRepair(judged: JudgedReply): string {
  const { refused, operations, isReadable, isCut } = judged;
  if (!isReadable)
    return 'That holds no JSON list of operations. Answer with {"operations": [ … ]} and nothing else.';
  const lines = refused.slice(0, shownRefusals).map(({ proposed, say }) => `- ${proposed}: ${say}`);
  const count = operations.length;
  const counted = count === 1 ? '1 operation was taken.' : `${count} operations were taken.`;
  return [
    ...(lines.length > 0 ? [`${counted} These were not:`, ...lines] : [counted]),
    ...(isCut ? ['Your reply was cut off at its end.'] : []),
    isCut
      ? 'Answer with {"operations": [ … ]} once more: only what has not been taken yet, mended where it was refused.'
      : 'Answer with JSON once more: only those that were not taken, mended. Leave out what cannot be mended.',
  ].join('\n');
}
