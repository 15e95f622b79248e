// Reads a leased world as `annotate run` does, logs each reply, and publishes states on the way.

import { join } from 'node:path';
import { annotate, retryScenes } from '@terrarium/annotator/annotate';
import { type Annotator, openAnnotatorToLook } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import type { RunEvent } from '@terrarium/annotator/run-events';
import type { RunOutcome } from '@terrarium/annotator/states';
import type { World } from '@terrarium/annotator/world';
import { isThere } from '@terrarium/kernel/is-there';
import { isLeaseLost } from '../queue/held-task-store.ts';
import type { Lease } from '../queue/lease-store.ts';
import { skippedOption } from '../queue/skipped-store.ts';
import { collectFiles, collectState } from '../states/collect-state.ts';
import type { Manifest } from '../values/manifest.ts';
import { applyTerms } from '../values/reading-terms.ts';
import type { TaskPlace } from './fleet-event.ts';
import type { HeldWork } from './held-work.ts';
import { wrapModel } from './logged-model.ts';
import { openPublisher, type Progress, type Publisher } from './publisher.ts';
import type { Reader, Worker } from './worker.ts';

export interface LeasedReading {
  readonly worker: Worker;
  readonly lease: Lease;
  readonly reader: Reader;
  readonly held: HeldWork;
  readonly place: TaskPlace;
  readonly dir: string;
  readonly manifest: Manifest;
  readonly onReply: (isReplayed: boolean) => void;
}

/** Files that a reading changes. */
const readingFiles = ['annotator.db', 'stores.json'];

/**
 * Reads the world until the run ends. If the reading finished or reached its limit, the whole state is published and
 * the lease ends. In between, only states between two scenes are published, so that after a worker's death the reading
 * continues as if nothing had happened. While skipped scenes are read again, only the final state is published:
 * otherwise, the next worker would retry scenes that this worker has just retried and skipped.
 */
export async function readLeased(reading: LeasedReading): Promise<RunOutcome> {
  const { worker, lease, reader, held, dir } = reading;
  const world = openWorld(dir);
  const position = countInside(worker, world, ({ stores }) => stores.journal.countReplies());
  const progress = { position, scenesDone: 0, scenesAll: 0 };
  const isRetry = lease.options[skippedOption] === true;
  const publisher = openLeasePublisher(reading);
  const { stop, database, environment } = worker;
  const model = wrapModel(reader.model, {
    database,
    holding: lease,
    server: worker.server,
    clock: environment.clock,
    position: progress.position,
    signal: held.signal,
    onReply: reading.onReply,
  });
  const request = {
    world,
    model,
    environment,
    settings: { ...applyTerms(reader.settings, lease.reading), notes: lease.notes },
    durability: reader.durability,
    stop: { isRequested: () => stop.isRequested() || held.isLost(), abort: held.signal },
    emit: (event: RunEvent) => handleEvent(event, { reading, progress, publisher, isRetry }),
  };
  const run = isRetry ? retryScenes(request) : annotate({ ...request, bounds: readBounds(lease) });
  const outcome = await run.finally(() => publisher.settle());
  if (outcome.kind === 'finished' || outcome.kind === 'limited') {
    const { scenesDone, scenesAll } = progress;
    const skipped = countInside(worker, world, ({ stores }) => stores.ledger.readUnread().length);
    const result = { outcome: outcome.kind, scenesDone, scenesAll, skipped };
    await publisher.finish(collectState(dir), progress, { change: { kind: 'finished' }, notes: { result } });
  }
  return outcome;
}

function readBounds({ options }: Lease) {
  const { until } = options;
  return { maxMs: undefined, maxTokens: undefined, until: typeof until === 'string' ? until : undefined };
}

/** 0 if nothing has been read. */
function countInside({ environment }: Worker, world: World, look: (annotator: Annotator) => number): number {
  if (!isThere(join(world.dir, 'annotator.db'))) return 0;
  const annotator = openAnnotatorToLook(world, { clock: environment.clock });
  try {
    return look(annotator);
  } finally {
    annotator.close();
  }
}

function openLeasePublisher({ worker, lease, held, manifest, place }: LeasedReading): Publisher {
  const { database, terms, environment, publishEveryMs, emit } = worker;
  return openPublisher({
    database,
    holding: lease,
    terms,
    clock: environment.clock,
    signal: held.signal,
    manifest,
    everyMs: publishEveryMs,
    onPublished: (published) => emit({ kind: 'world-published', ...place, ...published }),
    onFailure: (error) => {
      if (isLeaseLost(error)) held.lose();
    },
  });
}

interface Watched {
  readonly reading: LeasedReading;
  readonly progress: { -readonly [Key in keyof Progress]: Progress[Key] };
  readonly publisher: Publisher;
  /** Whether skipped scenes are being read again; these already count as done. */
  readonly isRetry: boolean;
}

function handleEvent(event: RunEvent, { reading, progress, publisher, isRetry }: Watched): void {
  const { worker, place, dir, held } = reading;
  if (event.kind === 'run-started') {
    progress.scenesDone = event.closed;
    progress.scenesAll = event.scenes;
  }
  if (event.kind === 'reply-received') progress.position += 1;
  if (event.kind !== 'scene-closed') return;
  if (!isRetry) progress.scenesDone += 1;
  const { scenesDone: done, scenesAll: all } = progress;
  worker.emit({ kind: 'scene-read', ...place, done, all });
  if (!isRetry && publisher.isDue() && !held.isLost())
    publisher.offer(collectFiles(dir, readingFiles), { ...progress });
}
