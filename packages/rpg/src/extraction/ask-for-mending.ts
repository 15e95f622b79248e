// Asks a model to mend what it read in a rulebook until nothing gets better, and to add what the system still lacks.

import { askAndJudge, type Judged } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { filterFitting } from '@terrarium/kernel/filter-fitting';
import { escapeJson, escapeTags, escapeText } from '@terrarium/kernel/foreign-text';
import { parseItems } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import type { ManifestProblem } from '../system/system.ts';
import { buildManifest, type ManifestTitle, normaliseItems } from './build-manifest.ts';
import type { ExtractedKind, RefusedItem } from './extracted-item.ts';
import type { ExtractionJournal } from './extraction-journal.ts';
import { type Gap, listGaps } from './list-gaps.ts';
import { findItemAt, listPlaces, type PlacedItem } from './list-places.ts';
import { nameItem } from './merge-items.ts';
import { renderRefused } from './render-refused.ts';
import type { Rulebook, RulebookPart } from './rulebook.ts';
import { splitRulebook } from './split-rulebook.ts';
import { type SourcedItem, validateItems } from './validate-items.ts';

/** The index under which the journal keeps replies about the mending; parts of the book have indices from 0. */
const mendingIndex = -1;
const mostMendings = 6;
const shownProblems = 16;
const temperature = 0.1;
const maxOutputTokens = 4_096;

export interface MendOptions extends AskedModel {
  readonly book: Rulebook;
  readonly journal: ExtractionJournal;
  readonly countTokens: (text: string) => number;
  readonly signal?: AbortSignal | undefined;
  readonly title: ManifestTitle;
  readonly instructions: string;
  readonly items: readonly SourcedItem[];
  /** How many tokens of a request the items made so far may take. */
  readonly roomTokens: number;
  readonly mostOutputTokens: number;
}

interface Mended {
  readonly items: readonly SourcedItem[];
  readonly problems: number;
  readonly rounds: number;
}

/** Returns the items unchanged if there is nothing to mend. */
export async function askForMending(options: MendOptions): Promise<readonly SourcedItem[]> {
  const { book, journal, items, instructions, mostOutputTokens, signal } = options;
  const { problems } = buildManifest(options.title, items);
  if (problems.length === 0) return items;
  const whole = { index: mendingIndex, start: 0, end: book.text.length, headings: [] };
  const known = journal.list(whole);
  const before: Mended = { items, problems: problems.length, rounds: 0 };
  const { taken } = await askAndJudge<Mended>(options, {
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: renderProblems(options, { items, problems, refused: [] }) },
    ],
    maxOutputTokens,
    mostOutputTokens,
    temperature,
    signal,
    judge: (reply, last = before) => validateMending(options, { whole, reply, last }),
    journal: { find: (place) => known[place], note: (reply) => journal.record(whole, reply) },
  });
  return taken.items;
}

/** The index under which the journal keeps the reply about gaps. */
const gapsIndex = -2;

/**
 * Asks once for what the book seems to describe and the system lacks. If items of the reply are refused, the model is
 * asked for these once more.
 */
export async function askForGaps(options: MendOptions): Promise<readonly SourcedItem[]> {
  const { book, journal, items, instructions, mostOutputTokens, signal } = options;
  const gaps = listGaps({ items, book });
  if (gaps.length === 0) return items;
  const whole = { index: gapsIndex, start: 0, end: book.text.length, headings: [] };
  const known = journal.list(whole);
  const { taken } = await askAndJudge<Applied>(options, {
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: renderGaps(options, gaps) },
    ],
    maxOutputTokens,
    mostOutputTokens,
    temperature,
    signal,
    judge: (reply, last) => {
      const applied = applyMending(options, { whole, reply, items: last?.items ?? items });
      const isRefused = applied.refused.length > 0 && last === undefined;
      return {
        standing: isRefused ? 'refused' : 'clear',
        taken: applied,
        again: { role: 'user', content: renderThrown(applied.refused) },
      };
    },
    journal: { find: (place) => known[place], note: (reply) => journal.record(whole, reply) },
  });
  return taken.items;
}

function renderThrown(refused: readonly RefusedItem[]): string {
  return `These were thrown away; the others are taken. Answer with {"items": […]} holding only these, mended:\n${renderRefused(refused)}`;
}

/** The kinds of items that are shown first: those that decide fights, then those of sheets. */
const deciding: readonly ExtractedKind[] = ['intent', 'opponents', 'check', 'downfall', 'rest', 'field'];

/** Shows the items that decide fights and sheets, and the passages of the book that contain the words of the gaps. */
function renderGaps(options: MendOptions, gaps: readonly Gap[]): string {
  const { items, roomTokens, countTokens, book } = options;
  const first = new Set(deciding.flatMap((kind) => items.filter(({ item }) => item.kind === kind)));
  const room = { roomTokens: Math.floor(roomTokens / 2), countTokens };
  const passages = listPassages(book, gaps, room);
  return [
    `<made>\n${escapeJson(listMade(room, items, first))}\n</made>`,
    `<rulebook>\n${escapeText(passages)}\n</rulebook>`,
    `These seem to be missing:\n${escapeText(gaps.map(({ say }) => `- ${say}`).join('\n'))}`,
    'Answer with {"items": […]} holding what the book says of them: an item replaces the earlier one with the same kind and name. Leave out what the book does not have.',
  ].join('\n\n');
}

const mostPassages = 3;
/** A longer paragraph is shown in pieces, each at most this share of the room for passages. */
const pieceShare = 1 / 4;

function listPassages(
  { text }: Rulebook,
  gaps: readonly Gap[],
  { roomTokens, countTokens }: Pick<MendOptions, 'roomTokens' | 'countTokens'>,
): string {
  const split = { maxTokens: Math.floor(roomTokens * pieceShare), count: countTokens };
  const paragraphs = joinHeadings(text.split(/\n{2,}/)).flatMap((one) =>
    splitRulebook(one, split).map(({ start, end }) => one.slice(start, end)),
  );
  const chosen = new Set(gaps.flatMap(({ words }) => choosePassages(paragraphs, words)));
  const passages = paragraphs.filter((one) => chosen.has(one));
  return filterFitting(passages, roomTokens, countTokens).join('\n\n');
}

/** The passages in which the words occur most often. */
function choosePassages(paragraphs: readonly string[], words: RegExp): readonly string[] {
  const every = new RegExp(words.source, `${words.flags.replace('g', '')}g`);
  return paragraphs
    .map((one) => ({ one, count: [...one.matchAll(every)].length }))
    .filter(({ count }) => count > 0)
    .toSorted((first, second) => second.count - first.count)
    .slice(0, mostPassages)
    .map(({ one }) => one);
}

/** Joins each heading with the paragraph below it: a heading by itself says nothing. */
function joinHeadings(paragraphs: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const one of paragraphs) {
    const before = joined.at(-1);
    if (before !== undefined && /^#[^\n]*$/.test(before)) joined[joined.length - 1] = `${before}\n${one}`;
    else joined.push(one);
  }
  return joined;
}

interface Mending {
  readonly whole: RulebookPart;
  readonly reply: string;
  readonly last: Mended;
}

/** A mending is used only if it leaves fewer problems than before. */
function validateMending(options: MendOptions, { whole, reply, last }: Mending): Judged<Mended> {
  const { items, refused } = applyMending(options, { whole, reply, items: last.items });
  const { problems } = buildManifest(options.title, items);
  const isBetter = problems.length < last.problems;
  const kept = isBetter ? items : last.items;
  const left = isBetter ? problems : buildManifest(options.title, kept).problems;
  const rounds = last.rounds + 1;
  const taken = { items: kept, problems: Math.min(problems.length, last.problems), rounds };
  const isOver = taken.problems === 0 || rounds >= mostMendings;
  const goesOn = isBetter ? 'cut' : 'refused';
  return {
    standing: isOver ? 'clear' : goesOn,
    taken,
    again: { role: 'user', content: renderProblems(options, { items: kept, problems: left, refused }) },
  };
}

const wanted = { member: 'items', item: z.looseObject({ kind: z.string() }) };
const removal = z.object({ kind: z.literal('remove'), what: z.string() });

interface Applied {
  readonly items: readonly SourcedItem[];
  readonly refused: readonly RefusedItem[];
}

/** Each item replaces the item of the same kind and name. Its quote may be anywhere in the book. */
function applyMending(
  { book }: Pick<MendOptions, 'book'>,
  { whole, reply, items: before }: Pick<Mending, 'whole' | 'reply'> & Pick<Mended, 'items'>,
): Applied {
  const said = parseItems(reply, wanted).items;
  const removed = new Set(
    said.flatMap((one) => {
      const parsed = removal.safeParse(one);
      return parsed.success ? [parsed.data.what.trim()] : [];
    }),
  );
  const others = said.filter((one) => !removal.safeParse(one).success);
  const { items, refused } = validateItems(book, whole, others);
  const mended = new Map(items.map((one) => [nameItem(one.item), one] as const));
  const left = before.filter(({ item }) => !removed.has(nameItem(item)));
  const names = new Set(left.map(({ item }) => nameItem(item)));
  return {
    items: normaliseItems([
      ...left.map((one) => mended.get(nameItem(one.item)) ?? one),
      ...items.filter(({ item }) => !names.has(nameItem(item))),
    ]),
    refused,
  };
}

interface Standing {
  readonly items: readonly SourcedItem[];
  readonly problems: readonly ManifestProblem[];
  readonly refused: readonly RefusedItem[];
}

function renderProblems(options: MendOptions, { items, problems, refused }: Standing): string {
  const placed = listPlaces(items);
  const shown = problems.slice(0, shownProblems);
  // A fault in a field that people share with foes is listed for both, so each line is kept once.
  const lines = new Set(
    shown.map(({ pointer, says, suggestion }) => `- ${namePlace(placed, pointer)}: ${says} ${suggestion}`),
  );
  const faulty = new Set(shown.flatMap(({ pointer }) => findItemAt(placed, pointer)?.one ?? []));
  return [
    `<made>\n${escapeJson(listMade(options, items, faulty))}\n</made>`,
    `The system cannot be played yet:\n${escapeTags([...lines].join('\n'))}`,
    ...(refused.length === 0
      ? []
      : [`Of your last answer these were thrown away:\n${renderRefused(refused)}`]),
    'Answer with {"items": […]} holding only what mends this: an item replaces the earlier one with the same kind and name; {"kind":"remove","what":"field attributes.luck"} removes one. A quote may come from anywhere in the book; those above may be used again.',
  ].join('\n\n');
}

/** Names the item and the member to which a pointer leads, since a model does not see the indices of lists. */
function namePlace(placed: readonly PlacedItem[], pointer: string): string {
  const found = findItemAt(placed, pointer);
  if (found === undefined) return pointer === '' ? 'the whole' : pointer;
  return [nameItem(found.one.item), ...found.within].join(', ');
}

/**
 * Lists the items of `first` at the beginning, then as many others as there is room for, in the form in which they were
 * written.
 */
function listMade(
  room: Pick<MendOptions, 'roomTokens' | 'countTokens'>,
  items: readonly SourcedItem[],
  first: ReadonlySet<SourcedItem>,
): string {
  const sorted = [...first, ...items.filter((one) => !first.has(one))];
  const lines = sorted.map(({ item }) => JSON.stringify(item));
  return filterFitting(lines, room.roomTokens, room.countTokens).join('\n');
}
