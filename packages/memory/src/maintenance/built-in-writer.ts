// The writer without a language model: fragments extracted from what comes up again and again, each line with its source.

import type { FragmentText } from '../fragments/fragment.ts';
import { buildRarity, listStatements, type Statement } from '../topics/compile-topic.ts';
import { countCommon } from '../topics/count-common.ts';
import { findTopics, readTalk, type Talk, type Topic } from '../topics/find-topics.ts';
import { nameKey } from '../topics/name-key.ts';
import { stemWord } from '../topics/stem-word.ts';
import type { Utterance } from '../topics/utterance.ts';
import { composeAmbient } from './compose-ambient.ts';
import { composeFragment, composeUpdate } from './compose-fragment.ts';
import { edgeName } from './draft.ts';
import type { MaintenanceBatch, MaintenanceWriter } from './maintenance-writer.ts';
import type { Operation } from './operation.ts';

export interface BuiltInWriterOptions {
  /** How a voice is shown; its id where nothing is given. */
  readonly findName?: (voice: string) => string;
}

/** Beyond this many it reads the newest only, so that a run stays a matter of minutes. */
const mostEvents = 50_000;
const eventsPerTopic = 25;
const topicRange = { fewest: 8, most: 200 };
/** A topic needs this many statements that say something by themselves. */
const fewestStatements = 3;
const leastWeight = 1.5;
/** Who shares this much with a fragment that is there is no topic of its own. */
const sameShare = 0.6;
const togetherCount = 3;
const togetherShare = 0.15;
const mostEdges = 3;

export function buildBuiltInWriter(options: BuiltInWriterOptions = {}): MaintenanceWriter {
  return {
    id: 'builtin',
    findRoom: async () => Number.POSITIVE_INFINITY,
    async propose(batch) {
      const { accepted, refused } = batch.fold(proposeAll(batch, options));
      return { operations: accepted, refused, reply: '' };
    },
  };
}

/** A topic with what was said of it, under the key it has or will have. */
interface KeyedTopic {
  readonly key: string;
  readonly statements: readonly Statement[];
  /** Utterances that mention it. */
  readonly utterances: ReadonlySet<number>;
}

function proposeAll(batch: MaintenanceBatch, options: BuiltInWriterOptions): readonly Operation[] {
  const talk = readTalk(listUtterances(batch, options));
  const fresh = new Set<number>(batch.events.map((event) => event.id));
  const topics = chooseTopics(batch, talk);
  const written = topics.flatMap((topic) => proposeTopic(batch, topic, fresh));
  const keys = new Set([...batch.draft.fragments.keys(), ...written.map((operation) => operation.key)]);
  const edges = proposeEdges(
    topics.filter((topic) => keys.has(topic.key)),
    batch,
  );
  const operations = [...written, ...edges];
  const { draft } = batch.fold(operations);
  return [...operations, ...composeAmbient(draft)];
}

function listUtterances(batch: MaintenanceBatch, { findName }: BuiltInWriterOptions): readonly Utterance[] {
  return batch
    .readAllEvents()
    .slice(-mostEvents)
    .filter((event) => event.shown !== '')
    .map((event) => ({
      id: event.id,
      atMs: event.atMs,
      speaker: findName?.(event.voice) ?? event.voice,
      text: event.shown,
    }));
}

/** What is already a fragment first, then what is new, the weightiest first. */
function chooseTopics({ draft }: MaintenanceBatch, talk: Talk): readonly KeyedTopic[] {
  const rarity = buildRarity(talk);
  const limit = Math.ceil(talk.utterances.length / eventsPerTopic);
  const found = findTopics(talk, Math.min(topicRange.most, Math.max(topicRange.fewest, limit)));
  const key = (topic: Topic, places: readonly number[]): KeyedTopic => ({
    key: nameKey(topic.name, findEventId(talk, places[0])),
    statements: listStatements(talk, places, rarity),
    utterances: new Set(places.map((place) => talk.sentences[place]?.at ?? 0)),
  });
  const known = [...draft.fragments.values()].map((fragment) => {
    const places = findPlaces(fragment.key, talk, found);
    return {
      ...key({ name: fragment.key, terms: [], sentences: places, score: 0 }, places),
      key: fragment.key,
    };
  });
  const taken = new Set(known.map((topic) => topic.key));
  const fresh = found
    .map((topic) => key(topic, topic.sentences))
    .filter((topic) => !taken.has(topic.key) && countTelling(topic) >= fewestStatements)
    .filter((topic) => !known.some((one) => countShared(topic, one) >= sameShare * topic.utterances.size));
  return [...known, ...new Map(fresh.map((topic) => [topic.key, topic])).values()];
}

function countTelling({ statements }: KeyedTopic): number {
  return statements.filter(({ weight }) => weight >= leastWeight).length;
}

function findEventId(talk: Talk, place: number | undefined): number {
  return talk.utterances[talk.sentences[place ?? 0]?.at ?? 0]?.id ?? 0;
}

/** Sentences about a fragment: those of the topic of that name, or those that have every word of its key. */
function findPlaces(key: string, talk: Talk, topics: readonly Topic[]): readonly number[] {
  const topic = topics.find(({ name, sentences }) => nameKey(name, findEventId(talk, sentences[0])) === key);
  if (topic !== undefined) return topic.sentences;
  const stems = key.split('-').map(stemWord);
  return talk.sentences.flatMap(({ words }, place) => {
    const present = new Set(words.map((word) => word.stem));
    return stems.every((stem) => present.has(stem)) ? [place] : [];
  });
}

function countShared(one: KeyedTopic, other: KeyedTopic): number {
  return countCommon(one.utterances, other.utterances);
}

type WrittenFragment = Extract<Operation, { key: string }>;

function proposeTopic(
  { draft }: MaintenanceBatch,
  { key, statements }: KeyedTopic,
  fresh: ReadonlySet<number>,
): readonly WrittenFragment[] {
  const former: FragmentText | undefined = draft.fragments.get(key);
  if (former === undefined) return [{ do: 'create-fragment', key, ...composeFragment(statements) }];
  const known = new Set<number>(former.sources);
  const added = statements.filter(({ eventId }) => fresh.has(eventId) && !known.has(eventId));
  if (added.length === 0) return [];
  return [{ do: 'update-fragment', key, ...composeUpdate(former, statements, added) }];
}

/** Each topic with those it is most often mentioned together with, in one utterance. */
function proposeEdges(topics: readonly KeyedTopic[], { draft }: MaintenanceBatch): readonly Operation[] {
  const pairs = topics.flatMap((one, at) =>
    topics.slice(at + 1).map((other) => ({ one, other, count: countShared(one, other) })),
  );
  const close = pairs
    .filter(({ one, other, count }) => {
      const fewer = Math.min(one.utterances.size, other.utterances.size);
      return count >= togetherCount && count >= togetherShare * fewer;
    })
    .sort((one, other) => other.count - one.count);
  const counts = new Map<string, number>();
  return close.flatMap(({ one, other }): Operation[] => {
    if (draft.edges.has(edgeName(one.key, other.key))) return [];
    const ends = [one.key, other.key];
    if (ends.some((end) => (counts.get(end) ?? 0) >= mostEdges)) return [];
    for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
    return [{ do: 'create-edge', from: one.key, to: other.key, label: 'come up together' }];
  });
}
