// Lists the stops a reader may choose: the ends of the threads that were read, up to a moment.

import { type Moment, openMomentStore } from '../../as-of/moment-store.ts';
import type { SceneId } from '../../context/message-log.ts';
import type { ThreadRef } from '../../corpus/corpus.ts';
import type { Annotator } from '../../journal/open-annotator.ts';

export interface Stop extends ThreadRef {
  /** The last scene of the thread that had been read by the end of the stop. */
  readonly sceneId: SceneId;
  /** The newest part that had been read by the end of the stop. */
  readonly lastPart: number;
  readonly title: string;
}

export interface StopFilter {
  /** Only threads read by this moment; if undefined, all threads that were read. */
  readonly moment?: Moment | undefined;
  readonly corpus?: string | undefined;
}

/** The stops in reading order. A thread that continues after another thread is listed twice. */
export function listStops(annotator: Annotator, { moment, corpus }: StopFilter = {}): readonly Stop[] {
  const moments = openMomentStore(annotator.connection);
  const end = moment === undefined ? Number.POSITIVE_INFINITY : moments.readLastPart(moment);
  const stops: Stop[] = [];
  for (const run of listThreadRuns(annotator)) {
    const before = stops.at(-1)?.lastPart ?? 0;
    const lastPart = Math.min(end, moments.readLastPart({ at: 'scene', sceneId: run.sceneId }));
    if (lastPart <= before) continue;
    stops.push({ ...run, lastPart, title: resolveTitle(annotator, run) });
  }
  return corpus === undefined ? stops : stops.filter((stop) => stop.corpus === corpus);
}

type ThreadRun = Pick<Stop, 'corpus' | 'threadId' | 'sceneId'>;

function listThreadRuns({ stores }: Annotator): readonly ThreadRun[] {
  const runs: ThreadRun[] = [];
  for (const { corpus, threadId, id: sceneId } of stores.ledger.iterateScenes()) {
    const last = runs.at(-1);
    if (last?.corpus === corpus && last.threadId === threadId) runs.pop();
    runs.push({ corpus, threadId, sceneId });
  }
  return runs;
}

function resolveTitle({ corpora }: Annotator, { corpus, threadId }: ThreadRef): string {
  const title = corpora.get(corpus)?.findThread(threadId)?.title.trim() ?? '';
  return title === '' ? `Thread ${threadId}` : title;
}
