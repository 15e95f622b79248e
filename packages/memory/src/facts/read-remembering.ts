// Reads from a person's own words what they ask to have kept in mind: "Please remember that the key is under the pot".
import { isPhraseAt } from './is-phrase-at.ts';
import lists from './remembering-words.json' with { type: 'json' };
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const longestRead = 4_000;
const longestKept = 240;
const mostKept = 5;
/** Fewer words than this say too little to be held in mind without what was said around them. */
const leastWords = 2;

type Phrase = readonly string[];

/** The longest phrases come first, so that "please do not forget" is not read as "please". */
const toPhrases = (words: string): readonly Phrase[] =>
  words
    .split(',')
    .map((one) => one.split(' '))
    .toSorted((one, other) => other.length - one.length);
const [leads, requests, statements] = [
  toPhrases(lists.leads),
  toPhrases(lists.requests),
  toPhrases(lists.statements),
];
const [notKept, subjects] = [toWordSet(lists.notKept), toWordSet(lists.subjects)];

/** Returns what is to be kept in mind, in the exact words of the text. */
export function readRemembering(text: string): readonly string[] {
  const sentences = splitSentences(text.slice(0, longestRead));
  const found = sentences.flatMap(
    (sentence, at) => findKept(sentence) ?? findKeptBefore(sentence, sentences[at - 1]) ?? [],
  );
  return [...new Set(found)].filter(({ length }) => length <= longestKept).slice(0, mostKept);
}

function findKept(sentence: Sentence): string | undefined {
  const { tokens, text, isQuestion } = sentence;
  const lead = skipLeads(tokens);
  if (isQuestion && !lead.isPolite) return undefined;
  const asked = measurePhrase(tokens, requests, lead.end);
  const end = asked ?? measurePhrase(tokens, statements, lead.end) ?? tokens.length;
  const isJoined = tokens[end]?.word === 'that' && tokens[end]?.isEnd === false;
  const kept = tokens.slice(isJoined ? end + 1 : end);
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined || kept.length < leastWords) return undefined;
  const isWanted = isJoined ? isStated(first) || asked !== undefined : isAskedThing(first, asked);
  return isWanted ? text.slice(first.from, last.to) : undefined;
}

const pointing: ReadonlySet<string> = new Set(['that', 'this', 'it']);
/** A shorter sentence is an answer or a call, such as "Yes, thanks." */
const leastBefore = 4;

/** Finds the sentence before "Please remember that.", which asks to keep it in mind. */
function findKeptBefore({ tokens, isQuestion }: Sentence, before: Sentence | undefined): string | undefined {
  const lead = skipLeads(tokens);
  const end = isQuestion && !lead.isPolite ? undefined : measurePhrase(tokens, requests, lead.end);
  const rest = end === undefined ? [] : tokens.slice(end);
  const isAlone = rest.length === 1 && pointing.has(rest[0]?.word ?? '');
  if (!isAlone || before === undefined || before.isQuestion || before.tokens.length < leastBefore)
    return undefined;
  return findKept(before) === undefined ? before.text : undefined;
}

/**
 * Whether a statement to be kept in mind begins with this word, unlike in "Remember that night in Paris",
 * which only recalls something.
 */
function isStated({ word, isCapital }: Token): boolean {
  return subjects.has(word) || isCapital;
}

/**
 * Without "that", something is to be kept only after a request such as "please remember": "Please remember the song."
 */
function isAskedThing({ word }: Token, asked: number | undefined): boolean {
  return asked !== undefined && !notKept.has(word);
}

/** Skips the words that may come before a request. A question is a request only if it is polite. */
function skipLeads(tokens: readonly Token[]): { readonly end: number; readonly isPolite: boolean } {
  let [end, isPolite] = [0, false];
  for (;;) {
    const next = measurePhrase(tokens, leads, end);
    if (next === undefined) return { end, isPolite };
    isPolite ||= tokens[next - 1]?.word === 'please' && next - end > 1;
    end = next;
  }
}

/** Finds the end of the phrase that begins at this place; undefined if there is none. */
function measurePhrase(
  tokens: readonly Token[],
  phrases: readonly Phrase[],
  start: number,
): number | undefined {
  const phrase = phrases.find((one) => isPhraseAt(tokens, one, start));
  return phrase === undefined ? undefined : start + phrase.length;
}
