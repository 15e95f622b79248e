// Phase 1 of an assembly: scores all items that linger in mind, and fills the budget in order of score.

import { isDueApart, type Moment, score } from '../decay/score.ts';
import { findLaterWords, type LaterWords } from '../echoes/find-later-words.ts';
import { computeDayNumber, isEndOfDay, renderDay, renderDueDate } from '../events/render-moment.ts';
import { type Outdated, openOutdated } from '../facts/find-outdated.ts';
import { hasConfided, isConfided } from '../facts/is-confided.ts';
import type { ItemEntry } from '../ledger/wake-ledger.ts';
import { computeWorkingMemoryMaximum, type WakeLine } from '../ledger/wake-package.ts';
import type { Teller } from '../ledger/wake-store.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { type Looking, renderAge, renderWait } from '../render/render-age.ts';
import { renderSection } from '../render/render-wake.ts';
import { describeItem, describeRecurrence } from '../working-memory/describe-item.ts';
import type { ItemId, WeighedItem, WorkingItem } from '../working-memory/item.ts';
import { findMove } from '../working-memory/move-plan.ts';
import { withCurrentDues } from '../working-memory/recurring-plans.ts';
import { nameHeld } from './name-held.ts';
import { cutText, fillByScore, removeUntilFits } from './token-budget.ts';
import { nameVoice, type Waking } from './waking.ts';

export interface ChosenItems {
  /** The oldest line first. */
  readonly lines: readonly WakeLine[];
  readonly tokens: number;
  /** How full working memory is, from 0 to 1. */
  readonly pressure: number;
  /** All items that are in the wake, and the weightiest of the items that are not. */
  readonly entries: readonly ItemEntry[];
  readonly notListed: number;
  /** The contents of the shown items, as they were written, and of plans also as they are shown. */
  readonly contents: readonly string[];
  readonly rendered: readonly RenderedItem[];
  readonly announcement: readonly WakeLine[];
}

interface RenderedItem extends WeightedItem {
  readonly line: WakeLine;
  readonly content: string;
  /** The content as it was written; for a plan, with the words for its date. */
  readonly written: string;
  readonly tokens: number;
}

/** At most this many of the items left out are listed. The command `why` computes the others from stored data. */
const leftListed = 40;
/** No item may take more of working memory than this share: one long text must not push out everything else. */
const largestShare = 0.25;
/** Texts are read in batches of this size, since most texts are never needed. */
const batch = 48;

export function chooseItems(waking: Waking): ChosenItems {
  const maximum = computeWorkingMemoryMaximum(waking.budgets);
  const weighed = rankItems(waking);
  const candidates = weighed.filter((one) => one.score >= waking.profile.threshold);
  const announced = maximum > 2 * announcementTokens && candidates.some((one) => isFadingPin(one, waking));
  const room = maximum - (announced ? announcementTokens : 0);
  const outdated = openOutdated(waking.stores);
  const rendering = openRendering(candidates, {
    waking,
    outdated,
    largest: Math.floor(maximum * largestShare),
  });
  const { chosen } = fillByScore(candidates, {
    maximum: room - waking.tokens.count(renderSection('lingering', [{ text: '', isSecret: false }])),
    measure: (one, index) => rendering.read(one, index)?.tokens ?? Number.POSITIVE_INFINITY,
  });
  const rendered = chosen.flatMap((one) => rendering.find(one) ?? []);
  const { kept, tokens } = removeUntilFits(rendered, {
    maximum: room,
    measureAll: (items) => waking.tokens.count(renderSection('lingering', sortLines(items))),
  });
  const announcement = announced ? announce(candidates, kept, waking) : [];
  const lines = [...sortLines(kept), ...announcement];
  const total = announced ? waking.tokens.count(renderSection('lingering', lines)) : tokens;
  return {
    lines,
    tokens: total,
    pressure: maximum === 0 ? 0 : total / maximum,
    contents: [...new Set(kept.flatMap(({ content, written }) => [content, written]))],
    rendered: kept,
    announcement,
    ...listEntries(weighed, kept, waking),
  };
}

/**
 * Returns the choice without the items that the newest replies show in their tags. Some stay nevertheless: secrets,
 * which replies do not show; plans with a date, of which the list says more; items that never fade (`isKept`), so that
 * this is seen; and pins that are about to fade.
 */
export function removeHeld(chosen: ChosenItems, held: ReadonlySet<string>, waking: Waking): ChosenItems {
  const isTwice = (one: RenderedItem) =>
    one.item.kind !== 'secret' &&
    one.item.dueAtMs === undefined &&
    !one.item.isKept &&
    !isFadingPin(one, waking) &&
    held.has(nameHeld(one.item.kind, one.content));
  const twice = new Set(chosen.rendered.filter(isTwice).map(({ item }) => item.id));
  if (twice.size === 0) return chosen;
  const rendered = chosen.rendered.filter(({ item }) => !twice.has(item.id));
  const lines = [...sortLines(rendered), ...chosen.announcement];
  const entries = chosen.entries.map(
    (entry): ItemEntry => (twice.has(entry.id) ? { ...entry, tokens: 0, left: 'in-view' } : entry),
  );
  const tokens = waking.tokens.count(renderSection('lingering', lines));
  return { ...chosen, rendered, lines, tokens, entries };
}

interface Rendering {
  /** Undefined if the item is gone, or if not even the beginning of its text fits. */
  read(one: WeightedItem, index: number): RenderedItem | undefined;
  /** Finds an item that `read` has rendered before. */
  find(one: WeightedItem): RenderedItem | undefined;
}

interface RenderingGround {
  readonly waking: Waking;
  /** Finds the fact of which the item states a former value; undefined if there is none. */
  outdated(item: WorkingItem): Outdated | undefined;
  readonly largest: number;
}

function openRendering(candidates: readonly WeightedItem[], ground: RenderingGround): Rendering {
  const { waking } = ground;
  const rendered = new Map<ItemId, RenderedItem | undefined>();
  const readFrom = (start: number) => {
    const part = candidates.slice(start, start + batch);
    const contents = waking.stores.items.readContents(part.map(({ item }) => item.id));
    const tellers = waking.stores.wakes.readTellers(part.map(({ item }) => item.eventId));
    // By the clock of the story, nobody can tell what was said since: an item has only the story's time.
    const isTimed = waking.profile.clock !== 'story';
    const later = findLaterWords(waking.stores.connection, isTimed ? [...contents.values()] : [], {
      voices: waking.voices.user.filter(({ role }) => role !== 'companion').map(({ id }) => id),
      untilMs: waking.wallMs,
    });
    for (const one of part) {
      const item = contents.get(one.item.id);
      rendered.set(
        one.item.id,
        item &&
          renderOne(one, { item, teller: tellers.get(item.eventId), later: later.get(item.id), ...ground }),
      );
    }
  };
  return {
    read(one, index) {
      if (!rendered.has(one.item.id)) readFrom(index);
      return rendered.get(one.item.id);
    },
    find: (one) => rendered.get(one.item.id),
  };
}

interface Reading extends RenderingGround {
  readonly item: WorkingItem;
  readonly teller: Teller | undefined;
  /** What a person said later about the same thing, with a word such as "now" or "no longer". */
  readonly later: LaterWords | undefined;
}

function renderOne(
  one: WeightedItem,
  { teller, waking, largest, outdated, later, ...read }: Reading,
): RenderedItem | undefined {
  const move = findMove(waking.stores.items, read.item);
  const item = {
    ...read.item,
    dueAtMs: one.item.dueAtMs,
    content: describeItem(waking.stores.items, read.item),
  };
  const lead = renderItemLead(item, {
    moment: waking.moment,
    timeZone: waking.timeZone,
    by: nameVoice(waking.voices, teller?.voice ?? ''),
    isUndated: teller?.isUndated === true,
    confidedBy: findConfiding(read.item, teller, waking),
    isFading: isFadingPin(one, waking),
    outdated: outdated(item),
    later,
    movedFromMs: move?.fromMs,
  });
  const { text, tokens } = cutText(`\n${lead}${renderItemContent(item)}`, {
    maximum: largest,
    mark: ` … [cut: the rest is in moment ${item.eventId}]`,
    tokens: waking.tokens,
  });
  if (text === '') return undefined;
  return {
    ...one,
    line: { text: text.slice(1), isSecret: item.kind === 'secret' },
    content: item.content,
    written: read.item.content,
    tokens,
  };
}

function sortLines(items: readonly RenderedItem[]): readonly WakeLine[] {
  return [...items]
    .sort((one, other) => one.item.createdAtMs - other.item.createdAtMs || one.item.id - other.item.id)
    .map(({ line }) => line);
}

function announce(
  candidates: readonly WeightedItem[],
  kept: readonly RenderedItem[],
  waking: Waking,
): readonly WakeLine[] {
  const shown = new Set(kept.map(({ item }) => item.id));
  const fading = candidates.filter((one) => isFadingPin(one, waking) && !shown.has(one.item.id));
  return announceFading(fading, waking);
}

/**
 * Lists the items in the wake, and the weightiest of the others, at most `leftListed`. Stops as soon as both are found.
 */
function listEntries(
  weighed: readonly WeightedItem[],
  kept: readonly RenderedItem[],
  { profile }: Waking,
): Pick<ChosenItems, 'entries' | 'notListed'> {
  const shown = new Map(kept.map(({ item, tokens }) => [item.id, tokens]));
  const entries: ItemEntry[] = [];
  let toFind = kept.length;
  let toList = leftListed;
  for (const { item, score } of weighed) {
    if (toFind === 0 && toList === 0) break;
    const tokens = shown.get(item.id);
    if (tokens !== undefined) toFind -= 1;
    else if (toList > 0) toList -= 1;
    else continue;
    const left = tokens === undefined ? findReason(score, profile) : undefined;
    entries.push({ id: item.id, score, tokens: tokens ?? 0, left, subject: buildSubject(item) });
  }
  return { entries, notListed: weighed.length - entries.length };
}

function findReason(score: number, { threshold }: Waking['profile']): ItemEntry['left'] {
  return score >= threshold ? 'no-room' : 'faded';
}

function buildSubject(item: WeighedItem): ItemEntry['subject'] {
  const { kind, createdAtMs, refreshedAtMs, refreshedTurn, dueAtMs, isKept } = item;
  return { kind, createdAtMs, refreshedAtMs, refreshedTurn, dueAtMs, isKept };
}

interface ItemLineOptions {
  readonly moment: Moment;
  readonly timeZone: string | undefined;
  /** The name of the voice that said the item. */
  readonly by: string;
  /** Whether it is not known when the item was said. */
  readonly isUndated: boolean;
  /** Who told the item in confidence; set only if the companion speaks with several people. */
  readonly confidedBy: string | undefined;
  /** Whether the item is about to fade from mind. */
  readonly isFading: boolean;
  readonly outdated: Outdated | undefined;
  readonly later: LaterWords | undefined;
  /** When a plan was due before it was moved. */
  readonly movedFromMs: number | undefined;
}

/** The text before the content, such as "- plan (Ana, 2 days ago; due Fri 26 June, in 20 hours): ". */
function renderItemLead(item: WorkingItem, options: ItemLineOptions): string {
  const { moment, by, isUndated, isFading, outdated, confidedBy } = options;
  const looking = { nowMs: moment.nowMs, timeZone: options.timeZone };
  const notes = [
    `${escapeTagsInLine(by)}, ${isUndated ? 'undated' : renderAge(item.createdAtMs, looking)}${renderAgain(item, looking)}`,
    ...(item.dueAtMs === undefined ? [] : [renderDue({ ...item, dueAtMs: item.dueAtMs }, options)]),
    ...(item.kind === 'secret' ? ['kept to oneself'] : []),
    ...(item.isKept ? ['kept'] : []),
    ...(confidedBy === undefined ? [] : [`told in confidence by ${escapeTagsInLine(confidedBy)}`]),
    ...(isFading ? ['about to fade'] : []),
    ...(outdated === undefined ? renderLater(options) : [renderOutdated(outdated, options)]),
  ];
  return `- ${item.kind} (${notes.join('; ')}): `;
}

function renderLater({ later, timeZone }: ItemLineOptions): readonly string[] {
  return later === undefined
    ? []
    : [`said since, on ${renderDay(later.atMs, timeZone)}: “${escapeTagsInLine(later.quote)}”`];
}

function renderOutdated({ name, value, sinceMs }: Outdated, { timeZone }: ItemLineOptions): string {
  const present = value === undefined ? '' : `: the ${name} is ${escapeTagsInLine(value)}`;
  return `no longer so${present} since ${renderDay(sinceMs, timeZone)}`;
}

/**
 * Finds the name of the person who asked that nobody be told, in the message that told the item or in the message that
 * it answered. Undefined for a secret, and if only one person speaks with the companion.
 */
function findConfiding(
  item: WorkingItem,
  teller: Teller | undefined,
  { voices }: Waking,
): string | undefined {
  const people = voices.user.filter(({ role }) => role !== 'companion');
  const heard = teller?.heard;
  if (heard === undefined || people.length < 2 || item.kind === 'secret') return undefined;
  const isOwn = heard.voice === teller?.voice;
  const isAsked = isOwn ? isConfided(item.content, heard.text) : hasConfided(heard.text);
  return isAsked ? nameVoice(voices, heard.voice) : undefined;
}

function renderItemContent(item: Pick<WorkingItem, 'content'>): string {
  return escapeTagsInBlock(item.content);
}

/** When the item was said again, if this reads differently from when it was first said. */
function renderAgain({ createdAtMs, refreshedAtMs }: WorkingItem, looking: Looking): string {
  const again = renderAge(refreshedAtMs, looking);
  return again === renderAge(createdAtMs, looking) ? '' : `, again ${again}`;
}

type DatedItem = WorkingItem & { readonly dueAtMs: number };

function renderDue(item: DatedItem, { moment, timeZone, movedFromMs }: ItemLineOptions): string {
  const { nowMs } = moment;
  // The words for a plan's date, such as "tomorrow", were said on another day, so the date itself is shown. Words for a
  // recurrence are shown, since they say more than the next date.
  const recurrence = describeRecurrence(item, timeZone);
  const again = recurrence === undefined ? '' : `, "${escapeTagsInLine(recurrence)}"`;
  const words = item.dueWords === undefined ? renderMoved(movedFromMs, { nowMs, timeZone }) : again;
  const when = `${renderDueDate(item.dueAtMs, { nowMs, timeZone })}, ${renderWait(item.dueAtMs, { nowMs, timeZone })}${words}`;
  if (isDueApart(item, moment) && !isOfLastTalk(item, moment, timeZone))
    return `came due while you were apart: ${when}`;
  return `${item.dueAtMs < nowMs ? 'was due' : 'due'} ${when}`;
}

/** Whether the plan is for the whole day on which the talk before the silence ended. */
function isOfLastTalk({ dueAtMs }: DatedItem, { farewell }: Moment, timeZone: string | undefined): boolean {
  return (
    farewell !== undefined &&
    isEndOfDay(dueAtMs, timeZone) &&
    computeDayNumber(farewell.atMs, timeZone) === computeDayNumber(dueAtMs, timeZone)
  );
}

function renderMoved(movedFromMs: number | undefined, looking: Looking): string {
  return `, moved${movedFromMs === undefined ? '' : ` from ${renderDueDate(movedFromMs, looking)}`}`;
}

interface WeightedItem {
  readonly item: WeighedItem;
  readonly score: number;
}

/**
 * While a pin's score is below this many times the threshold, the wake says that the pin is fading. It says
 * so for the last two half-lives before the pin is no longer a candidate.
 */
const fadingUntil = 4;

/** The active items, the weightiest first; among equals, the newest first. */
function rankItems({ stores, moment, profile, timeZone }: Waking): readonly WeightedItem[] {
  const due = { nowMs: moment.nowMs, timeZone, apartMs: moment.farewell?.atMs };
  return withCurrentDues(stores.items.readActive(), stores.items.readDueWords(), due)
    .map((item) => ({ item, score: score(item, moment, profile) }))
    .sort(compareWeight);
}

function isFadingPin({ item, score: value }: WeightedItem, { profile }: Pick<Waking, 'profile'>): boolean {
  return item.kind === 'pin' && value >= profile.threshold && value < profile.threshold * fadingUntil;
}

function compareWeight(one: WeightedItem, other: WeightedItem): number {
  return (
    other.score - one.score || other.item.createdAtMs - one.item.createdAtMs || other.item.id - one.item.id
  );
}

/** Tokens kept free for the announcement, if there is one. */
const announcementTokens = 100;
const pinsNamed = 4;
const charactersNamed = 80;

/** Announces all of `fading` in one line that names the weakest of them; no line if there are none. */
function announceFading(fading: readonly WeightedItem[], { stores, tokens }: Waking): readonly WakeLine[] {
  if (fading.length === 0) return [];
  const weakest = fading.slice(-pinsNamed).reverse();
  const contents = stores.items.readContents(weakest.map(({ item }) => item.id));
  const named = [...contents.values()].map(renderShort);
  const others = fading.length - named.length;
  const line = `\n- pins about to fade unless taken up again: ${named.join('; ')}${others > 0 ? `; and ${others} more` : ''}`;
  const { text } = cutText(line, { maximum: announcementTokens - 10, mark: ' …', tokens });
  return text === '' ? [] : [{ text: text.slice(1), isSecret: false }];
}

function renderShort(item: { readonly content: string }): string {
  const [line = ''] = renderItemContent({ content: item.content.slice(0, 4 * charactersNamed) }).split('\n');
  return `"${line.length > charactersNamed ? `${line.slice(0, charactersNamed).toWellFormed().trimEnd()}…` : line}"`;
}
