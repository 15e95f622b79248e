// Reads the words of sentences: with parts of speech where the language is English, by their letters alone elsewhere.

import { createRequire } from 'node:module';
import type winkModel from 'wink-eng-lite-web-model';
import type winkNlp from 'wink-nlp';
import type { WinkMethods } from 'wink-nlp';
import { stemWord } from './stem-word.ts';
import type { Word, WordKind } from './utterance.ts';
import { englishWords } from './word-lists.ts';

/** Reads one sentence. */
export type WordReader = (sentence: string) => readonly Word[];

/** This share of an English text is its commonest words; of another language's, hardly any. */
const englishShare = 0.15;
const sampledTexts = 500;
const sampledCharacters = 400;
/** An unbroken run this long is an address or noise, and would slow the tagger down. */
const noWord = /\S{60,}/g;

/** Words that the tagger takes for forms of others. */
const ownBases: ReadonlySet<string> = new Set(['media', 'data']);

const load = createRequire(import.meta.url);
let tagger: WinkMethods | undefined;

/** The reader for the language that most of the texts are in. */
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

/** Loaded when the first sentence is read: four megabytes of words, which most commands never need. */
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
  // The tagger knows names only among words it has seen; a capital inside a sentence says more.
  if (isCapital && !isFirst && (tag === 'NOUN' || tag === 'ADJ')) return 'name';
  return plainKinds.get(tag) ?? 'other';
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const wideScript = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u;

/** Any word long enough may be a topic: which is one, its spread must show. */
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
