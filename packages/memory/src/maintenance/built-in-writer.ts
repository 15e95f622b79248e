// The writer without a language model: extracts fragments from topics that recur, each line with its source.
import { renderWallDay } from '../events/local-time.ts';
import { type FragmentText, summaryKey } from '../fragments/fragment.ts';
import { type KeyedTopic, listKeyedTopics } from '../topics/list-keyed-topics.ts';
import { listPeriods } from '../topics/list-periods.ts';
import { readTalk } from '../topics/rank-topics.ts';
import type { Utterance } from '../topics/utterance.ts';
import { countCommon } from '../topics/word-lists.ts';
import { buildTexts, buildUpdate } from './build-texts.ts';
import { type Draft, nameEdge } from './draft.ts';
import type { MaintenanceBatch, MaintenanceWriter } from './maintenance-writer.ts';
import type { Operation } from './operation.ts';

export interface BuiltInWriterOptions {
  /** Returns the name shown for a voice; if undefined, ids are shown. */
  readonly nameVoice?: (voice: string) => string;
  /** The person's time zone; if undefined, the machine's. */
  readonly timeZone?: string | undefined;
}

/** If there are more events than this, only the newest are read, so that a run takes minutes at most. */
const mostEvents = 50_000;
const togetherCount = 3;
const togetherShare = 0.15;
const mostEdges = 3;

export function buildBuiltInWriter(options: BuiltInWriterOptions = {}): MaintenanceWriter {
  return {
    id: 'builtin',
    measureRoom: async () => Number.POSITIVE_INFINITY,
    async propose(batch) {
      const { accepted, refused } = batch.fold(proposeAll(batch, options));
      return { operations: accepted, refused, reply: '' };
    },
  };
}

function proposeAll(batch: MaintenanceBatch, options: BuiltInWriterOptions): readonly Operation[] {
  const talk = readTalk(listUtterances(batch, options));
  const fresh = new Set<number>(batch.events.map((event) => event.id));
  const topics = listKeyedTopics(
    talk,
    [...batch.draft.fragments.keys()].filter((key) => !summaryKey.test(key)),
  );
  const present = { nowMs: batch.nowMs, timeZone: options.timeZone };
  const periods = listPeriods(talk, present).filter((period) => !isSummedUp(batch.draft, period));
  const taken = new Set([...batch.draft.fragments.values()].map(({ ambient }) => ambient));
  const written = [...topics, ...periods].flatMap((topic) => proposeTopic(batch, topic, { fresh, taken }));
  const keys = new Set([...batch.draft.fragments.keys(), ...written.map((operation) => operation.key)]);
  const edges = proposeEdges(
    topics.filter((topic) => keys.has(topic.key)),
    batch,
  );
  return [...written, ...edges];
}

function listUtterances(
  batch: MaintenanceBatch,
  { nameVoice, timeZone }: BuiltInWriterOptions,
): readonly Utterance[] {
  return batch
    .readAllEvents()
    .slice(-mostEvents)
    .filter((event) => event.shown !== '')
    .map((event) => ({
      id: event.id,
      atMs: event.atMs,
      day: renderWallDay(event.atMs, timeZone),
      isUndated: event.isUndated,
      speaker: nameVoice?.(event.voice) ?? event.voice,
      text: event.shown,
    }));
}

/**
 * Whether summaries with other keys already contain most of a period's statements, since an earlier version
 * counted days by UTC.
 */
function isSummedUp({ fragments }: Draft, { key, statements }: KeyedTopic): boolean {
  if (fragments.has(key)) return false;
  const [prefix = ''] = key.split('-', 1);
  const summaries = [...fragments.values()].filter((one) => one.key.startsWith(`${prefix}-`));
  const sources = new Set<number>(
    summaries.filter((one) => summaryKey.test(one.key)).flatMap((one) => one.sources),
  );
  return statements.filter(({ eventId }) => sources.has(eventId)).length * 2 > statements.length;
}

interface Writing {
  /** Events that this run reads for the first time. */
  readonly fresh: ReadonlySet<number>;
  /** The ambient texts of all fragments so far; each new fragment is added. */
  readonly taken: Set<string>;
}

type WrittenFragment = Extract<Operation, { key: string }>;

function proposeTopic(
  { draft }: MaintenanceBatch,
  { key, statements }: KeyedTopic,
  { fresh, taken }: Writing,
): readonly WrittenFragment[] {
  const former: FragmentText | undefined = draft.fragments.get(key);
  if (former === undefined) {
    const made = buildTexts(statements, taken);
    taken.add(made.ambient);
    return [{ do: 'create-fragment', key, ...made }];
  }
  const known = new Set<number>(former.sources);
  const added = statements.filter(({ eventId }) => fresh.has(eventId) && !known.has(eventId));
  if (added.length === 0) return [];
  taken.delete(former.ambient);
  const changed = buildUpdate(former, { statements, added, taken, isApproved: draft.approved.has(key) });
  taken.add(changed.ambient ?? former.ambient);
  return [{ do: 'update-fragment', key, ...changed }];
}

/** Proposes edges between topics that are often mentioned together in one utterance. */
function proposeEdges(topics: readonly KeyedTopic[], { draft }: MaintenanceBatch): readonly Operation[] {
  const pairs = topics.flatMap((one, at) =>
    topics
      .slice(at + 1)
      .map((other) => ({ one, other, count: countCommon(one.utterances, other.utterances) })),
  );
  const close = pairs
    .filter(({ one, other, count }) => {
      const fewer = Math.min(one.utterances.size, other.utterances.size);
      return count >= togetherCount && count >= togetherShare * fewer;
    })
    .sort((one, other) => other.count - one.count);
  const counts = new Map<string, number>();
  return close.flatMap(({ one, other }): Operation[] => {
    if (draft.edges.has(nameEdge(one.key, other.key))) return [];
    const ends = [one.key, other.key];
    if (ends.some((end) => (counts.get(end) ?? 0) >= mostEdges)) return [];
    for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
    return [{ do: 'create-edge', from: one.key, to: other.key, label: 'come up together' }];
  });
}
