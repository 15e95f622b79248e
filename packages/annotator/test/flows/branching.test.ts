// Proves that reading goes on in a branch from a snapshot as it did in the original, and that the original stays as it was.

import { join } from 'node:path';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { describe, expect, it } from 'vitest';
import { copiedTables, madeAnew } from '../../src/moments/branch-store.ts';
import { createBranchDatabase } from '../../src/moments/create-branch.ts';
import { chooseSnapshot } from '../../src/moments/load-snapshot.ts';
import type { StopRequest } from '../../src/runner/run.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { dumpWorld } from '../support/dump-world.ts';
import { buildLongStory } from '../support/long-story.ts';
import type { OpenedRun, SmallWorld } from '../support/small-world.ts';
import { answerStory, buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const openWorld = useSmallWorlds();
const settings = { contextBudget: 6_400, checkpointEvery: 3, curates: true };

async function readOn(world: SmallWorld, model: LanguageModel, databasePath?: string): Promise<OpenedRun> {
  const opened = world.open(model, { settings, ...(databasePath === undefined ? {} : { databasePath }) });
  await runStates(opened.run);
  return opened;
}

/** Dumps a world without the numbers of its bookmarks: the original made more bookmarks, one at each stop. */
function dumpUnnumbered(connection: Connection): unknown {
  const { snapshot, ...rest } = dumpWorld(connection);
  const unnumbered = snapshot.map((row) => ({ ...(row as object), id: undefined }));
  return {
    ...rest,
    snapshot: unnumbered,
    held: connection.prepare('SELECT * FROM held_change').all(),
    said: connection.prepare('SELECT * FROM held_meaning').all(),
  };
}

/**
 * Reads a branch from every third bookmark (in the long proofs, from each) to the end, and compares it with the end of
 * the original.
 */
async function compareBranches(world: SmallWorld, build: () => LanguageModel): Promise<number> {
  const { run, connection } = await readOn(world, build());
  const whole = dumpUnnumbered(connection);
  const snapshots = run.stores.snapshots.list({ limit: 1_000 });
  const source = { connection, corpora: run.corpora, stores: run.stores };
  const branched = snapshots.filter((_, at) => isProof || at % 3 === 0);
  for (const { id } of branched) {
    const path = join(world.folder, `branch-${id}.db`);
    const snapshot = chooseSnapshot(source, id);
    createBranchDatabase(source, { snapshot, path });
    const branch = await readOn(world, build(), path);
    expect(dumpUnnumbered(branch.connection)).toEqual(whole);
    branch.connection.close();
  }
  expect(dumpUnnumbered(connection)).toEqual(whole);
  connection.close();
  return snapshots.length;
}

const ores = ['gravel', 'slate', 'clay'];

/** Names ordinary words, which are put on hold when they are first noted, and become entries when they recur. */
function nameOre(index: number): string {
  return `There was ${ores[(index / 2) % 3] ?? 'nothing'} in the rock.`;
}

/** The story model, except that it also notes the words that `nameOre` makes. */
const oreModel: LanguageModel = {
  id: 'test:ore',
  async reply(request) {
    const reply = answerStory(request);
    const scene = request.messages.at(-1)?.content ?? '';
    const ore = ores.find((name) => scene.includes(name));
    const post = /<post id="(\d+)"/.exec(scene)?.[1];
    if (ore === undefined || post === undefined || reply.calls[0]?.name !== 'glossary_create') return reply;
    const note = {
      term: ore,
      definition: 'An ore.',
      evidence: [{ post_id: Number(post), quote: `There was ${ore} in the rock.` }],
    };
    const call = { id: `ore-${post}`, name: 'glossary_create', arguments: JSON.stringify(note) };
    return { ...reply, calls: [...reply.calls, call] };
  },
};

/** A stop request that also causes bookmarks in the middle of scenes, folds and curations. */
function stopOften(): StopRequest {
  let states = 9;
  const isRequested = () => {
    states -= 1;
    return states < 0;
  };
  return { isRequested, abort: new AbortController().signal };
}

describe('a branch', () => {
  it('SN4: knows for every table what becomes of it', () => {
    const { connection } = openWorld(buildLongStory(1, 1)).open(buildStoryModel());
    const shadows = /^(sqlite_|(entry_words|entry_trigrams|read_words)_)/;
    const tables = connection
      .prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
      .pluck()
      .all()
      .filter((name) => !shadows.test(name));
    expect([...copiedTables, ...madeAnew].toSorted()).toEqual(tables.toSorted());
    connection.close();
  });

  it('SN4: reads on from the middle of a scene, with the words that were on hold then', async () => {
    const story = buildLongStory(2, 10).map((post, index) => ({
      ...post,
      body: `${post.body} ${nameOre(index)}`,
    }));
    const world = openWorld(story);
    for (let stops = 0; stops < 12; stops += 1) {
      const { run, connection } = world.open(oreModel, { settings, stop: stopOften() });
      await runStates(run);
      connection.close();
    }
    expect(await compareBranches(world, () => oreModel)).toBeGreaterThan(12);
    const { connection } = world.open(oreModel);
    const counts = connection.prepare<[], [number, number]>(
      'SELECT sum(is_held), sum(NOT is_held) FROM held_change',
    );
    const [held = 0, released = 0] = counts.raw().get() ?? [];
    expect(released).toBeGreaterThan(0);
    expect(held).toBeGreaterThanOrEqual(released);
    connection.close();
  });

  it('SN4: reads on to the same end as the original, from every bookmark, folds and curations among them', async () => {
    expect(await compareBranches(openWorld(buildLongStory(2, 10)), () => buildStoryModel())).toBeGreaterThan(
      6,
    );
  });
});
