// Scene relations: finds sentences that certainly state a relation between two names (`Anna, the sister of Stiva`).

import { buildCandidateKey, type GatheredScene, type TaggedSentence } from './collect-candidates.ts';
import { isDoubted } from './list-identities.ts';
import type { Mention } from './mention.ts';
import type { RelationKind } from './relation-kinds.ts';

export interface SceneRelation {
  readonly from: string;
  readonly kind: RelationKind;
  readonly to: string;
  readonly sentence: number;
}

const kinKinds: Readonly<Record<string, RelationKind>> = {
  son: 'child of',
  daughter: 'child of',
  father: 'parent of',
  mother: 'parent of',
  brother: 'sibling of',
  sister: 'sibling of',
  wife: 'spouse of',
  husband: 'spouse of',
  widow: 'spouse of',
  uncle: 'kin of',
  aunt: 'kin of',
  nephew: 'kin of',
  niece: 'kin of',
  cousin: 'kin of',
  grandson: 'kin of',
  granddaughter: 'kin of',
  grandfather: 'kin of',
  grandmother: 'kin of',
};
const kin = `(?<kin>${Object.keys(kinKinds).join('|')})`;
const qualities =
  '(?:(?:only|own|late|little|old|young|younger|elder|twin|dear|beloved|first|second|\\p{Ll}{2,9}est) ){0,2}';
const rulers = 'king|queen|emperor|empress|ruler|sovereign|tsar|czar|sultan|khan|tyrant|chieftain|overlord';

/** Matches the words between N and M in `N, the eldest daughter of M`. */
const kinOf = new RegExp(`^, (?:the |an? )?${qualities}${kin} of $`, 'u');
/** Matches the words between N and M in `N was the brother of M`. */
const isKinOf = new RegExp(`^ (?:is|was) (?:the |an? )?${qualities}${kin} of $`, 'u');
/** Matches the words between M and N in `M’s brother N` or `M’s brother, N,`. */
const kinBetween = new RegExp(`^['’]s ${qualities}${kin}(?<comma>,?) $`, 'u');
/** Matches the words after `N, M` in `N, M’s brother,`. */
const kinAfter = new RegExp(`^['’]s ${qualities}${kin}(?=[.;:!?)—]|$|, (?!and |or |\\p{Lu}))`, 'u');
/** The end of an apposition: a mark, or the end of the text. */
const closed = /^(?:[,.;:!?)—]|$)/u;
/** A comma with another name or word of a list behind it: `M’s brother, N, and O`, where N may be another person. */
const listed = /^, (?:and |or |\p{Lu})/u;
/** Words after which a name begins a clause. */
const opening = /^(?:and|but|that|because|since|when|while|though|as|so|for)$/u;

/** The maximum number of relations that are recorded for one scene. */
const maxRelations = 20;

/** `ranks` are words that mean a ruler in this story, in addition to those that every story may have. */
export function listSceneRelations(
  { sentences }: GatheredScene,
  ranks: ReadonlySet<string>,
): readonly SceneRelation[] {
  const found = sentences.flatMap((sentence, index) => {
    if (isDoubted(sentence.tokens)) return [];
    const names = listOutermost(sentence.mentions);
    const text = describeText(sentence.text);
    return names.flatMap((one, at) => {
      const other = names[at + 1];
      const said = other === undefined ? undefined : readPair({ sentence, text, ranks }, [one, other]);
      return said === undefined ? [] : [{ ...said, sentence: index }];
    });
  });
  return found.slice(0, maxRelations);
}

/** Names that are not part of another name, in order. */
function listOutermost(mentions: readonly Mention[]): readonly Mention[] {
  const names = mentions.filter(({ kind }) => kind === 'name');
  const sorted = names.toSorted((one, other) => one.head - other.head || other.to - one.to);
  let end = 0;
  return sorted.filter(({ to }) => {
    const isOutside = to > end;
    if (isOutside) end = to;
    return isOutside;
  });
}

interface SentenceText {
  readonly hasSpeech: boolean;
  /**
   * The first place where a blank follows an apostrophe, as at the end of a speech; the end of the text if there is
   * none.
   */
  readonly firstClosing: number;
  readonly lastQuestion: number;
}

function describeText(text: string): SentenceText {
  const firstClosing = text.indexOf('’ ');
  return {
    hasSpeech: /["“”‘]/u.test(text),
    firstClosing: firstClosing === -1 ? text.length : firstClosing,
    lastQuestion: text.lastIndexOf('?'),
  };
}

/** At most this many characters after a pair of names are examined. */
const maxAfter = 100;

interface PairSource {
  readonly sentence: TaggedSentence;
  readonly text: SentenceText;
  /** Words for rulers that only this story has. */
  readonly ranks: ReadonlySet<string>;
}

type Said = Omit<SceneRelation, 'sentence'>;

interface Around {
  readonly first: string;
  readonly second: string;
  readonly between: string;
  readonly after: string;
  /** Whether the sentence asks a question after the names. */
  readonly isAsked: boolean;
  /** Whether the text may be a speech in which one of the names addresses somebody. */
  readonly isSpeech: boolean;
  /** Whether the first name begins a clause. */
  readonly isSubject: boolean;
}

function readPair(
  { sentence, text: whole, ranks }: PairSource,
  [one, other]: readonly [Mention, Mention],
): Said | undefined {
  const { tokens, text } = sentence;
  const end = tokens[other.to - 1]?.end ?? 0;
  const start = tokens[one.head]?.start ?? 0;
  const before = tokens[one.head - 1];
  const around: Around = {
    first: buildCandidateKey(one),
    second: buildCandidateKey(other),
    between: text.slice(tokens[one.to - 1]?.end, tokens[other.head]?.start).replace(/\s+/gu, ' '),
    after: text.slice(end, end + maxAfter).replace(/\s+/gu, ' '),
    isAsked: whole.lastQuestion >= end,
    isSpeech: whole.hasSpeech || whole.firstClosing + 1 < start,
    isSubject: before === undefined || before.pos === 'PUNCT' || opening.test(before.lower),
  };
  if (around.first === around.second) return undefined;
  return readKin(around) ?? readRule(around, ranks);
}

function readKin(around: Around): Said | undefined {
  const { first, second, between, after, isAsked, isSpeech, isSubject } = around;
  const isPossessive = /^['’]/u.test(after);
  const toward = !isSpeech && closed.test(after) ? kinOf.exec(between) : null;
  const told = isSubject && !isPossessive && !isAsked ? isKinOf.exec(between) : null;
  const behind = between === ', ' && !isSpeech ? kinAfter.exec(after) : null;
  const forward = toward ?? told ?? behind;
  if (forward !== null) return build(first, forward, second);
  const owned = kinBetween.exec(between);
  const isLoose = owned?.groups?.['comma'] === ',' && (isSpeech || !closed.test(after) || listed.test(after));
  return owned === null || isLoose ? undefined : build(second, owned, first);
}

function build(from: string, match: RegExpExecArray, to: string): Said | undefined {
  const kind = kinKinds[match.groups?.['kin'] ?? ''];
  return kind === undefined ? undefined : { from, kind, to };
}

/** Recognises a statement that somebody rules something: `N, king of M`. */
function readRule(
  { first, second, between, after, isSpeech }: Around,
  ranks: ReadonlySet<string>,
): Said | undefined {
  const word = /^, (?:the )?(\p{L}+) of $/u.exec(between)?.[1]?.toLowerCase();
  const isRuler = word !== undefined && (ranks.has(word) || rulerWords.has(word));
  return isRuler && !isSpeech && closed.test(after) ? { from: first, kind: 'rules', to: second } : undefined;
}

const rulerWords: ReadonlySet<string> = new Set(rulers.split('|'));

const article = '(?:an? |the |its |their )?';
/**
 * Matches a definition of a word for rulers: `A zhar is the king of a city.`, `The title of an emperor.`, but not `A
 * soldier of the emperor.`, `The king’s sword.`, `The seat of the queen or king.`
 */
const meansRuler = new RegExp(
  [
    `(?:^|(?<!\\bwho )\\b(?:is|was|are|were|means?|meaning) |\\b(?:(?:title|rank) (?:of|for)|word for) )(?!not? )${article}(?:[\\p{L}-]+ )?(?:[\\p{L}-]+ or )?(?:${rulers})s?\\b(?!['’])`,
    `\\bas ${article}(?:${rulers})(?=[.,;]| of |$)`,
  ].join('|'),
  'iu',
);

/**
 * Lists the one-word terms that their definition explains as words for rulers, in lower case: a story may have words of
 * its own.
 */
export function listRulerWords(
  known: Iterable<{ readonly term: string; readonly definition: string }>,
): ReadonlySet<string> {
  const words = [...known].filter(
    ({ term, definition }) => /^\p{L}+$/u.test(term) && meansRuler.test(definition),
  );
  return new Set(words.map(({ term }) => term.toLowerCase()));
}
