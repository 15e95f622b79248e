// Identities: finds where the text says that two names mean the same (`Jory, called Thrift`, `the Reeve was Orrin`).

import { isClassWord } from './class-words.ts';
import { buildCandidateKey, type GatheredScene } from './collect-candidates.ts';
import { isCommonWord, isListed } from './lexicon.ts';
import type { Mention } from './mention.ts';
import type { Token } from './tag-text.ts';

export interface Identity {
  readonly one: Mention;
  readonly other: Mention;
}

/** What a scene says about two of its candidates, and in which of its sentences. */
export interface SceneIdentity {
  readonly names: readonly [string, string];
  readonly sentence: number;
}

/** Lists pairs of candidates that are the same person or thing according to a sentence of the scene. */
export function listIdentities({ sentences }: GatheredScene): readonly SceneIdentity[] {
  return sentences.flatMap(({ tokens, mentions }, sentence) =>
    listSentenceIdentities(tokens, mentions).map(({ one, other }) => ({
      names: [buildCandidateKey(one), buildCandidateKey(other)] as const,
      sentence,
    })),
  );
}

const adverbs =
  '(?:now|also|otherwise|better|sometimes|once|formerly|afterwards|commonly|usually|generally|often|always|only|simply|long|then) ';
const called = `(?:called|named|nicknamed|surnamed|styled|dubbed|christened|baptised|known(?: (?:to|in|among|by)(?: \\S+){1,7}?)?(?: only| simply| also)? as)`;
/** Between N and M in `N, called M` or `N, who was afterwards known to all of them as M`. */
const callsBetween = new RegExp(
  `^(?:, |(?:, who )?(?:is|was|were|had been|has been) )(?:${adverbs})*${called}(?: (?:the|by the name of))*(?: ["“‘'])?$`,
);
/** Between N and M in `N's real name was M`. */
const nameBetween =
  /^['’]s (?:(?:real|true|full|own|first|given|christian|proper|right|other) )+name (?:is|was|had been)$/;
/** Between N and M in `N was none other than M`: after such words, a name says for certain who N is. */
const sureBetween =
  /^(?:, )?(?:who )?(?:is|was|were) (?:none other than|no other than|really|in truth|in fact|indeed|in reality|one and the same as|the same (?:man|woman|person) as)$/;
/** Between N and M in `N was M`, which counts only if the clause ends after M. */
const plainBetween = /^(?:, who )?(?:is|was)$/;
/** Between N and M, and after M, in `N, or M, as he was called`. */
const orBetween = /^, or(?: rather)?$/;
const asCalled = /^,? ?as (?:\S+ ){1,5}?(?:called|known|named|say|said|call|calls)\b/;

/** If there are more words between two names, the sentence hardly says that they are one. */
const maxBetween = 12;
const lookBehind = 8;

/** Words that show that somebody only thinks, says or denies that something is so, or asks about it. */
const isDoubt =
  /^(?:\?|if|unless|whether|not|n't|n’t|never|den(?:y|ies|ied|ying)|doubt(?:s|ed|ing)?|seem(?:s|ed|ing)?|claim(?:s|ed|ing)?|rumou?r(?:s|ed)?|opinion|impression|idea|thought|think|thinks|thinking|suppos(?:e|ed|ing)|believ(?:e|ed|ing)|pretend(?:ed|ing)?|fanc(?:y|ied)|imagin(?:e|ed|ing)|dream(?:ed|t|ing)?|mist(?:ake|ook|aken)|wish(?:ed)?|perhaps|maybe|almost|like)$/;

/** Lists pairs of names, one after the other, that mean the same person or thing according to the sentence. */
function listSentenceIdentities(tokens: readonly Token[], mentions: readonly Mention[]): readonly Identity[] {
  const names = mentions
    .filter(({ kind }) => kind === 'name')
    .toSorted((one, other) => one.head - other.head);
  const sentence = { tokens, isDoubtful: isDoubted(tokens) };
  return names.flatMap((one, at) => {
    const other = findBehind(names, at, one.to);
    if (other === undefined || other.head - one.to > maxBetween) return [];
    return isIdentity(sentence, one, other) ? [{ one, other }] : [];
  });
}

/** The first name that begins at the token or after it. */
function findBehind(names: readonly Mention[], at: number, token: number): Mention | undefined {
  for (let next = at + 1; next < names.length; next += 1) {
    const name = names[next];
    if (name !== undefined && name.head >= token) return name;
  }
  return undefined;
}

interface JudgedSentence {
  readonly tokens: readonly Token[];
  /** Whether the sentence asks, denies or supposes something. */
  readonly isDoubtful: boolean;
}

function isIdentity({ tokens, isDoubtful }: JudgedSentence, one: Mention, other: Mention): boolean {
  const between = joinWords(tokens, one.to, other.head);
  if (isOwner(tokens[other.to])) return false;
  if (isSaidBeside(between))
    return !isBehindHolder(tokens, one) && !isDoubted(tokens.slice(one.to, other.head));
  if (isDoubtful) return false;
  if (nameBetween.test(between)) return true;
  if (orBetween.test(between)) return asCalled.test(joinWords(tokens, other.to, other.to + lookBehind));
  if (isOfAnother(tokens, one)) return false;
  if (callsBetween.test(between) || sureBetween.test(between)) return true;
  const behind = tokens[other.to];
  const isEnd = behind === undefined || /^[.,;:!—”"]$/.test(behind.text);
  return plainBetween.test(between) && isEnd && isBareName(other);
}

/** Whether the sentence asks, denies or supposes something, or only tells who says so. */
export function isDoubted(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ lower }, at) => isDoubt.test(lower) || (lower === 'though' && tokens[at - 1]?.lower === 'as'),
  );
}

/**
 * `N, known to her friends as M` says that the two are one, even if the rest of the sentence denies or supposes
 * something.
 */
function isSaidBeside(between: string): boolean {
  return between.startsWith(', ') && callsBetween.test(between);
}

/** Whether M may name somebody mentioned before N instead of N: `the sister of N, called M`, `Jem and N, called M`. */
function isBehindHolder(tokens: readonly Token[], one: Mention): boolean {
  const article = tokens[one.head - 1]?.pos === 'DET' ? 1 : 0;
  const [holder, before] = tokens.slice(Math.max(0, one.head - 2 - article), one.head - article);
  return (
    before?.pos === 'CCONJ' || isOwner(before) || (before?.lower === 'of' && isClassWord(holder?.lower ?? ''))
  );
}

function joinWords(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ lower }) => lower)
    .join(' ');
}

/**
 * Whether the mention is only a name. In `the link is Broken` and `N is Jeddak of M`, the second name says what
 * something is, not who it is.
 */
function isBareName({ text }: Mention): boolean {
  return !/ of /.test(text) && !text.toLowerCase().split(' ').every(isCommonWord);
}

/** `Thrift was Nell's` says whose relative he is, not that he is Nell. */
function isOwner(token: Token | undefined): boolean {
  return /^['’](?:s)?$/.test(token?.lower ?? '');
}

/** Words that begin a clause about somebody else: `the man who saw N was M`, `the last to see N was M`. */
const aboutOther = /^(?:who|whom|what|which|that|whoever|whatever|to)$/;
/** How many tokens before the verb of such a clause its first word is looked for. */
const farthestOther = 3;

/** Whether N is what somebody else does something to: `the man who hated N was M`, `watching N was M`. */
function isObject(tokens: readonly Token[], at: number): boolean {
  const { pos, lower: word = '' } = tokens[at] ?? {};
  // `What frightened N`: such a participle may be tagged as an adjective.
  if (pos !== 'VERB' && !word.endsWith('ed')) return false;
  const clause = tokens.slice(Math.max(0, at - farthestOther), at);
  return word.endsWith('ing') || clause.some(({ lower }) => aboutOther.test(lower));
}

/** Whether the sentence is about something else than N: `the sister of N was M`, `behind N was M`. */
function isOfAnother(tokens: readonly Token[], one: Mention): boolean {
  const article = tokens[one.head - 1]?.pos === 'DET' ? 1 : 0;
  const at = one.head - 1 - article;
  const before = tokens[at];
  return (
    isObject(tokens, at) ||
    before?.pos === 'ADP' ||
    before?.pos === 'CCONJ' ||
    isOwner(before) ||
    isListed('directions', before?.lower ?? '')
  );
}
