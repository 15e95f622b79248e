// Reports what a scripted model extracts from a whole rulebook, and how a long rulebook is divided for different windows.

import { readFileSync } from 'node:fs';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { LanguageModel, ModelRequest } from '@terrarium/kernel/language-model';
import { extractSystem } from '@terrarium/rpg/extract-system';
import type { ExtractionJournal } from '@terrarium/rpg/extraction-journal';
import type { Source } from '@terrarium/rpg/manifest';
import { splitRulebook } from '@terrarium/rpg/split-rulebook';
import { findEvaluationData } from '../evaluation-data.ts';
import { renderTable, writeResults } from '../report.ts';

interface RuleFact {
  readonly id: string;
  readonly system: string;
  readonly question: string;
  readonly quote: string;
}

const windows = [8_000, 16_000, 32_000, 128_000] as const;
const maxOutputTokens = 2_048;
/** A quote with fewer letters points to no single place, and is refused. */
const leastQuote = 12;

export async function reportExtraction(): Promise<string> {
  const cairn = readFileSync(findEvaluationData('rpg/srd/cairn.md'), 'utf8');
  const long = readFileSync(findEvaluationData('rpg/srd/dnd-srd-5.2.md'), 'utf8');
  const facts = (
    JSON.parse(readFileSync(findEvaluationData('rpg/rule_facts.dev.json'), 'utf8')) as RuleFact[]
  ).filter(({ system, quote }) => system === 'cairn' && quote.length >= leastQuote);
  const read = await readCairn(cairn, facts);
  const divided = windows.map((window) => divide(long, window));
  writeResults('rpg', { read, divided }, 'extraction');
  const first = renderTable(
    ['a rulebook read with a scripted model', 'of', 'come to'],
    [
      ['items offered with words of the book, taken', String(read.offered), String(read.taken)],
      ['items offered with words that are not in it, refused', String(read.invented), String(read.refused)],
      ['spans that hold their words', String(read.spans), String(read.standing)],
      ['fields, checks and rules with a span', String(read.produced), String(read.sourced)],
      ['planted contradictions, shown', '1', String(read.contradictions)],
    ],
  );
  const second = renderTable(
    [
      '1.5 MB of rules, by window',
      'parts',
      'largest part, tokens',
      'largest request and reply',
      'all of it, once',
      's',
    ],
    divided.map(({ window, parts, largest, request, isWhole, seconds }) => [
      String(window),
      String(parts),
      String(largest),
      String(request),
      isWhole ? 'yes' : 'NO',
      seconds.toFixed(1),
    ]),
  );
  return `${first}\n${second}`;
}

/** Answers each part with a rule for each known fact in it, and with one rule that is made up. */
function buildReader(facts: readonly RuleFact[]): LanguageModel & { offered: number; invented: number } {
  const reader = {
    id: 'scripted:reader',
    offered: 0,
    invented: 0,
    findContextTokens: async () => 16_000,
    async reply({ messages }: ModelRequest) {
      const isRepair = messages.length > 2;
      const part = decodeXml(messages[1]?.content ?? '');
      const here = isRepair ? [] : facts.filter(({ quote }) => part.includes(quote));
      const rules = here.map(({ id, question, quote }) => ({
        kind: 'rule',
        id,
        title: question,
        text: `What the book says of: ${question}.`,
        quote,
      }));
      const fields = here
        .filter(({ id }) => contradicted.has(id))
        .map(({ id, quote }) => field(contradicted.get(id) ?? 0, quote));
      const made = {
        kind: 'rule',
        id: 'made-up',
        title: 'Made up',
        text: 'Nobody says so.',
        quote: 'Every third arrow returns to the quiver of its own accord.',
      };
      reader.offered += rules.length + fields.length;
      reader.invented += isRepair ? 0 : 1;
      // If the model is asked to mend what was refused, it repeats the made-up rule: the extraction must then drop the
      // rule and show it.
      const items = isRepair ? [made] : [...rules, ...fields, made];
      const usage = { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' } as const;
      return { text: JSON.stringify({ items }), reasoning: '', calls: [], finish: 'stop' as const, usage };
    },
  };
  return reader;
}

/** For each of these two facts the model also offers a field: the same field, with a different maximum. */
const contradicted: ReadonlyMap<string, number> = new Map([
  ['cairn-04', 10],
  ['cairn-05', 12],
]);

function field(max: number, quote: string) {
  return {
    kind: 'field',
    path: 'inventory.slots',
    label: 'Slots',
    prefab: 'RES_COUNTER',
    category: 'inventory',
    config: { max },
    quote,
  };
}

async function readCairn(text: string, facts: readonly RuleFact[]) {
  const model = buildReader(facts);
  const journal: ExtractionJournal = { list: () => [], record: () => undefined };
  const book = { file: 'cairn.md', text };
  const title = { id: 'cairn', name: 'Cairn' };
  const extraction = await extractSystem({
    book,
    title,
    model,
    journal,
    countTokens: estimateTokens,
    said: { maxOutputTokens },
  });
  const sources = listSources(extraction.manifest);
  const produced = ['fields', 'checks', 'rules'].flatMap(
    (name) => extraction.manifest[name] as readonly object[],
  );
  return {
    offered: model.offered,
    invented: model.invented,
    taken: sources.length,
    refused: extraction.refused.length,
    spans: sources.length,
    standing: sources.filter(({ start, end, quote }) => text.slice(start, end) === quote).length,
    produced: produced.length,
    sourced: produced.filter((one) => listSources(one).length > 0).length,
    contradictions: extraction.readings.length,
  };
}

function listSources(value: unknown): readonly Source[] {
  if (Array.isArray(value)) return value.flatMap(listSources);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) =>
    name === 'sources' ? (below as readonly Source[]) : listSources(below),
  );
}

/**
 * A request needs room for the instructions, the part and a reply; a repair also for a second reply and what was
 * refused.
 */
function divide(text: string, window: number) {
  const begun = performance.now();
  const maxTokens = Math.min(6_000, window - 1_200 - 2 * Math.min(maxOutputTokens, window / 5));
  const parts = splitRulebook(text, { maxTokens, count: estimateTokens });
  const sizes = parts.map(({ start, end }) => estimateTokens(text.slice(start, end)));
  const largest = Math.max(...sizes);
  return {
    window,
    parts: parts.length,
    largest,
    request: largest + 1_200 + 2 * Math.min(maxOutputTokens, window / 5),
    isWhole: parts.map(({ start, end }) => text.slice(start, end)).join('') === text,
    seconds: (performance.now() - begun) / 1_000,
  };
}
