// Parses what a model found in its telling, and drops every finding that can be shown by code to be no fault.

import { parseItems } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import type { FlagKind, NarrativeFlag } from '../audit/audit-flag.ts';
import type { Sentence } from '../audit/audit-sentences.ts';
import type { CheckRequest } from './check-request.ts';

const kinds: Readonly<Record<string, FlagKind>> = {
  number: 'number',
  item: 'item',
  place: 'place',
  condition: 'condition',
  person: 'person',
  refused: 'refused',
  outcome: 'outcome',
  agency: 'voice',
  limit: 'limit',
};

const numbered = z.preprocess(
  (value) => (typeof value === 'string' ? Number(/\d+/.exec(value)?.[0]) : value),
  z.int(),
);
const finding = z.object({
  sentence: numbered,
  record: numbered.optional().catch(undefined),
  kind: z.string(),
  words: z.string().optional().catch(undefined),
});

const wanted = { item: z.looseObject({ sentence: z.unknown(), kind: z.unknown() }) };

/**
 * Returns a flag for each finding that may be true: on the words that it quotes or, if these are not found, on the
 * whole sentence. Undefined if the reply cannot be read.
 */
export function parseCheck(
  reply: string,
  request: Pick<CheckRequest, 'record' | 'sentences' | 'hasLimits'>,
): readonly NarrativeFlag[] | undefined {
  const { record, sentences } = request;
  const { isReadable, items } = parseItems(reply, wanted);
  if (!isReadable) return undefined;
  return items.flatMap((item) => {
    const parsed = finding.safeParse(item);
    if (!parsed.success) return [];
    const kind = kinds[parsed.data.kind.trim().toLowerCase()];
    const told = findWords(sentences, parsed.data);
    const line = record[(parsed.data.record ?? 0) - 1];
    if (kind === undefined || told === undefined || !isPossible(kind, request)) return [];
    return [{ ...told, kind, says: kind === 'limit' ? crossed : describe(line) }];
  });
}

function describe(line: string | undefined): string {
  return line === undefined || line.startsWith(nothingElse)
    ? 'The record of the turn does not say so.'
    : `The record of the turn says: ${line}`;
}

const crossed = 'A wish of the player forbids it: it must not happen again.';
const nothingElse = 'Nothing else';

/**
 * Without a wish nothing can go against one; without a refused call, nothing that was refused can be told as done;
 * without a roll nothing can contradict the dice.
 */
function isPossible(
  kind: FlagKind,
  { record, hasLimits }: Pick<CheckRequest, 'record' | 'hasLimits'>,
): boolean {
  if (kind === 'limit') return hasLimits;
  if (kind === 'refused') return record.some((line) => line.startsWith('REFUSED'));
  return kind !== 'outcome' || record.some((line) => line.startsWith('Roll '));
}

interface Asked {
  readonly sentence: number;
  readonly words?: string | undefined;
}

/**
 * Finds the words in the sentence with the number that the model gave, or in the sentence before or after it, since the
 * model may have miscounted. If none of these has them, takes the whole sentence with that number.
 */
function findWords(
  sentences: readonly Sentence[],
  { sentence, words }: Asked,
): Pick<NarrativeFlag, 'quote' | 'start'> | undefined {
  const own = sentences[sentence - 1];
  const near = [own, sentences[sentence - 2], sentences[sentence]].filter((one) => one !== undefined);
  for (const { text, start } of near) {
    const at = words === undefined ? -1 : findPlain(text, words);
    if (at >= 0) return { quote: text.slice(at, at + normaliseWords(words ?? '').length), start: start + at };
  }
  return own === undefined ? undefined : { quote: own.text, start: own.start };
}

function findPlain(text: string, words: string): number {
  const sought = normaliseWords(words);
  return sought === '' ? -1 : normaliseLetters(text).indexOf(sought);
}

function normaliseWords(text: string): string {
  return normaliseLetters(text)
    .trim()
    .replace(/(?<![.…])[.…]+$/, '');
}

/** Small letters and straight quotes; each character stays where it was. */
function normaliseLetters(text: string): string {
  return text
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
