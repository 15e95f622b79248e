// Collects the terms that may be topics: nouns, names and pairs of words, with where each stands.

import type { Sentence, Word } from './utterance.ts';
import { genericStems } from './word-lists.ts';

export interface Term {
  /** Stems joined by blanks. */
  readonly id: string;
  /** Its commonest form, lower-case, words joined by blanks, the last in the singular. */
  readonly name: string;
  readonly isName: boolean;
  /** Sentences that have it, by their place in the list, in order. */
  readonly sentences: readonly number[];
}

interface Gathered {
  readonly forms: Map<string, number>;
  readonly sentences: number[];
  names: number;
}

const longestName = 4;
const shortestWord = 3;
/** A word must be a noun this often among its uses, or it is another word that only looks like one. */
const nounShare = 0.4;

/** Terms that stand in at least two sentences. */
export function collectTerms(sentences: readonly Sentence[]): readonly Term[] {
  const gathered = new Map<string, Gathered>();
  const uses = new Map<string, number>();
  sentences.forEach((sentence, at) => {
    for (const stem of new Set(sentence.words.map((word) => word.stem))) {
      uses.set(stem, (uses.get(stem) ?? 0) + 1);
    }
    for (const found of listTerms(sentence.words)) addTerm(gathered, found, at);
  });
  return [...gathered]
    .filter(([id, { sentences: places }]) => {
      const isWord = !id.includes(' ');
      return places.length >= 2 && (!isWord || places.length >= (uses.get(id) ?? 0) * nounShare);
    })
    .map(([id, { forms, sentences: places, names }]) => ({
      id,
      name: chooseCommonest(forms),
      isName: names > places.length / 2,
      sentences: places,
    }));
}

interface FoundTerm {
  readonly words: readonly Word[];
  readonly isName: boolean;
}

function listTerms(words: readonly Word[]): readonly FoundTerm[] {
  const found: FoundTerm[] = [];
  for (let at = 0; at < words.length; at++) {
    const run = collectNameRun(words, at);
    if (run.length > 1) found.push({ words: run, isName: true });
    const [word, next] = [words[at], words[at + 1]];
    if (word === undefined || !isUsable(word)) continue;
    if (word.kind === 'noun' || word.kind === 'name')
      found.push({ words: [word], isName: word.kind === 'name' });
    const isPair = next !== undefined && isUsable(next) && next.kind === 'noun';
    if (isPair) found.push({ words: [word, next], isName: false });
  }
  return found;
}

/** The run of names that begins here. */
function collectNameRun(words: readonly Word[], start: number): readonly Word[] {
  if (words[start - 1]?.kind === 'name') return [];
  let end = start;
  while (end < start + longestName && words[end]?.kind === 'name') end += 1;
  return words.slice(start, end);
}

function isUsable(word: Word): boolean {
  return (
    word.kind !== 'other' &&
    word.kind !== 'verb' &&
    word.lower.length >= shortestWord &&
    !genericStems.has(word.stem) &&
    !genericStems.has(word.lower) &&
    /^\p{L}[\p{L}\p{M}\p{N}-]*$/u.test(word.lower)
  );
}

function addTerm(gathered: Map<string, Gathered>, { words, isName }: FoundTerm, at: number): void {
  const id = words.map((word) => word.stem).join(' ');
  const entry: Gathered = gathered.get(id) ?? createEntry();
  gathered.set(id, entry);
  const last = words.length - 1;
  const form = words.map((word, place) => (place === last ? word.base : word.lower)).join(' ');
  entry.forms.set(form, (entry.forms.get(form) ?? 0) + 1);
  if (entry.sentences.at(-1) === at) return;
  entry.sentences.push(at);
  if (isName) entry.names += 1;
}

function chooseCommonest(forms: ReadonlyMap<string, number>): string {
  const [first] = [...forms].sort(
    ([one, count], [other, another]) =>
      another - count || one.length - other.length || (one < other ? -1 : 1),
  );
  return first?.[0] ?? '';
}

function createEntry(): Gathered {
  return { forms: new Map(), sentences: [], names: 0 };
}
