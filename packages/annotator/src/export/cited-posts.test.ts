// Proves that a cited post is cut off where the reader had stopped in it.

import { expect, it } from 'vitest';
import { buildSmallWorld } from '../../test/support/small-world.ts';
import { openMomentStore } from '../as-of/moment-store.ts';
import { openBuiltInReader } from '../reader/built-in-reader.ts';
import { runStates } from '../runner/run-states.ts';
import { openCitedPosts } from './cited-posts.ts';

it('EX10: a long post that was read in parts is shown as far as it was read', async ({ onTestFinished }) => {
  const filler = 'They went on over the white plain, and nobody spoke of what lay behind them.\n\n'.repeat(
    200,
  );
  const body = `At dawn Soma opened the gate of Vell.\n\n${filler}And there stood Quillon, the thief of bells.`;
  const world = buildSmallWorld([{ body }]);
  onTestFinished(() => world.remove());
  const { run, connection } = world.open(openBuiltInReader(), { settings: { contextBudget: 6_000 } });
  onTestFinished(() => void connection.close());
  await runStates(run);
  const scenes = [...run.stores.ledger.iterateScenes()];
  expect(scenes.length).toBeGreaterThan(1);
  const moments = openMomentStore(connection);
  const lengths = scenes.map(({ id: sceneId, span }) => {
    const cited = openCitedPosts(
      { corpora: run.corpora, connection },
      moments.readLastPart({ at: 'scene', sceneId }),
    );
    const found = cited.find('main', 1)?.body ?? '';
    expect(body.startsWith(found)).toBe(true);
    expect(found.length).toBe(span?.end);
    return found.length;
  });
  expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
  expect(lengths.at(-1)).toBe(body.length);
});
