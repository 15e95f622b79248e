// Simulates whole readings with faults, kills and full disks at random moments, and compares their results.

import { StorageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import { describe, expect, it } from 'vitest';
import type { GlossaryStore } from '../../src/glossary/glossary-store.ts';
import { verifyGlossary } from '../../src/glossary/verify-glossary-store.ts';
import type { RunStores } from '../../src/journal/open-run-stores.ts';
import { openRetry } from '../../src/runner/open-retry.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildChance, buildFaultyModel, type Chance } from '../support/faulty-model.ts';
import { Killed, plantKill } from '../support/kill-switch.ts';
import { buildLongStory } from '../support/long-story.ts';
import type { SmallWorld } from '../support/small-world.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const seeds = isProof ? 1_000 : 24;
const openWorld = useSmallWorlds();
const story = buildLongStory(3, 5);
const settings = { contextBudget: 16_000, checkpointEvery: 3, curates: true, maxAttempts: 2 };
/** No seed needs so many starts: if a reading needs more, the test fails. */
const mostStarts = 400;

/** Describes what is known at the end, without the ids of entries. */
function describeKnowledge(glossary: GlossaryStore): unknown {
  const entries = [...glossary.iterateEntries()].map(
    ({ term, aliases, definition, status, tags, evidence, firstSeen }) => ({
      term,
      aliases: aliases.toSorted(),
      definition,
      status,
      tags,
      quotes: evidence.map(({ postId, quote }) => `${postId}: ${quote}`).toSorted(),
      firstSeen,
    }),
  );
  return entries.sort((one, other) => (one.term < other.term ? -1 : 1));
}

/** Starts the program once; it runs to its end, or until something stops it. */
async function start(world: SmallWorld, chance: Chance): Promise<'finished' | 'again'> {
  const opened: Connection[] = [];
  const wrap = (connection: Connection): Connection => {
    opened.push(connection);
    if (chance() < 0.2) limitRoom(connection, Math.floor(chance() * 12));
    const when = chance() < 0.5 ? 'before' : 'after';
    return chance() < 0.5 ? plantKill(connection, { commits: Math.floor(chance() * 30), when }) : connection;
  };
  try {
    const { run } = world.open(buildFaultyModel(chance, 0.15), { settings, wrap });
    const outcome = await runStates(run);
    return outcome.kind === 'finished' ? 'finished' : 'again';
  } catch (error) {
    if (error instanceof Killed) return 'again';
    const failure = translateStorageError(error, { title: 'the glossary', path: world.folder });
    if (failure instanceof StorageError && failure.code === 'store.full') return 'again';
    throw error;
  } finally {
    for (const connection of opened) connection.close();
  }
}

function limitRoom(connection: Connection, room: number): void {
  const pages = Number(connection.pragma('page_count', { simple: true }));
  connection.pragma(`max_page_count = ${pages + room}`);
}

interface End {
  readonly knowledge: unknown;
  /** The number of skipped and failed scenes, plus that of undecided entries. */
  readonly open: number;
}

function readEnd(world: SmallWorld, look: (stores: RunStores) => void = () => undefined): End {
  const { run, connection } = world.open(buildStoryModel(), { settings });
  try {
    const { glossary, ledger, curation } = run.stores;
    const readBody = (_: string, postId: Parameters<typeof world.corpus.findBody>[0]) =>
      world.corpus.findBody(postId);
    expect(verifyGlossary(connection, readBody)).toEqual([]);
    look(run.stores);
    const { byStatus } = ledger.countScenes();
    expect(byStatus.pending + byStatus.running).toBe(0);
    return {
      knowledge: describeKnowledge(glossary),
      open: byStatus.skipped + byStatus.failed + (curation.countByOutcome().get('UNDECIDED') ?? 0),
    };
  } finally {
    connection.close();
  }
}

/** Reads skipped scenes again, as `annotate retry` does. */
async function readSkippedAgain(world: SmallWorld): Promise<void> {
  const { run, connection } = world.open(buildStoryModel(), { settings });
  const { stores, corpora, corpus, model, environment, stop, emit } = run;
  for (const scene of stores.ledger.readUnread()) {
    await runStates(
      openRetry({ stores, corpora, corpus, model, environment, settings: run.settings, stop, emit }, scene),
    );
  }
  connection.close();
}

describe('a reading with faults at random moments', () => {
  it('RN14: ends knowing what a reading without faults knows, or lists what is open, and that can be read again', async () => {
    const whole = openWorld(story);
    while ((await start(whole, () => 1)) === 'again');
    const expected = readEnd(whole);
    expect(expected.open).toBe(0);
    let disturbed = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const world = openWorld(story);
      const chance = buildChance(seed);
      let starts = 1;
      while ((await start(world, chance)) === 'again') {
        starts += 1;
        expect(starts, `seed ${seed}`).toBeLessThan(mostStarts);
      }
      const end = readEnd(world);
      if (end.open === 0) expect(end.knowledge, `seed ${seed}`).toEqual(expected.knowledge);
      else {
        disturbed += 1;
        await readSkippedAgain(world);
        readEnd(world, ({ ledger }) => expect(ledger.readUnread(), `seed ${seed}`).toEqual([]));
      }
      world.remove();
    }
    expect(disturbed).toBeLessThan(seeds);
  }, 3_600_000);
});
