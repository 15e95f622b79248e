// Injected text: recognises whether a reply only repeats the text that the companion was woken with.
import type { WakeStore, WokenWith } from './wake-store.ts';

interface InjectedText {
  /**
   * Whether `text` contains nothing but what the memory itself had put into the wake, word for word. In a reply
   * that mostly repeats (`isParroted`), a repetition of the message or the earlier talk counts too, and so does
   * any text of only a few words.
   */
  isInjected(text: string, isParroted?: boolean): boolean;
  /**
   * The share of the words of `text` that occur in long runs in the text sent, from 0 to 1; 0 for a text of few
   * words.
   */
  measureShare(text: string): number;
}

/** How many equal words in a row are more than chance: three words often recur ("I want to"), four rarely do. */
const runLength = 4;
/**
 * The length of runs that count as parroting. A reply may quote a sentence to answer it. A reply that repeats
 * a whole page has runs of this length throughout.
 */
const longRunLength = 8;
/** A reply with fewer words never counts as mere repetition. */
const fewWords = 16;

interface Corpus {
  readonly runs: ReadonlySet<string>;
  /** The sentences of the texts, and each text as a whole. */
  readonly sentences: ReadonlySet<string>;
}

/**
 * Building takes time in proportion to the texts, but happens only once. Each call takes time in proportion to the
 * given text.
 */
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

/** Scripts without blanks between words: each character counts as one word. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const word = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+(?:['’]\\p{L}+)*`, 'gu');

/** The words in lower case, without punctuation. */
export function splitWords(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(word) ?? [];
}

export function listRuns(words: readonly string[], length: number): readonly string[] {
  const runs: string[] = [];
  for (let start = 0; start + length <= words.length; start++) runs.push(joinRun(words, start, length));
  return runs;
}

/** How many of the words belong to a run of `length` words that is in `runs`. */
export function countCovered(words: readonly string[], runs: ReadonlySet<string>, length: number): number {
  let covered = 0;
  let coveredUntil = 0;
  for (const [start, run] of listRuns(words, length).entries()) {
    if (!runs.has(run)) continue;
    covered += start + length - Math.max(coveredUntil, start);
    coveredUntil = start + length;
  }
  return covered;
}

function joinRun(words: readonly string[], start: number, length: number): string {
  return words.slice(start, start + length).join(' ');
}

/** The first call reads the newest wakes; later calls read them again only if there was another wake. */
export function openInjectedText(wakes: Pick<WakeStore, 'findNewestId' | 'readWords'>): {
  read(): InjectedText;
} {
  let known: { readonly id: number | undefined; readonly text: InjectedText } | undefined;
  return {
    read() {
      const id = wakes.findNewestId();
      if (known === undefined || known.id !== id) known = { id, text: buildInjectedText(wakes.readWords()) };
      return known.text;
    },
  };
}
