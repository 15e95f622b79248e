// Lists the topics of a talk by their keys: first those of existing fragments, then new topics.

import { hasEastAsianScript } from '../events/script-languages.ts';
import { keyPattern } from '../fragments/fragment.ts';
import { buildWeighing, listStatements, type Statement } from './compile-topic.ts';
import { rankTopics, type Talk, type Topic } from './rank-topics.ts';
import { countCommon, stemWord } from './word-lists.ts';

/** A topic under its key, with what was said about it. */
export interface KeyedTopic {
  readonly key: string;
  readonly statements: readonly Statement[];
  /** Indices of the utterances that mention the topic. */
  readonly utterances: ReadonlySet<number>;
}

const utterancesPerTopic = 16;
const topicRange = { fewest: 8, most: 200 };
/** A new topic needs at least this many statements that weigh `leastWeight` or more. */
const fewestStatements = 3;
const leastWeight = 3;
const namedBonus = 1.5;
/** A topic that shares at least this part of its utterances with an existing fragment is not a topic of its own. */
const sameShare = 0.6;

/** First the existing keys in the given order, then the new topics, of these the weightiest first. */
export function listKeyedTopics(talk: Talk, knownKeys: readonly string[]): readonly KeyedTopic[] {
  const limit = Math.ceil(talk.utterances.length / utterancesPerTopic);
  const found = rankTopics(talk, Math.min(topicRange.most, Math.max(topicRange.fewest, limit)));
  const byKey = new Map<string, Topic>();
  for (const topic of found) {
    const key = chooseKey(topic.name, resolveEventId(talk, topic.sentences[0]), knownKeys);
    if (!byKey.has(key)) byKey.set(key, topic);
  }
  const keyTopic = buildKeying(talk);
  const places = listPlaces(talk);
  const known = knownKeys.map((key) => keyTopic(key, byKey.get(key)?.sentences ?? listPlacesOf(key, places)));
  const fresh = [...byKey]
    .filter(([key]) => !knownKeys.includes(key))
    .map(([key, topic]) => keyTopic(key, topic.sentences))
    .filter((topic) => countTelling(topic) >= fewestStatements)
    .filter(
      ({ utterances }) =>
        !known.some((one) => countCommon(utterances, one.utterances) >= sameShare * utterances.size),
    );
  return [...known, ...fresh];
}

/** An earlier version gave a name without Latin letters the key of its first event; such a fragment keeps its key. */
function chooseKey(name: string, firstEventId: number, knownKeys: readonly string[]): string {
  const former = nameKey('', firstEventId);
  const isContinued = !/\p{Script=Latin}/u.test(name) && knownKeys.includes(former);
  return isContinued ? former : nameKey(name, firstEventId);
}

function buildKeying(talk: Talk): (key: string, places: readonly number[]) => KeyedTopic {
  const weighing = buildWeighing(talk);
  return (key, places) => ({
    key,
    statements: listStatements(talk, places, weighing).map((statement) => withNamedWeight(statement, key)),
    utterances: new Set(places.map((place) => talk.sentences[place]?.at ?? 0)),
  });
}

/**
 * If a statement has the words of the key, gives it more weight: it is about the topic, and does not just mention it.
 * If the key has no words of the topic, every statement gets this weight.
 */
function withNamedWeight(statement: Statement, key: string): Statement {
  if (isUnspelled(key)) return { ...statement, weight: statement.weight + namedBonus };
  const stems = new Set(
    statement.text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.map(stemWord),
  );
  const isSaid = (part: string) => hasEastAsianScript(part) && statement.text.toLowerCase().includes(part);
  const isNamed = key.split('-').every((part) => stems.has(stemWord(part)) || isSaid(part));
  return isNamed ? { ...statement, weight: statement.weight + namedBonus } : statement;
}

function countTelling({ statements }: KeyedTopic): number {
  return statements.filter(({ weight }) => weight >= leastWeight).length;
}

function resolveEventId(talk: Talk, place: number | undefined): number {
  return talk.utterances[talk.sentences[place ?? 0]?.at ?? 0]?.id ?? 0;
}

/** For each stem, the sentences that have it, in order. */
function listPlaces(talk: Talk): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  talk.sentences.forEach(({ words }, place) => {
    for (const stem of new Set(words.map((word) => word.stem))) {
      const list = places.get(stem);
      if (list === undefined) places.set(stem, [place]);
      else list.push(place);
    }
  });
  return places;
}

function listPlacesOf(key: string, places: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const [first = [], ...others] = key.split('-').map((part) => places.get(stemWord(part)) ?? []);
  const sets = others.map((list) => new Set(list));
  return first.filter((place) => sets.every((set) => set.has(place)));
}

const longestKey = 60;

/**
 * Makes a key: `Blue Coat` becomes `blue-coat`. A name from which no key can be made, such as one without letters, gets
 * a key with the number of the first event, such as `topic-12`.
 */
export function nameKey(name: string, firstEventId: number): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}0-9]+/gu, '-')
    .slice(0, longestKey)
    .toWellFormed()
    .replace(/^[^\p{Ll}\p{Lo}]+|(?<!-)-+$/gu, '');
  return keyPattern.test(key) ? key : `topic-${firstEventId}`;
}

/** Whether a key was made from the number of an event, as `topic-12`, and has none of the topic's words. */
function isUnspelled(key: string): boolean {
  return /^topic-\d+$/.test(key);
}
