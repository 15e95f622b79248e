// Reads a world and shows a person the progress; the run and retry commands and the demo share this code.

import { join } from 'node:path';
import type { AnnotateRequest } from '@terrarium/annotator/annotate';
import type { ThreadRef } from '@terrarium/annotator/corpus';
import { type Annotator, openAnnotator } from '@terrarium/annotator/open-annotator';
import type { proposeSecondReading } from '@terrarium/annotator/second-reading';
import type { RunOutcome } from '@terrarium/annotator/states';
import type { World } from '@terrarium/annotator/world';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import type { Reading } from '@terrarium/composition/open-reading';
import { openLog } from '@terrarium/kernel/open-log';
import { type RunWatch, watchRun } from '../progress/watch-run.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { watchSignals } from '../shell/watch-signals.ts';

export interface ReadWorldRequest {
  readonly reading: Reading;
  readonly isJson: boolean;
  readonly bounds?: AnnotateRequest['bounds'];
  readonly corpusNames?: readonly string[] | undefined;
  /** Reads these skipped scenes again instead of reading on. */
  readonly retry?: readonly number[] | undefined;
  /** Reads changed scenes again instead of reading on; if a thread is given, also reads this whole thread again. */
  readonly reread?: { readonly thread: number | undefined; readonly readings: number } | undefined;
  /** Reads these scenes a second time, in a copy. */
  readonly second?: Parameters<typeof proposeSecondReading>[0]['sceneIds'] | undefined;
  /** Called once, just before the first event is shown. By then the run holds the lock. */
  readonly onStart?: () => void;
}

export interface ReadWorldResult {
  readonly outcome: RunOutcome;
  readonly watch: RunWatch;
}

/** Reads until there is an outcome. The progress is shown and logged, and a person can stop the run. */
export async function readWorld(shell: Shell, request: ReadWorldRequest): Promise<ReadWorldResult> {
  const { world, model, settings, durability } = request.reading;
  const { printer, environment } = shell;
  const log = openLog(join(world.logsDir, 'annotate.log'), {
    within: world.dir,
    onFailure: ({ happened, todo }) =>
      printer.warn(paint(`${happened} The reading goes on without it. ${todo}`, 'yellow')),
  });
  const glimpse = openGlimpse(world, shell);
  const watch = watchRun({
    printer,
    clock: environment.clock,
    log,
    isJson: request.isJson,
    limit: settings.limit,
    retried: request.retry?.length ?? request.reread?.readings ?? request.second?.length,
    findDefinition: glimpse.findDefinition,
    findTitle: glimpse.findTitle,
    isBuiltIn: isBuiltIn(model.id),
    world,
  });
  const signals = watchSignals(watch.recordStop);
  const common: AnnotateRequest = {
    world,
    model: signals.watch(model),
    environment,
    settings,
    durability,
    corpusNames: request.corpusNames,
    bounds: request.bounds,
    stop: signals.stop,
    emit: announceFirst(watch.emit, request.onStart),
  };
  try {
    return { outcome: await start(common, request), watch };
  } finally {
    signals.close();
    watch.close();
    glimpse.close();
    log.close();
  }
}

function announceFirst(emit: RunWatch['emit'], onStart: (() => void) | undefined): RunWatch['emit'] {
  const state = { isAnnounced: false };
  return (event) => {
    if (!state.isAnnounced) onStart?.();
    state.isAnnounced = true;
    emit(event);
  };
}

/** The reader is loaded only when something is read: commands that only look at a world should not wait for it. */
async function start(
  common: AnnotateRequest,
  { retry, reread, second }: Pick<ReadWorldRequest, 'retry' | 'reread' | 'second'>,
): Promise<RunOutcome> {
  if (second !== undefined) {
    const { proposeSecondReading } = await import('@terrarium/annotator/second-reading');
    return await proposeSecondReading({ ...common, sceneIds: second });
  }
  if (reread !== undefined) {
    const { rereadScenes } = await import('@terrarium/annotator/annotate');
    const { thread } = reread;
    type Thread = Parameters<typeof rereadScenes>[0]['threadId'];
    return await rereadScenes({ ...common, threadId: thread as Thread });
  }
  const { annotate, retryScenes } = await import('@terrarium/annotator/annotate');
  return await (retry === undefined ? annotate(common) : retryScenes({ ...common, sceneIds: retry }));
}

/**
 * Looks up the entries that a run makes and the threads that it reads. The run does not share its stores, so
 * this opens a connection of its own when it is first needed.
 */
function openGlimpse(world: World, { environment, printer }: Shell) {
  const held = { annotator: undefined as Annotator | undefined };
  const openOnce = (): Annotator => {
    held.annotator ??= openAnnotator(world, { clock: environment.clock, mustExist: true });
    return held.annotator;
  };
  return {
    findDefinition: (entryId: number): string | undefined => {
      if (!printer.isTerminal) return undefined;
      const { glossary } = openOnce().stores;
      return glossary.find(entryId as Parameters<typeof glossary.find>[0])?.definition;
    },
    findTitle: ({ corpus, threadId }: ThreadRef) =>
      openOnce().corpora.get(corpus)?.findThread(threadId)?.title,
    close: () => held.annotator?.close(),
  };
}
