// Finds recurring topics: terms that occur in bursts and in several sessions; terms that occur together are one topic.
import { chooseWordReader, collectTerms, type Term } from './read-words.ts';
import { type Sentence, splitSentences, type Utterance, type Word } from './utterance.ts';
import { openers } from './word-lists.ts';

export interface Topic {
  /** The commonest form of the topic's name, in lower case. */
  readonly name: string;
  /** The ids of the topic's terms. */
  readonly terms: readonly string[];
  /** Indices of the sentences that mention the topic, in order. */
  readonly sentences: readonly number[];
  readonly score: number;
}

export interface Talk {
  readonly utterances: readonly Utterance[];
  readonly sentences: readonly Sentence[];
  /** The session of each utterance. */
  readonly sessions: readonly number[];
  readonly terms: readonly Term[];
  /** Names of people who are addressed rather than talked about, in lower case. */
  readonly calledNames: ReadonlySet<string>;
}

interface WeighedTerm extends Term {
  readonly utterances: ReadonlySet<number>;
  readonly sessionCount: number;
  readonly score: number;
}

const leastSessions = 2;
const leastUtterances = 4;
/** A term belongs to a topic if at least this share of the utterances that mention it also mentions the topic. */
const absorbedShare = 0.6;
/**
 * A term that shares a word with the topic needs only this share of its utterances to belong to it. A longer name is
 * preferred if it occurs in at least this share of the shorter name's utterances.
 */
const longerShare = 0.35;
const leastScore = 1.2;

/** Reads utterances, which must be in chronological order. */
export function readTalk(utterances: readonly Utterance[]): Talk {
  const readWords = chooseWordReader(utterances.map(({ text }) => text));
  const read = utterances.flatMap(({ text }, at) =>
    splitSentences(text).map((sentence) => ({ at, text: sentence, words: readWords(sentence) })),
  );
  const { sentences, calledNames } = collectAddressed(read);
  const terms = collectTerms(sentences);
  return { utterances, sentences, sessions: computeSessions(utterances), terms, calledNames };
}

/** At most `limit` topics, the weightiest first. Names that are mostly used to address somebody are not topics. */
export function rankTopics(talk: Talk, limit: number): readonly Topic[] {
  const weighed = talk.terms
    .map((term) => scoreTerm(term, talk))
    .filter((term) => isTopical(term, talk))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
  const groups: WeighedTerm[][] = [];
  for (const term of weighed) {
    const group = groups.find((known) => isInGroup(term, known));
    if (group !== undefined) group.push(term);
    else if (groups.length < limit) groups.push([term]);
  }
  return groups.map(buildTopic);
}

function scoreTerm(term: Term, talk: Talk): WeighedTerm {
  const utterances = new Set(term.sentences.map((at) => talk.sentences[at]?.at ?? 0));
  const sessionCount = new Set([...utterances].map((at) => talk.sessions[at] ?? 0)).size;
  const all = (talk.sessions.at(-1) ?? 0) + 1;
  const speakers = new Set([...utterances].map((at) => talk.utterances[at]?.speaker)).size;
  // Words that everybody uses about everything are spread evenly; subjects occur in bursts.
  const spreadByChance = all * (1 - Math.exp(-utterances.size / all));
  const burst = Math.log2(spreadByChance / sessionCount);
  const shape = (term.isName ? 0.35 : 0) + (term.id.includes(' ') ? 0.5 : 0) + (speakers > 1 ? 0.3 : 0);
  const score = Math.log2(1 + utterances.size) * (burst + 0.5 + shape);
  return { ...term, utterances, sessionCount, score };
}

function isTopical(term: WeighedTerm, { calledNames }: Talk): boolean {
  return (
    term.sessionCount >= leastSessions &&
    term.utterances.size >= leastUtterances &&
    term.score >= leastScore &&
    !term.name.split(' ').some((word) => calledNames.has(word))
  );
}

function isInGroup(term: WeighedTerm, group: readonly WeighedTerm[]): boolean {
  const [first] = group;
  if (first === undefined) return false;
  const words = new Set(first.id.split(' '));
  const isKin = term.id.split(' ').some((word) => words.has(word));
  const shared = [...term.utterances].filter((at) => first.utterances.has(at)).length;
  return shared >= term.utterances.size * (isKin ? longerShare : absorbedShare);
}

function buildTopic(group: readonly WeighedTerm[]): Topic {
  const [first] = group as readonly [WeighedTerm, ...WeighedTerm[]];
  return {
    name: chooseName(group),
    terms: group.map((term) => term.id),
    sentences: [...new Set(group.flatMap((term) => term.sentences))].sort((one, other) => one - other),
    score: first.score,
  };
}

/** The longest of the names that contain the group's first name and are common enough. */
function chooseName(group: readonly WeighedTerm[]): string {
  const [first] = group as readonly [WeighedTerm, ...WeighedTerm[]];
  const longer = group.filter(
    (term) =>
      first.id.split(' ').every((word) => term.id.split(' ').includes(word)) &&
      term.utterances.size >= first.utterances.size * longerShare,
  );
  return longer.reduce((best, term) => (term.id.length > best.id.length ? term : best), first).name;
}

const silenceMs = 5 * 60 * 60 * 1_000;
/** If the times do not show sessions, this many utterances count as one session. */
const utterancesEach = 40;

/** The session of each utterance, counted from 0; utterances are in the order of time. */
function computeSessions(utterances: readonly Utterance[]): readonly number[] {
  let session = 0;
  const sessions = utterances.map(({ atMs }, at) => {
    const before = utterances[at - 1];
    if (before !== undefined && atMs - before.atMs > silenceMs) session += 1;
    return session;
  });
  return session > 0 ? sessions : utterances.map((_, at) => Math.floor(at / utterancesEach));
}

/**
 * A name that a sentence seems to call counts as called if at least this share of the sentences with the name seem to
 * call it.
 */
const presentShare = 0.3;
/**
 * If at least this share of the sentences with a person's name, and at least `fewestCalls` of them, address that
 * person, the person is addressed rather than talked about.
 */
const calledShare = 0.5;
const fewestCalls = 2;

const name = String.raw`(\p{Lu}[\p{L}\p{M}'’-]*)`;
const end = String.raw`(?=\s*(?:[,.!?…:)~–—-]|\p{Extended_Pictographic}|$))`;
/** A name before a pause: at the beginning, after one or two opening words, or after a comma. */
const calls = [
  new RegExp(`^["“(]*${name}${end}`, 'gu'),
  new RegExp(String.raw`^(?<opener>[\p{L}']+)(?: (?<second>[\p{L}']+))?[,!]? ${name}${end}`, 'gu'),
  new RegExp(String.raw`,\s*${name}${end}`, 'gu'),
] as const;

/** Names that a sentence seems to use to address somebody, in lower case. */
export function listCalled(text: string): readonly string[] {
  return calls.flatMap((call) =>
    [...text.matchAll(call)].flatMap((found) => {
      const { opener, second } = found.groups ?? {};
      const isOpened = [opener, second].every(
        (word) => word === undefined || openers.has(word.toLowerCase()),
      );
      return isOpened ? [(found.at(-1) ?? '').toLowerCase()] : [];
    }),
  );
}

interface Addressed {
  /** The sentences, changed so that a name that only addresses somebody does not count as a word with content. */
  readonly sentences: readonly Sentence[];
  /** Names of people who are addressed rather than talked about; in lower case. */
  readonly calledNames: ReadonlySet<string>;
}

/** A name after a comma may also be part of a list: it counts as addressing somebody if the same name often does. */
function collectAddressed(sentences: readonly Sentence[]): Addressed {
  const called = sentences.map(({ text }) => new Set(listCalled(text)));
  const callCounts = countEach(called);
  const useCounts = countEach(sentences.map(({ words }) => new Set(words.map(({ lower }) => lower))));
  const shares = new Map(
    [...callCounts]
      .filter(([, count]) => count >= fewestCalls)
      .map(([lower, count]) => [lower, count / (useCounts.get(lower) ?? count)]),
  );
  const isAtLeast = (lower: string, share: number) => (shares.get(lower) ?? 0) >= share;
  const asOther = (word: Word): Word => ({ ...word, kind: 'other' });
  return {
    calledNames: new Set([...shares.keys()].filter((lower) => isAtLeast(lower, calledShare))),
    sentences: sentences.map((sentence, at) => {
      const here = new Set([...(called[at] ?? [])].filter((lower) => isAtLeast(lower, presentShare)));
      if (here.size === 0) return sentence;
      return {
        ...sentence,
        words: sentence.words.map((word) => (here.has(word.lower) ? asOther(word) : word)),
      };
    }),
  };
}

function countEach(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const value of set) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
