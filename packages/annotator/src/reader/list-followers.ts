// Lists what the sentence after a name says about the person named (`N came in. He was a lawyer.`).

import type { Statement } from './choose-definition.ts';
import { isPersonWord } from './class-words.ts';
import { determiners } from './clause.ts';
import type { GatheredScene, Place, TaggedSentence } from './collect-candidates.ts';
import { cutStatement } from './cut-statement.ts';
import { isListed } from './lexicon.ts';
import { listSpans, tellingScore } from './list-spans.ts';
import type { Mention } from './mention.ts';
import { detectGenderOfGiven, detectGenderOfTitle, type Gender, normaliseTitle } from './name-parts.ts';
import type { Token } from './tag-text.ts';

/** Subtracted from the score: a pronoun is likely to mean the name before it, but this is not certain. */
const pronounPenalty = 0.5;

/** What `He was …` or `She was …` in the next sentence says, if the sentence with the name names nobody else. */
export function listFollowers(scene: GatheredScene, place: Place): readonly Statement[] {
  const sentence = scene.sentences[place.sentence];
  const next = scene.sentences[place.sentence + 1];
  if (sentence === undefined || next === undefined || !isContinued(sentence, next)) return [];
  if (isApart(sentence, place.mention) && sentence.spoken.at(-1) === true) return [];
  const told = computeToldStart(sentence, place.mention);
  const gender = detectPronoun(next);
  if (gender === 'unknown' || told === undefined || !isOnlyPerson(sentence, place.mention, told)) return [];
  if (isPlaceOrThing(sentence, place.mention)) return [];
  const own = detectGender(place.mention);
  if (own !== 'unknown' && own !== gender) return [];
  const [best] = listSpans(next.tokens, [{ from: 0, to: 1 }]);
  if (best === undefined || best.score < tellingScore + pronounPenalty || best.start > 0) return [];
  const source = { postId: sentence.postId, label: `${sentence.label}-${next.label}` };
  const text = cutStatement(next, best);
  return [{ text, words: best.words, score: best.score - pronounPenalty, classWord: best.classWord, source }];
}

/**
 * Whether the next sentence is in the same paragraph and is not spoken: in speech, `he` may mean somebody mentioned
 * earlier.
 */
function isContinued(sentence: TaggedSentence, next: TaggedSentence): boolean {
  return next.postId === sentence.postId && !next.isParagraphStart && !/["“”]/.test(next.text);
}

/** Whether punctuation marks are on both sides of the name, as if somebody were addressed: `Sit down, N. He is …`. */
function isApart({ tokens }: TaggedSentence, { head, to }: Mention): boolean {
  return [tokens[head - 1], tokens[to]].every((token) => token === undefined || token.pos === 'PUNCT');
}

/**
 * The index from which the sentence is narration: its start or, if a speech comes before its speaker's name (`“…,”
 * said N.`), the end of the speech. Undefined if the name is in the speech, or if more narration follows the name.
 */
function computeToldStart({ tokens }: TaggedSentence, { head, to }: Mention): number | undefined {
  const closed = tokens.findLastIndex(({ text }) => /^["“”]$/.test(text));
  if (closed < 0) return 0;
  const isSaid = tokens.slice(closed, head).some(({ lower }) => isListed('speechVerbs', lower));
  const isLast = tokens.slice(to).every(({ pos }) => pos === 'PUNCT');
  return closed < head && isSaid && isLast ? closed : undefined;
}

function detectPronoun({ tokens }: TaggedSentence): Gender {
  if (!/^(?:is|was|had|has)$/.test(tokens[1]?.lower ?? '')) return 'unknown';
  const first = tokens[0]?.lower ?? '';
  if (first === 'he') return 'male';
  return first === 'she' ? 'female' : 'unknown';
}

/** Whether the name means a place or thing, so that `he` or `she` cannot refer to it: `in N`, `the N`. */
function isPlaceOrThing({ tokens }: TaggedSentence, { head, title }: Mention): boolean {
  const before = tokens[head - 1]?.lower ?? '';
  return /^(?:in|at|from|into|within)$/.test(before) || (title === '' && determiners.has(before));
}

function isOnlyPerson({ tokens, mentions }: TaggedSentence, { head, to }: Mention, told: number): boolean {
  const isWithin = (at: number) => at < told || (head <= at && at < to);
  const others = mentions.filter((other) => other.kind === 'name' && !isWithin(other.from));
  if (others.length > 0) return false;
  const own = findOwnDescription(tokens, head);
  return tokens.every(
    ({ lower, pos }, at) =>
      isWithin(at) || at === own || !/^(?:NOUN|PROPN)$/.test(pos) || !isPersonWord(lower),
  );
}

/**
 * Finds a word for a person right before the name that describes the same person: in `Her father, N, sat there`, the
 * father is N.
 */
function findOwnDescription(tokens: readonly Token[], head: number): number | undefined {
  const at = tokens[head - 1]?.text === ',' ? head - 2 : head - 1;
  const isDetermined =
    determiners.has(tokens[at - 1]?.lower ?? '') || determiners.has(tokens[at - 2]?.lower ?? '');
  return isDetermined && isPersonWord(tokens[at]?.lower ?? '') ? at : undefined;
}

function detectGender({ title, text }: Mention): Gender {
  const words = title.toLowerCase().replaceAll('.', '').split(' ').map(normaliseTitle);
  const shown = words.map(detectGenderOfTitle).find((gender) => gender !== 'unknown');
  return shown ?? detectGenderOfGiven(text.toLowerCase().split(' ')[0] ?? '');
}
