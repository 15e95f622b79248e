// Asks a model to mend what it read in a rulebook, until the system loads or nothing gets better.

import { askAndJudge, type Judged } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { escapeText } from '@terrarium/kernel/foreign-text';
import { parseItems } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import type { ManifestProblem } from '../system/system.ts';
import { buildManifest, type ManifestTitle } from './build-manifest.ts';
import type { RefusedItem } from './extracted-item.ts';
import type { ExtractionJournal } from './extraction-journal.ts';
import { nameItem } from './merge-items.ts';
import type { Rulebook, RulebookPart } from './rulebook.ts';
import { type SourcedItem, validateItems } from './validate-items.ts';

/** The place of the replies in the journal: beside those about parts. */
const mendingIndex = -1;
const mostMendings = 6;
const shownProblems = 16;
const shownRefusals = 6;
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
  /** Tokens that may be used for what was made so far. */
  readonly roomTokens: number;
  readonly mostOutputTokens: number;
}

interface Mended {
  readonly items: readonly SourcedItem[];
  readonly problems: number;
  readonly rounds: number;
}

/** The items as they were where there is nothing to mend. */
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

interface Mending {
  readonly whole: RulebookPart;
  readonly reply: string;
  readonly last: Mended;
}

/** A mending that leaves more problems than there were is not taken. */
function validateMending(options: MendOptions, { whole, reply, last }: Mending): Judged<Mended> {
  const { items, refused } = applyMending(options, { whole, reply, last });
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

/** Each item takes the place of the one of its kind and name. Its quote may stand anywhere in the book. */
function applyMending({ book }: MendOptions, { whole, reply, last }: Mending): Applied {
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
  const left = last.items.filter(({ item }) => !removed.has(nameItem(item)));
  const names = new Set(left.map(({ item }) => nameItem(item)));
  return {
    items: [
      ...left.map((one) => mended.get(nameItem(one.item)) ?? one),
      ...items.filter(({ item }) => !names.has(nameItem(item))),
    ],
    refused,
  };
}

interface Standing {
  readonly items: readonly SourcedItem[];
  readonly problems: readonly ManifestProblem[];
  readonly refused: readonly RefusedItem[];
}

function renderProblems(options: MendOptions, { items, problems, refused }: Standing): string {
  const lines = problems
    .slice(0, shownProblems)
    .map(({ pointer, says, suggestion }) => `- ${namePlace(items, pointer)}: ${says} ${suggestion}`);
  const thrown = refused.slice(0, shownRefusals).map(({ item, say }) => `- ${item}\n  ${say}`);
  return [
    `<made>\n${escapeText(listMade(options, items))}\n</made>`,
    `The system cannot be played yet:\n${escapeText(lines.join('\n'))}`,
    ...(thrown.length === 0
      ? []
      : [`Of your last answer these were thrown away:\n${escapeText(thrown.join('\n'))}`]),
    'Answer with {"items": […]} holding only what mends this: an item takes the place of the one of its kind and name, {"kind":"remove","what":"field attributes.luck"} takes one away. A quote may stand anywhere in the book; those that stand above may be used again.',
  ].join('\n\n');
}

/** The item that a pointer is about and the member in it, since a model does not see the numbers of lists. */
function namePlace(items: readonly SourcedItem[], pointer: string): string {
  const [, list = '', number = '', ...rest] = pointer.split('/');
  const kind = list.replace(/s$/, '');
  const own = items.filter(({ item }) => item.kind === kind && !('of' in item && item.of !== undefined));
  const found = own[Number(number)];
  if (found === undefined || !listed.has(list)) return pointer === '' ? 'the whole' : pointer;
  return [nameItem(found.item), ...rest].join(', ');
}

/** Lists of the manifest whose order is that of the items. */
const listed: ReadonlySet<string> = new Set(['fields', 'checks', 'rules', 'oracles', 'characters']);

/** As many as there is room for, in the form in which they were written. */
function listMade({ roomTokens, countTokens }: MendOptions, items: readonly SourcedItem[]): string {
  let left = roomTokens;
  const lines: string[] = [];
  for (const { item } of items) {
    const line = JSON.stringify(item);
    left -= countTokens(line);
    if (left < 0) continue;
    lines.push(line);
  }
  return lines.join('\n');
}
