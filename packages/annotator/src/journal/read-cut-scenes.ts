// Finds scenes that were read with a cut prompt: the server silently dropped the beginning of the prompt.

import type { SceneId } from '../context/message-log.ts';
import type { CountedReply, JournalStore } from './journal-store.ts';
import type { LedgerScene } from './ledger-store.ts';
import type { Annotator } from './open-annotator.ts';

export interface CutReading {
  readonly scenes: number;
  /** For the prompt of which the most was cut: the tokens that the server counted, and the estimate of what was sent. */
  readonly countedTokens: number;
  readonly sentTokens: number;
}

/** Looks through the whole journal. Undefined if no prompt was cut. */
export function readCutScenes({ stores }: Pick<Annotator, 'stores'>): CutReading | undefined {
  const cut = collectCutScenes(stores.journal).filter(
    ({ sceneId }) => stores.ledger.findScene(sceneId)?.status === 'committed',
  );
  const [worst] = cut.toSorted(
    (one, other) => one.countedTokens / one.sentTokens - other.countedTokens / other.sentTokens,
  );
  if (worst === undefined) return undefined;
  const { countedTokens, sentTokens } = worst;
  return { scenes: cut.length, countedTokens, sentTokens };
}

/** The cut scenes of one corpus, in reading order. */
export function listCutScenes({ stores }: Pick<Annotator, 'stores'>, corpus: string): readonly LedgerScene[] {
  return collectCutScenes(stores.journal).flatMap(({ sceneId }) => {
    const scene = stores.ledger.findScene(sceneId);
    return scene?.status === 'committed' && scene.corpus === corpus ? [scene] : [];
  });
}

interface CutScene {
  readonly sceneId: SceneId;
  /** How many tokens of the prompt the server counted. */
  readonly countedTokens: number;
  /** How many tokens the same prompt has by our estimate. */
  readonly sentTokens: number;
}

type JournalOfReplies = Pick<JournalStore, 'iterateReplies' | 'readRuns'>;

/**
 * A prompt counts as cut if the server counted less than this share of its estimated tokens. At most half of a cut
 * prompt is left. For a whole prompt, the usual tokenizers count at least 0.75 of the estimate.
 */
const cutShare = 0.65;
/**
 * Shorter prompts are not judged: the chat template is too large a part of them, and the server may have counted only
 * what it had not cached.
 */
const leastSent = 1_500;
const leastCounted = 400;
/**
 * In one run, all cut prompts have almost the same length after they are cut. If a server counts only what it has not
 * cached, its counts vary.
 */
const sameShare = 0.98;
const leastSame = 3;
/**
 * A whole prompt that just fits into the window is at most a little more than twice as long as what is left of a cut
 * prompt.
 */
const largestWhole = 2.2;

/**
 * Returns, in reading order, the scenes whose last reading has a reply to a cut prompt. All replies of one model in a
 * run are judged together: a server that counts only what it has not cached also reports small numbers, but they vary,
 * with large numbers in between.
 */
export function collectCutScenes(journal: JournalOfReplies): readonly CutScene[] {
  const cut = collectCutReplies(journal);
  if (cut.size === 0) return [];
  const open = new Map<string, CountedReply>();
  const last = new Map<SceneId, CountedReply | undefined>();
  for (const reply of journal.iterateReplies()) {
    const reading = `${reply.sceneId} in ${reply.conversationId}`;
    // If a scene with a cut prompt was read again, its reply is judged alone, because there may be no other replies to
    // compare it with.
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

/** Counts the times up to and including `at`. The times must be sorted. */
function countBefore(times: readonly string[], at: string): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? '') <= at) from = middle + 1;
    else to = middle;
  }
  return from;
}
