// Finds scenes that were read behind a cut: the server counted far fewer tokens than it was sent, and nobody noticed then.

import type { SceneId } from '../context/message-log.ts';
import type { CountedReply, JournalStore } from './journal-store.ts';

export interface CutScene {
  readonly sceneId: SceneId;
  /** Tokens that the server counted of a prompt. */
  readonly countedTokens: number;
  /** Tokens that the same prompt had, estimated. */
  readonly sentTokens: number;
}

type JournalOfReplies = Pick<JournalStore, 'iterateReplies' | 'readRuns'>;

/** Of a cut prompt at most half is left; whole ones are counted at 0.75 of the estimate and more, by the vocabularies in use. */
const cutShare = 0.65;
/** Under these a template's own words weigh too much, and a server may have counted only what was new to it. */
const leastSent = 1_500;
const leastCounted = 400;
/** What is left of a cut prompt is the same from request to request; what is new to a cache is not. */
const sameShare = 0.98;
const leastSame = 3;
/** A prompt that just fits is twice what is left of one that does not, and a little more. */
const largestWhole = 2.2;

/**
 * In reading order: scenes whose last reading has a reply to a cut prompt. A run is judged as a whole, by model: a server that only
 * counts what it has not cached reports small numbers, too, but ever others, and large ones between them.
 */
export function collectCutScenes(journal: JournalOfReplies): readonly CutScene[] {
  const cut = collectCutReplies(journal);
  if (cut.size === 0) return [];
  const open = new Map<string, CountedReply>();
  const last = new Map<SceneId, CountedReply | undefined>();
  for (const reply of journal.iterateReplies()) {
    const reading = `${reply.sceneId} in ${reply.conversationId}`;
    // Read again, a scene is judged by itself: there may be no other reply beside it.
    const isAgain = last.get(reply.sceneId) !== undefined && isShort(reply);
    if (cut.has(reply.id) || isAgain) open.set(reading, reply);
    if (reply.closed === undefined) continue;
    if (reply.closed === 'committed') last.set(reply.sceneId, open.get(reading));
    open.delete(reading);
  }
  return [...last]
    .flatMap(([sceneId, reply]) =>
      reply === undefined
        ? []
        : [{ sceneId, countedTokens: reply.countedTokens ?? 0, sentTokens: reply.sentTokens ?? 0 }],
    )
    .sort((one, other) => one.sceneId - other.sceneId);
}

/** What a run had counted by one model, as it matters here. */
interface Course {
  largest: number;
  readonly short: CountedReply[];
}

function collectCutReplies(journal: JournalOfReplies): ReadonlySet<number> {
  const starts = journal.readRuns().map(({ startedAt }) => startedAt);
  const courses = new Map<string, Course>();
  for (const reply of journal.iterateReplies()) {
    const { countedTokens = 0 } = reply;
    if (countedTokens <= 0) continue;
    const name = `${countBefore(starts, reply.at)} ${reply.model}`;
    const course = courses.get(name) ?? { largest: 0, short: [] };
    courses.set(name, course);
    course.largest = Math.max(course.largest, countedTokens);
    if (isShort(reply)) course.short.push(reply);
  }
  return new Set([...courses.values()].filter(isCut).flatMap(({ short }) => short.map(({ id }) => id)));
}

function isShort({ countedTokens = 0, sentTokens = 0 }: CountedReply): boolean {
  return countedTokens > 0 && sentTokens >= leastSent && countedTokens < sentTokens * cutShare;
}

function isCut({ largest, short }: Course): boolean {
  const counts = short.map(({ countedTokens }) => countedTokens ?? 0);
  const most = counts.reduce((one, other) => Math.max(one, other), 0);
  const same = counts.filter((count) => count >= most * sameShare).length;
  return (
    most >= leastCounted && same >= leastSame && same * 2 >= counts.length && largest <= most * largestWhole
  );
}

/** How many of the sorted times are not later. */
function countBefore(times: readonly string[], at: string): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? '') <= at) from = middle + 1;
    else to = middle;
  }
  return from;
}
