// Injected text: what a companion was woken with, asked whether it only says that again.

import { splitWords } from './split-words.ts';
import { countCovered, listRuns } from './word-runs.ts';

/** What one wake put before the companion. */
export interface WokenWith {
  /** What came out of memory: items, fragments, echoes, who it is. A message and the talk before it are not among it. */
  readonly remembered: readonly string[];
  /** All of it as it was sent. */
  readonly rendered: string;
}

export interface InjectedText {
  /**
   * Whether nothing in `text` is other than what memory itself had put there, word for word. In a reply that mostly
   * repeats (`isParroted`) the message and the talk before it count as well, and so does whatever is only a few words.
   */
  isInjected(text: string, isParroted?: boolean): boolean;
  /** How much of the words of `text` stand, in long runs, in what was sent: 0 to 1; 0 for a text of few words. */
  measureShare(text: string): number;
}

/** Words in a row that are more than chance: three are said again and again ("I want to"), four are rarely. */
const runLength = 4;
/** Who quotes a sentence to answer it does not parrot; who says back a page has runs as long as this throughout. */
const longRunLength = 8;
/** Shorter replies are never mere repetition. */
const fewWords = 16;

interface Corpus {
  readonly runs: ReadonlySet<string>;
  /** Sentences and whole pieces. */
  readonly sentences: ReadonlySet<string>;
}

/** Takes time in proportion to the texts, once; a question takes time in proportion to what is asked about. */
export function buildInjectedText(texts: readonly WokenWith[]): InjectedText {
  const rendered = texts.map((text) => text.rendered);
  const remembered = buildCorpus(texts.flatMap((text) => text.remembered));
  const sent = buildCorpus(rendered);
  const longRuns = new Set(rendered.flatMap((text) => listRuns(splitWords(text), longRunLength)));
  return {
    isInjected(text, isParroted = false) {
      const words = splitWords(text);
      if (words.length > 0 && isFrom(words, remembered)) return true;
      return isParroted && (words.length < runLength || isFrom(words, sent));
    },
    measureShare(text) {
      const words = splitWords(text);
      return words.length < fewWords ? 0 : countCovered(words, longRuns, longRunLength) / words.length;
    },
  };
}

function buildCorpus(texts: readonly string[]): Corpus {
  const pieces = [...texts, ...texts.flatMap(splitSentences)];
  return {
    runs: new Set(texts.flatMap((text) => listRuns(splitWords(text), runLength))),
    sentences: new Set(pieces.map((piece) => splitWords(piece).join(' '))),
  };
}

function isFrom(words: readonly string[], { runs, sentences }: Corpus): boolean {
  if (sentences.has(words.join(' '))) return true;
  return words.length >= runLength && countCovered(words, runs, runLength) === words.length;
}

function splitSentences(text: string): readonly string[] {
  return text.split(/[\n.!?…]+/u);
}
