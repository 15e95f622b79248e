// Extracts a game system from a rulebook: part by part with a model, each item with the words it is based on.
import { readFileSync } from 'node:fs';
import { askAndJudge, findStanding, type Judged } from '@terrarium/kernel/ask-and-judge';
import { type AskedModel, computeReplyCap } from '@terrarium/kernel/ask-model';
import { findWindow } from '@terrarium/kernel/find-window';
import { escapeAttribute, escapeText } from '@terrarium/kernel/foreign-text';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import type { Message } from '@terrarium/kernel/language-model';
import { parseItems } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import type { Prefab } from '../prefabs/prefab.ts';
import { prefabs } from '../prefabs/prefabs.ts';
import type { Reading } from '../system/manifest.ts';
import { categories } from '../system/manifest.ts';
import { askForGaps, askForMending } from './ask-for-mending.ts';
import { type BuiltManifest, buildManifest, type ManifestTitle, normaliseItems } from './build-manifest.ts';
import type { RefusedItem } from './extracted-item.ts';
import type { ExtractionJournal } from './extraction-journal.ts';
import { listGaps } from './list-gaps.ts';
import { listReadings } from './list-readings.ts';
import { mergeItems } from './merge-items.ts';
import { renderKnown } from './render-known.ts';
import { renderRefused } from './render-refused.ts';
import type { Rulebook, RulebookPart } from './rulebook.ts';
import { splitRulebook } from './split-rulebook.ts';
import { type SourcedItem, type ValidatedItems, validateItems } from './validate-items.ts';

export interface ExtractionOptions extends AskedModel {
  readonly book: Rulebook;
  readonly title: ManifestTitle;
  readonly journal: ExtractionJournal;
  readonly countTokens: (text: string) => number;
  /** The size of the context window in tokens; if undefined, the model's server is asked for it. */
  readonly contextTokens?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  onPart?(done: number, all: number): void;
}

export interface Extraction extends BuiltManifest {
  /** Things that the book says twice in different ways, and which of them counts. */
  readonly readings: readonly Reading[];
  /** What the book seems to describe and the system still lacks. */
  readonly gaps: readonly string[];
  /** Items that were not taken even after the model was told once what was wrong with them. */
  readonly refused: readonly RefusedItem[];
  /** Parts whose replies held no list at all. */
  readonly unread: readonly RulebookPart[];
}

const instructions = readFileSync(new URL('instructions.md', import.meta.url), 'utf8')
  .replace('{{prefabs}}', [...prefabs.values()].map(describePrefab).join('; '))
  .replace('{{categories}}', categories.join(', '));

/** Names what the configuration of a prefab may have, so that a model need not guess it. */
function describePrefab({ id, about, config }: Prefab<unknown>): string {
  const members = config instanceof z.ZodObject ? Object.keys(config.shape) : [];
  return `${id} {${members.join(', ')}} (${about})`;
}

/**
 * Version of the texts with which a model is asked about a rulebook: after a change of version, everything is asked
 * again.
 */
export const extractionPromptVersion = hashPrompt(
  [
    new URL('extract-system.ts', import.meta.url),
    new URL('extracted-item.ts', import.meta.url),
    new URL('list-gaps.ts', import.meta.url),
    new URL('ask-for-mending.ts', import.meta.url),
    new URL('render-known.ts', import.meta.url),
    new URL('render-refused.ts', import.meta.url),
    new URL('validate-items.ts', import.meta.url),
    new URL('../system/manifest.ts', import.meta.url),
    new URL('../system/narrator-hints.ts', import.meta.url),
    new URL('instructions.md', import.meta.url),
  ],
  instructions,
);
/** A model skips the middle of larger parts. */
const mostPartTokens = 6_000;
const leastPartTokens = 400;
const mostKnownTokens = 1_500;
const temperature = 0.1;
const maxOutputTokens = 4_096;
const mostItems = 500;
/** Distinguishes the items of a reply from anything else in it. */
const wanted = { member: 'items', item: z.looseObject({ kind: z.string() }) };

/**
 * Throws the errors of the model's server. The replies until then are in the journal, and the next call continues from
 * there.
 */
export async function extractSystem(options: ExtractionOptions): Promise<Extraction> {
  const { book, countTokens, onPart } = options;
  const { part: maxTokens, knownTokens, mostOutputTokens } = await measureRoom(options);
  const parts = splitRulebook(book.text, { maxTokens, count: countTokens });
  const reading = { ...options, mostOutputTokens };
  const items: SourcedItem[] = [];
  const refused: RefusedItem[] = [];
  const unread: RulebookPart[] = [];
  for (const part of parts) {
    const known = renderKnown(mergeItems(items).items, { tokens: knownTokens, count: countTokens });
    const read = await readPart(reading, part, known);
    items.push(...read.items);
    refused.push(...read.refused);
    if (!read.isReadable) unread.push(part);
    onPart?.(part.index + 1, parts.length);
  }
  const merged = mergeItems(normaliseItems(items));
  // The items are shown with the question and, after they were mended, a second time.
  const roomTokens = Math.floor((maxTokens + knownTokens) / 2);
  const mending = { ...reading, instructions, roomTokens };
  const filled = await askForGaps({ ...mending, items: merged.items });
  const mended = await askForMending({ ...mending, items: filled });
  const readings = listReadings(book, mended, merged.contradictions);
  return {
    ...buildManifest(options.title, mended, readings),
    readings,
    gaps: listGaps({ items: mended, book }).map(({ say }) => say),
    refused,
    unread,
  };
}

/** How the window is divided, in tokens. */
interface Room {
  /** Tokens for the part of the book. */
  readonly part: number;
  /** Tokens for the items that earlier parts gave. */
  readonly knownTokens: number;
  readonly mostOutputTokens: number;
}

/** Divides the window: instructions, the part, a reply, the refusals and a second reply must all fit. */
async function measureRoom(options: ExtractionOptions): Promise<Room> {
  const { model, signal, countTokens, contextTokens } = options;
  const window = contextTokens ?? (await findWindow(model, signal));
  const mostOutputTokens = Math.floor(window / 5);
  const output = computeReplyCap(options, { maxOutputTokens, mostOutputTokens });
  const knownTokens = Math.min(mostKnownTokens, Math.floor(window / 12));
  const room = window - countTokens(instructions) - 2 * output - knownTokens - 300;
  return {
    knownTokens,
    part: Math.max(leastPartTokens, Math.min(mostPartTokens, Math.floor(room))),
    mostOutputTokens,
  };
}

interface ReadPart extends ValidatedItems {
  readonly isReadable: boolean;
}

async function readPart(
  options: ExtractionOptions & Pick<Room, 'mostOutputTokens'>,
  part: RulebookPart,
  made: string,
): Promise<ReadPart> {
  const { book, journal, signal, mostOutputTokens } = options;
  const known = journal.list(part);
  const messages: readonly Message[] = [
    { role: 'system', content: instructions },
    { role: 'user', content: renderPart(book, part, made) },
  ];
  const { taken } = await askAndJudge<ReadPart>(options, {
    messages,
    maxOutputTokens,
    mostOutputTokens,
    temperature,
    signal,
    judge: (reply, before) => validateReply({ book, part }, reply, before),
    journal: { find: (place) => known[place], note: (reply) => journal.record(part, reply) },
  });
  return taken;
}

const nothing: ReadPart = { items: [], refused: [], isReadable: false };

function validateReply(
  { book, part }: { readonly book: Rulebook; readonly part: RulebookPart },
  reply: string,
  before: ReadPart = nothing,
): Judged<ReadPart> {
  const { isReadable, items, isCut } = parseItems(reply, wanted);
  const judged = validateItems(book, part, items.slice(0, mostItems));
  const taken = {
    isReadable: isReadable || before.isReadable,
    items: [...before.items, ...judged.items],
    // If this reply has no list, the items that were refused before stay refused.
    refused: isReadable ? judged.refused : before.refused,
  };
  const known = new Set(before.items.map(({ item }) => JSON.stringify(item)));
  const isNew = judged.items.some(({ item }) => !known.has(JSON.stringify(item)));
  const isClear = isReadable && !isCut && judged.refused.length === 0;
  return {
    standing: findStanding({ isClear, isCut, isNew }),
    taken,
    again: { role: 'user', content: renderRepair({ ...judged, isReadable, isCut }) },
  };
}

/** The items made so far come first, so that the model reads the part of the book last. */
function renderPart(book: Rulebook, { headings, start, end }: RulebookPart, made: string): string {
  const before = made === '' ? '' : `<known>\n${escapeText(made)}\n</known>\n`;
  const under = headings.filter((heading) => heading !== '').join(' › ');
  return `${before}<rulebook part="${escapeAttribute(under)}">\n${escapeText(book.text.slice(start, end))}\n</rulebook>`;
}

function renderRepair({ isReadable, refused, isCut }: ReadPart & { readonly isCut: boolean }): string {
  if (!isReadable)
    return 'That was not a JSON object with a list "items". Answer once more with nothing else.';
  const cut = 'Your answer was cut off at its end; the complete items before the cut were taken.';
  if (refused.length === 0)
    return `${cut} Answer with {"items": […]} holding only those that come after them.`;
  const rest = isCut ? `${cut} Add those that come after them.\n` : '';
  return `${rest}These were refused; the others are taken. Answer with {"items": […]} holding only these, mended, or without what this part does not say:\n${renderRefused(refused)}`;
}
