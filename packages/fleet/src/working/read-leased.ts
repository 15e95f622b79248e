// Reads a leased world as `annotate run` does, with its replies in the log and its states published as it goes.

import { join } from 'node:path';
import { annotate } from '@terrarium/annotator/annotate';
import { openAnnotatorToLook } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import type { RunEvent } from '@terrarium/annotator/run-events';
import type { RunOutcome } from '@terrarium/annotator/states';
import type { World } from '@terrarium/annotator/world';
import { isThere } from '@terrarium/kernel/is-there';
import { isLeaseLost } from '../queue/held-task-store.ts';
import type { Lease } from '../queue/lease-store.ts';
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
  /** What the database has of the world. */
  readonly manifest: Manifest;
  readonly onReply: (isReplayed: boolean) => void;
}

/** Files that a reading changes. */
const readingFiles = ['annotator.db', 'stores.json'];

/**
 * Reads until there is an outcome; a reading that came to its end is published whole and its lease ended with it. Only
 * states between two scenes are published on the way, so that a world whose worker died goes on as if none had.
 */
export async function readLeased(reading: LeasedReading): Promise<RunOutcome> {
  const { worker, lease, reader, held, dir } = reading;
  const world = openWorld(dir);
  const progress = { position: countReplies(worker, world), scenesDone: 0, scenesAll: 0 };
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
  const until = lease.options['until'];
  const outcome = await annotate({
    world,
    model,
    environment,
    settings: { ...applyTerms(reader.settings, lease.reading), notes: lease.notes },
    durability: reader.durability,
    bounds: { maxMs: undefined, maxTokens: undefined, until: typeof until === 'string' ? until : undefined },
    stop: { isRequested: () => stop.isRequested() || held.isLost(), abort: held.signal },
    emit: (event) => handleEvent(event, { reading, progress, publisher }),
  }).finally(() => publisher.settle());
  if (outcome.kind === 'finished' || outcome.kind === 'limited') {
    const { scenesDone, scenesAll } = progress;
    const result = { outcome: outcome.kind, scenesDone, scenesAll };
    await publisher.finish(collectState(dir), progress, { change: { kind: 'finished' }, notes: { result } });
  }
  return outcome;
}

/** Replies that the state holds: the next is one more. */
function countReplies({ environment }: Worker, world: World): number {
  if (!isThere(join(world.dir, 'annotator.db'))) return 0;
  const annotator = openAnnotatorToLook(world, { clock: environment.clock });
  try {
    return annotator.stores.journal.countReplies();
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
}

function handleEvent(event: RunEvent, { reading, progress, publisher }: Watched): void {
  const { worker, place, dir, held } = reading;
  if (event.kind === 'run-started') {
    progress.scenesDone = event.closed;
    progress.scenesAll = event.scenes;
  }
  if (event.kind === 'reply-received') progress.position += 1;
  if (event.kind !== 'scene-closed') return;
  progress.scenesDone += 1;
  const { scenesDone: done, scenesAll: all } = progress;
  worker.emit({ kind: 'scene-read', ...place, done, all });
  if (publisher.isDue() && !held.isLost()) publisher.offer(collectFiles(dir, readingFiles), { ...progress });
}
