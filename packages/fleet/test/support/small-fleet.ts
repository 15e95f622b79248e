// Small fleet: worlds with a story, a fleet on its own database, and workers in this process.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotate, retryScenes } from '@terrarium/annotator/annotate';
import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { createWorld, openWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings, type RunSettings } from '@terrarium/annotator/run-settings';
import { dumpWorld, type WorldDump } from '@terrarium/annotator/testing/dump-world';
import { buildLongStory } from '@terrarium/annotator/testing/long-story';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { addFolder } from '../../src/add-folder.ts';
import { type FleetDatabase, openFleetDatabase } from '../../src/database/fleet-database-store.ts';
import { fetchWorld } from '../../src/fetch-world.ts';
import { prepareFleet } from '../../src/prepare-fleet.ts';
import { defaultLeaseTerms } from '../../src/values/lease.ts';
import type { FleetEvent } from '../../src/working/fleet-event.ts';
import type { Worker } from '../../src/working/worker.ts';
import { type Cluster, openCluster } from './open-cluster.ts';

const settings: RunSettings = {
  ...defaultRunSettings,
  contextBudget: 6_000,
  retries: { attempts: 1, baseDelayMs: 1, awayMinutes: 0 },
};
const environment = buildSystemEnvironment();
const neverStops = { isRequested: () => false, abort: new AbortController().signal };

export interface SmallFleet {
  readonly cluster: Cluster;
  readonly folder: string;
  readonly address: string;
  readonly database: FleetDatabase;
  /** Adds a world with a story; all worlds added in this way are copies of a single one. */
  addStory(name: string, options?: Readonly<Record<string, unknown>>): Promise<void>;
  add(dir: string, name: string): Promise<void>;
  fetch(name: string): Promise<string>;
  /** Removes everything from the fleet except for its owners. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openSmallFleet(): Promise<SmallFleet> {
  const cluster = openCluster();
  const folder = join(cluster.folder, 'fleet');
  mkdirSync(folder);
  const address = await cluster.createDatabase('fleet').catch((error: unknown) => {
    cluster.remove();
    throw error;
  });
  const database = openFleetDatabase(address);
  await prepareFleet(database);
  let fetched = 0;
  let story: Promise<string> | undefined;
  return {
    cluster,
    folder,
    address,
    database,
    addStory: async (name, options = {}) => {
      story ??= createStory(join(folder, 'story'), 1);
      const task = { kind: 'read', priority: 0, options } as const;
      await addFolder(database, { dir: await story, name, task });
    },
    add: async (dir, name) => {
      await addFolder(database, { dir, name, task: { kind: 'read', priority: 0, options: {} } });
    },
    fetch: async (name) => {
      fetched += 1;
      const dir = join(folder, `fetched-${fetched}`);
      await fetchWorld(database, { name, dir });
      return dir;
    },
    clear: async () => {
      await database.query('TRUNCATE fleet.world, fleet.usage CASCADE');
      await database.query('UPDATE fleet.owner SET share = 1, most = NULL, pass = 0');
      await database.query('UPDATE fleet.meta SET pass = 0');
    },
    close: async () => {
      await database.close();
      cluster.remove();
    },
  };
}

/** Creates a world with a story of which nothing has been read. */
export async function createStory(dir: string, threads: number, postsPerThread = 7): Promise<string> {
  const world = createWorld({ dir, title: 'The Salt Road', clock: environment.clock });
  mkdirSync(`${dir}-source`);
  const path = join(`${dir}-source`, 'story.jsonl');
  writeFileSync(
    path,
    buildLongStory(threads, postsPerThread)
      .map((post) => JSON.stringify(post))
      .join('\n'),
  );
  await addCorpus(world, { path });
  return dir;
}

/** Reads a world without a fleet, as `annotate run` does. */
export async function readAlone(
  dir: string,
  model: LanguageModel,
  onScene: () => void = () => undefined,
): Promise<void> {
  await annotate({
    world: openWorld(dir),
    model,
    environment,
    settings,
    stop: neverStops,
    emit: ({ kind }) => {
      if (kind === 'scene-closed') onScene();
    },
  });
}

export async function retryAlone(dir: string, model: LanguageModel): Promise<void> {
  const world = openWorld(dir);
  await retryScenes({ world, model, environment, settings, stop: neverStops, emit: () => undefined });
}

export function dumpFolder(dir: string): WorldDump {
  const annotator = openAnnotator(openWorld(dir), { clock: environment.clock });
  try {
    return dumpWorld(annotator.connection);
  } finally {
    annotator.close();
  }
}

export function buildWorker(fleet: SmallFleet, model: LanguageModel, more: Partial<Worker> = {}) {
  const events: FleetEvent[] = [];
  const worker: Worker = {
    database: fleet.database,
    environment,
    name: 'one',
    server: 'here',
    slots: 1,
    reader: { model, settings, durability: 'normal' },
    works: {},
    terms: { ...defaultLeaseTerms, ttlMs: 5_000 },
    publishEveryMs: 0,
    pollMs: 20,
    folder: join(fleet.folder, 'work'),
    stop: neverStops,
    endsWhenEmpty: true,
    emit: (event) => events.push(event),
    ...more,
  };
  return { worker, events };
}
