// Progress: sums up a run's events for the person who watches it.

import type { RunEvent } from '@terrarium/annotator/run-events';

export interface Progress {
  /** How many scenes the corpora of this run have, and how many of these scenes are closed. */
  readonly scenes: number;
  readonly closed: number;
  /** Scenes closed since this run began; `limit` is how many it may read. */
  readonly closedHere: number;
  readonly limit: number | undefined;
  /** How many scenes are read again; undefined if the run is not a retry. */
  readonly retried: number | undefined;
  readonly skippedHere: number;
  readonly threadTitle: string;
  readonly created: number;
  readonly updated: number;
  readonly refused: number;
  readonly calls: number;
  readonly promptTokens: number;
  /** Undefined as soon as a reply does not report this number. */
  readonly cachedTokens: number | undefined;
  readonly outputTokens: number;
  /** Whether any reply said how many tokens it took. */
  readonly isCounted: boolean;
}

export function buildProgress(limit: number | undefined, retried?: number): Progress {
  return {
    scenes: 0,
    closed: 0,
    closedHere: 0,
    limit,
    retried,
    skippedHere: 0,
    threadTitle: '',
    created: 0,
    updated: 0,
    refused: 0,
    calls: 0,
    promptTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    isCounted: false,
  };
}

export function advanceProgress(progress: Progress, event: RunEvent): Progress {
  switch (event.kind) {
    case 'run-started':
      return startRun(progress, event);
    case 'scene-opened':
      return { ...progress, threadTitle: event.threadTitle };
    case 'reply-received':
      return addUsage(progress, event);
    case 'entry-created':
      return { ...progress, created: progress.created + 1 };
    case 'entry-updated':
      return { ...progress, updated: progress.updated + 1 };
    case 'scene-taken-back':
      return {
        ...progress,
        created: Math.max(0, progress.created - event.deleted),
        updated: Math.max(0, progress.updated - event.restored),
      };
    case 'call-refused':
      return { ...progress, refused: progress.refused + 1 };
    case 'scene-closed':
      return closeScene(progress, event.status === 'skipped');
    case 'curation-opened':
    case 'entry-decided':
    case 'tools-unused':
    case 'update-skipped':
    case 'fold-applied':
    case 'retry-scheduled':
    case 'checkpoint-made':
    case 'database-migrated':
    case 'corpus-followed':
    case 'run-ended':
      return progress;
  }
}

/** How many scenes this run has yet to read. */
export function countScenesLeft({ scenes, closed, closedHere, limit }: Progress): number {
  const left = Math.max(0, scenes - closed);
  return limit === undefined ? left : Math.min(left, Math.max(0, limit - closedHere));
}

/** A retry starts a run for each scene, so its progress is the number of runs that are done. */
function startRun(progress: Progress, event: Extract<RunEvent, { kind: 'run-started' }>): Progress {
  const { retried, closedHere } = progress;
  if (retried !== undefined) return { ...progress, scenes: retried, closed: closedHere };
  return { ...progress, scenes: event.scenes, closed: event.closed };
}

function addUsage(progress: Progress, { usage }: Extract<RunEvent, { kind: 'reply-received' }>): Progress {
  const { promptTokens, cachedTokens, outputTokens } = usage;
  const isUnknown = cachedTokens === 'unknown' || progress.cachedTokens === undefined;
  return {
    ...progress,
    calls: progress.calls + 1,
    promptTokens: progress.promptTokens + (promptTokens === 'unknown' ? 0 : promptTokens),
    cachedTokens: isUnknown ? undefined : (progress.cachedTokens ?? 0) + cachedTokens,
    outputTokens: progress.outputTokens + (outputTokens === 'unknown' ? 0 : outputTokens),
    isCounted: progress.isCounted || promptTokens !== 'unknown',
  };
}

function closeScene(progress: Progress, isSkipped: boolean): Progress {
  return {
    ...progress,
    closed: progress.closed + 1,
    closedHere: progress.closedHere + 1,
    skippedHere: progress.skippedHere + (isSkipped ? 1 : 0),
  };
}
