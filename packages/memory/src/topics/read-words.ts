// Splits sentences into words; in English texts, also recognises their parts of speech.

import { createRequire } from 'node:module';
import type winkModel from 'wink-eng-lite-web-model';
import type winkNlp from 'wink-nlp';
import type { WinkMethods } from 'wink-nlp';
import type { Sentence, Word, WordKind } from './utterance.ts';
import { englishWords, genericStems, stemWord } from './word-lists.ts';

export type WordReader = (sentence: string) => readonly Word[];

/**
 * At least this share of the words of an English text is among the commonest English words. In another
 * language hardly any words are.
 */
const englishShare = 0.15;
const sampledTexts = 500;
const sampledCharacters = 400;
/** A run of at least 60 characters without a blank is an address or noise, and would slow the tagger down. */
const noWord = /\S{60,}/g;

/** Words that the tagger takes for forms of other words, but that stay as they are. */
const ownBases: ReadonlySet<string> = new Set(['media', 'data']);

const load = createRequire(import.meta.url);
let tagger: WinkMethods | undefined;

export function chooseWordReader(texts: readonly string[]): WordReader {
  return isEnglish(texts) ? readEnglish : readAnyLanguage;
}

function isEnglish(texts: readonly string[]): boolean {
  const step = Math.max(1, Math.ceil(texts.length / sampledTexts));
  const sample = texts.filter((_, at) => at % step === 0).map((text) => text.slice(0, sampledCharacters));
  const words =
    sample
      .join(' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.filter((word) => englishWords.has(word)).length >= words.length * englishShare;
}

/**
 * The tagger is loaded when the first English sentence is read: it has four megabytes of words, which most commands
 * never need.
 */
function openTagger(): WinkMethods {
  if (tagger !== undefined) return tagger;
  const nlp = load('wink-nlp') as typeof winkNlp;
  tagger = nlp(load('wink-eng-lite-web-model') as typeof winkModel, ['pos']);
  return tagger;
}

function readEnglish(sentence: string): readonly Word[] {
  const nlp = openTagger();
  const plain = sentence.replace(/[’‘]/g, "'").replace(/[_*]/g, ' ').replace(noWord, ' ');
  const tokens = nlp.readDoc(plain).tokens();
  const values = tokens.out(nlp.its.value) as readonly string[];
  const tags = tokens.out(nlp.its.pos) as readonly string[];
  const lemmas = tokens.out(nlp.its.lemma as unknown as typeof nlp.its.value) as readonly string[];
  return values.map((value, at) => {
    const lower = value.toLowerCase();
    const kind = /[\p{L}\p{N}]/u.test(value) ? detectKind(value, tags[at] ?? 'X', at === 0) : 'other';
    const base = kind === 'name' || ownBases.has(lower) ? lower : (lemmas[at] ?? lower);
    return { lower, base, stem: stemWord(base), kind };
  });
}

const plainKinds: ReadonlyMap<string, WordKind> = new Map([
  ['NOUN', 'noun'],
  ['ADJ', 'adjective'],
  ['VERB', 'verb'],
  ['AUX', 'verb'],
]);

function detectKind(value: string, tag: string, isFirst: boolean): WordKind {
  if (value.includes("'") || value.length < 2) return plainKinds.get(tag) === 'verb' ? 'verb' : 'other';
  const isCapital = /^\p{Lu}/u.test(value);
  if (tag === 'PROPN') return isCapital && !isFirst ? 'name' : 'noun';
  // The tagger recognises only names that it knows; a capital inside a sentence is a better sign.
  if (isCapital && !isFirst && (tag === 'NOUN' || tag === 'ADJ')) return 'name';
  return plainKinds.get(tag) ?? 'other';
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const wideScript = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u;

/** Any word that is long enough may be a topic: which words are topics is decided by how they are spread. */
function readAnyLanguage(sentence: string): readonly Word[] {
  return [...segmenter.segment(sentence)]
    .filter((part) => part.isWordLike)
    .map(({ segment }, at) => {
      const lower = segment.normalize('NFKC').toLowerCase();
      const isLong = lower.length >= (wideScript.test(lower) ? 2 : 4);
      const isName = at > 0 && /^\p{Lu}/u.test(segment) && isLong;
      const kind = isLong ? 'noun' : 'other';
      return { lower, base: lower, stem: lower, kind: isName ? 'name' : kind };
    });
}

export interface Term {
  /** Stems joined by blanks. */
  readonly id: string;
  /** The commonest form of the term, in lower case: words joined by blanks, the last in the singular. */
  readonly name: string;
  readonly isName: boolean;
  /** Indices of the sentences with the term, in order. */
  readonly sentences: readonly number[];
}

interface Gathered {
  readonly forms: Map<string, number>;
  readonly sentences: number[];
  names: number;
}

const longestName = 4;
const shortestWord = 3;
/**
 * A word must be a noun or a name in at least this share of the sentences that have it; otherwise it is another word
 * that only looks the same.
 */
const nounShare = 0.4;

/** Collects terms that occur in at least two sentences. A single word must also be a noun or a name often enough. */
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

/** The names that follow each other from here, at most `longestName`; none if the word before is a name too. */
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
