// Tests the built-in reader as a curator: its decisions on the sample, and a merge that holds from one place in the story on.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGlossaryAsOf } from '../../src/as-of/open-glossary-as-of.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { samplePosts } from '../support/sample-posts.ts';
import { buildSmallWorld, type OpenedRun, type SmallWorld } from '../support/small-world.ts';

const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
let world: SmallWorld;
let opened: OpenedRun;

beforeAll(async () => {
  world = buildSmallWorld(samplePosts);
  opened = world.open(openBuiltInReader(), { settings: { curates: true } });
  await runStates(opened.run);
});

afterAll(() => {
  opened.connection.close();
  world.remove();
});

/** Finds the entries with this name after the last scene of the thread was read. */
function findAfter(thread: number, name: string): readonly string[] {
  const scenes = [...opened.run.stores.ledger.iterateScenes()].filter(({ threadId }) => threadId === thread);
  const sceneId = scenes.at(-1)?.id;
  if (sceneId === undefined) throw new Error(`no scene in thread ${thread}`);
  const readBody = (_: string, postId: Parameters<typeof world.corpus.findPost>[0]) =>
    world.corpus.findPost(postId)?.body;
  const asOf = openGlossaryAsOf(opened.connection, { moment: { at: 'scene', sceneId }, clock, readBody });
  const terms = asOf.glossary.listByName(name).map(({ term }) => term);
  asOf.close();
  return terms;
}

describe('the built-in reader as a curator', () => {
  it('BR3: confirms, merges and revises on the sample, where nothing is to be rejected, each with its reason', () => {
    const decided = opened.run.stores.curation.list();
    expect(new Set(decided.map(({ outcome }) => outcome))).toEqual(new Set(['CONFIRM', 'MERGE', 'REVISE']));
    for (const { reason } of decided) expect(reason).toMatch(/^\P{Ll}.{10,}[.”]$/u);
  });

  it('BR4: somebody who turns out to be somebody else is two entries before and one after', () => {
    expect(findAfter(2, 'Jory Pell')).toEqual(['Jory Pell']);
    expect(findAfter(2, 'Thrift')).toEqual(['Thrift']);
    expect(findAfter(5, 'Jory Pell')).toEqual(['Thrift']);
    const merge = opened.run.stores.curation.list().find(({ term }) => term === 'Jory Pell');
    expect(merge).toMatchObject({ outcome: 'MERGE' });
    expect(merge?.reason).toContain('Thrift is Jory Pell');
    expect(findAfter(3, 'Mother Oakum')).toEqual(['Mother Oakum']);
    expect(findAfter(5, 'Mother Oakum')).toEqual(findAfter(5, 'Ysolde Marr'));
  });
});
