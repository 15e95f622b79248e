// Scores how well a reader finds the names in forty short documents of LitBank, and how well it merges their aliases.

import { buildTermKey } from '@terrarium/annotator/lexicon';
import type { LitBankDocument, Post } from './data.ts';
import type { RankedEntry } from './entry.ts';
import { percent } from './score.ts';

export interface NameScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Of the pairs of names that are under one entry, the share that belongs to one person or place. */
  readonly aliasPrecision: number;
  /** Of the pairs of names that belong to one person or place, the share that is under one entry. */
  readonly aliasRecall: number;
  readonly aliasPairs: number;
  /**
   * Wrong: pairs of names that are under one entry, but belong to two people or places. Missed: pairs of names that
   * belong to one person or place, but are not under one entry.
   */
  readonly wrongPairs: readonly string[];
  readonly missedPairs: readonly string[];
}

type Named = Pick<RankedEntry, 'term' | 'aliases'>;

const titles =
  /^(?:the|a|an|mr|mrs|ms|miss|sir|lady|lord|dr|doctor|captain|colonel|madame|monsieur|master|uncle|aunt)\.? (?=\S)/;

/** The document as one post, spaced as a reader of stories would see it. */
export function joinDocument(document: LitBankDocument): Post {
  const body = document.sents.map((tokens) => joinTokens(tokens)).join(' ');
  return { id: 1, thread: document.doc, chapter: document.doc, body };
}

function joinTokens(tokens: readonly string[]): string {
  let isOpen = false;
  let text = '';
  for (const token of tokens) {
    if (token === '"') {
      text += isOpen ? '”' : ' “';
      isOpen = !isOpen;
    } else if (/^(?:[,.;:!?)\]]|['’].*|n't)$/.test(token) || /(?:^|\s)[“(]$/.test(text)) text += token;
    else text += ` ${token}`;
  }
  return text.trim();
}

/** The form in which names are compared: in lower case, without title, article and plural ending. */
export function nameKey(name: string): string {
  let plain = name
    .toLowerCase()
    .replace(/\s*-\s*/g, '-')
    .replaceAll(" 's", "'s");
  while (titles.test(plain)) plain = plain.replace(titles, '');
  return buildTermKey(plain);
}

export interface NamedDocument {
  readonly document: LitBankDocument;
  readonly entries: readonly Named[];
}

interface Tally {
  correct: number;
  proposed: number;
  found: number;
  wanted: number;
  goodPairs: number;
  pairs: number;
  readonly wrongPairs: string[];
  readonly missedPairs: string[];
}

/** Compares the entries of each document with its names; the scores are for all documents together. */
export function scoreNames(
  results: readonly { readonly document: LitBankDocument; readonly entries: readonly Named[] }[],
): NameScore {
  const tally: Tally = {
    correct: 0,
    proposed: 0,
    found: 0,
    wanted: 0,
    goodPairs: 0,
    pairs: 0,
    wrongPairs: [],
    missedPairs: [],
  };
  for (const { document, entries } of results) scoreDocument(document, entries, tally);
  const precision = percent(tally.correct, tally.proposed);
  const recall = percent(tally.found, tally.wanted);
  return {
    precision,
    recall,
    f1: Math.round((20 * precision * recall) / Math.max(1, precision + recall)) / 10,
    aliasPrecision: percent(tally.goodPairs, tally.pairs),
    aliasRecall: percent(tally.goodPairs, tally.goodPairs + tally.missedPairs.length),
    aliasPairs: tally.pairs,
    wrongPairs: tally.wrongPairs,
    missedPairs: tally.missedPairs,
  };
}

function scoreDocument(document: LitBankDocument, entries: readonly Named[], tally: Tally): void {
  const entities = new Map<string, Set<string>>();
  for (const { text, ent } of document.prop) {
    const key = nameKey(text);
    entities.set(key, (entities.get(key) ?? new Set()).add(ent));
  }
  const found = new Set<string>();
  const pairs = new Set<string>();
  for (const entry of entries) {
    const names = [...new Set([entry.term, ...entry.aliases].map(nameKey))];
    const hits = names.filter((name) => entities.has(name));
    for (const hit of hits) found.add(hit);
    tally.proposed++;
    if (hits.length > 0) tally.correct++;
    for (const pair of listPairs(hits)) pairs.add(pair);
  }
  tally.found += found.size;
  tally.wanted += entities.size;
  countPairs(pairs, entities, tally);
}

const between = ' = ';

/** Every pair of the names; the order of the names makes no difference. */
function listPairs(names: Iterable<string>): readonly string[] {
  const sorted = [...names].sort();
  return sorted.flatMap((one, index) => sorted.slice(index + 1).map((other) => one + between + other));
}

function countPairs(
  pairs: ReadonlySet<string>,
  entities: ReadonlyMap<string, ReadonlySet<string>>,
  tally: Tally,
): void {
  const isOne = (pair: string) => {
    const [one, other] = pair.split(between).map((name) => entities.get(name));
    return [...(one ?? [])].some((entity) => other?.has(entity));
  };
  tally.pairs += pairs.size;
  for (const pair of pairs) {
    if (isOne(pair)) tally.goodPairs++;
    else tally.wrongPairs.push(pair);
  }
  for (const pair of listPairs(entities.keys())) {
    if (isOne(pair) && !pairs.has(pair)) tally.missedPairs.push(pair);
  }
}
