// Fills the disk at random moments of a reading, makes room, reads on, and compares with an undisturbed reading.

import { StorageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runStates } from '../../src/runner/run-states.ts';
import { dumpWorld } from '../support/dump-world.ts';
import { buildLongStory } from '../support/long-story.ts';
import type { SmallWorld } from '../support/small-world.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const openWorld = useSmallWorlds();
const story = buildLongStory(2, 14);
const settings = { contextBudget: 6_000, checkpointEvery: 3, curates: true };

/**
 * Continues reading with room for this many pages; returns the error that ended the reading, or undefined at the end
 * of the story.
 */
async function readOn(world: SmallWorld, room: number): Promise<StorageError | undefined> {
  const opened: Connection[] = [];
  const wrap = (connection: Connection) => {
    opened.push(connection);
    return limitRoom(connection, room);
  };
  try {
    await runStates(world.open(buildStoryModel(), { settings, wrap }).run);
    return undefined;
  } catch (error) {
    const failure = translateStorageError(error, { title: 'the glossary', path: world.folder });
    if (failure instanceof StorageError) return failure;
    throw error;
  } finally {
    for (const connection of opened) connection.close();
  }
}

/** Simulates a disk with this many pages left: SQLite then refuses to make the file larger, as on a full disk. */
function limitRoom(connection: Connection, room: number): Connection {
  const pages = Number(connection.pragma('page_count', { simple: true }));
  connection.pragma(`max_page_count = ${pages + room}`);
  return connection;
}

function readDump(world: SmallWorld) {
  const { connection } = world.open(buildStoryModel());
  const dump = dumpWorld(connection);
  connection.close();
  return dump;
}

describe('a disk that is full', () => {
  it('ST4: ends the run at whatever page, with what to do; with room again it ends as one never disturbed', async () => {
    const whole = openWorld(story);
    expect(await readOn(whole, 1_000_000)).toBeUndefined();
    const expected = readDump(whole);
    const rooms = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 });
    // Tested in addition to the random cases, so that the disk is full several times in at least one case.
    const narrow = [0, 0, 1];
    let filled = 0;
    await fc.assert(
      fc.asyncProperty(rooms, async (tries) => {
        const world = openWorld(story);
        for (const room of tries) {
          const failure = await readOn(world, room);
          if (failure === undefined) continue;
          filled += 1;
          expect(failure).toMatchObject({ code: 'store.full', exitCode: 5 });
          expect(failure.todo).toContain('Free some space and start again');
        }
        expect(await readOn(world, 1_000_000)).toBeUndefined();
        expect(readDump(world)).toEqual(expected);
      }),
      { numRuns: isProof ? 100 : 10, examples: [[narrow]] },
    );
    expect(filled).toBeGreaterThan(10);
  }, 3_600_000);
});
