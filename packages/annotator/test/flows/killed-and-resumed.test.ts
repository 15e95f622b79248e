// Kills a run right before and right after every commit, and compares the result with a run that was never killed.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseNextState } from '../../src/runner/choose-next-state.ts';
import { openRunBounds } from '../../src/runner/run-bounds.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { dumpWorld, type WorldDump } from '../support/dump-world.ts';
import { Killed, plantKill } from '../support/kill-switch.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = buildLongStory(2, 11);
const settings = { contextBudget: 5_000, checkpointEvery: 3, curates: true };

interface Reading {
  readonly dump: WorldDump;
  readonly calls: number;
  readonly kills: number;
}

/** The result of a run that is never killed. */
let whole: Reading;
beforeAll(async () => {
  whole = await readThrough();
});

async function readThrough(): Promise<Reading> {
  const world = openWorld(story);
  let calls = 0;
  const model = buildStoryModel(() => {
    calls += 1;
  });
  const { run, connection } = world.open(model, { settings });
  await runStates(run);
  const dump = dumpWorld(connection);
  connection.close();
  return { dump, calls, kills: 0 };
}

/**
 * Kills each process at its first commit (for `before`, at its second), so that each commit of the reading is hit
 * once.
 */
async function readKilled(when: 'before' | 'after'): Promise<Reading> {
  const world = openWorld(story);
  let calls = 0;
  let kills = 0;
  const model = buildStoryModel(() => {
    calls += 1;
  });
  for (;;) {
    const wrap = (connection: Parameters<typeof plantKill>[0]) =>
      plantKill(connection, { commits: when === 'before' ? 1 : 0, when });
    const opened = { connection: undefined as { close(): void } | undefined };
    try {
      const { run, connection } = world.open(model, {
        settings,
        wrap: (connection) => {
          opened.connection = connection;
          return wrap(connection);
        },
      });
      await runStates(run);
      const dump = dumpWorld(connection);
      connection.close();
      return { dump, calls, kills };
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      kills += 1;
      opened.connection?.close();
    }
  }
}

describe('a killed run', () => {
  it('RN3: killed after every commit, it ends as one never killed and asks for no reply twice', async () => {
    expect(whole.dump.fold.length).toBeGreaterThan(2);
    expect(whole.dump.summary.length).toBeGreaterThan(2);
    const killed = await readKilled('after');
    // The answers to the calls of one reply are committed together.
    const commits = whole.dump.step.filter((step) => step['kind'] !== 'call-answered').length;
    expect(killed.kills).toBeGreaterThan(commits);
    expect(whole.dump.curator_decision.length).toBeGreaterThan(2);
    expect(killed.dump).toEqual(whole.dump);
    // The posts of each scene are counted while its reply is awaited: a kill at this moment costs another request,
    // because its reply is lost.
    expect(killed.calls).toBe(whole.calls + whole.dump.scene.length);
  });

  it('RN3: killed before every second commit, it ends the same; only replies that were not stored are asked for again', async () => {
    const killed = await readKilled('before');
    expect(killed.dump).toEqual(whole.dump);
    expect(killed.calls).toBeLessThanOrEqual(whole.calls + killed.kills);
  });
});

/** Removes the numbers of bookmarks: each stop makes an additional bookmark, so other bookmarks have other numbers. */
function withoutNumbers(dump: WorldDump): WorldDump {
  return { ...dump, snapshot: dump.snapshot.map((row) => ({ ...row, id: undefined })) };
}

describe('a run whose tokens are used up', () => {
  it('RN16: by every request, it leaves before the next one, and ends as one never stopped', async () => {
    const world = openWorld(story);
    const clock = buildFakeEnvironment().clock;
    const counts = { calls: 0, runs: 0, midway: 0 };
    const model = buildStoryModel(() => {
      counts.calls += 1;
    });
    for (;;) {
      const bounds = openRunBounds({ maxTokens: 1 }, { clock, resolveStop: () => () => false });
      const { run, connection } = world.open(model, { settings, bounds });
      const outcome = await runStates(run);
      counts.runs += 1;
      expect(counts.calls).toBeLessThanOrEqual(counts.runs);
      counts.midway += Number(chooseNextState(run.session.progress, run.settings).at === 'calling');
      const dump = dumpWorld(connection);
      connection.close();
      if (outcome.kind === 'finished') {
        expect(withoutNumbers(dump)).toEqual(withoutNumbers(whole.dump));
        break;
      }
      expect(outcome).toEqual({ kind: 'limited', by: 'tokens' });
    }
    expect(counts.calls).toBe(whole.calls);
    expect(counts.midway).toBeGreaterThan(2);
  });
});
