// Reads worlds of a fleet, and compares what it leaves with a world that was read alone.

import { buildStoryModel } from '@terrarium/annotator/testing/story-model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runWorker } from '../../src/working/run-worker.ts';
import {
  buildWorker,
  createStory,
  dumpFolder,
  openSmallFleet,
  readAlone,
  type SmallFleet,
} from '../support/small-fleet.ts';

let fleet: SmallFleet;
beforeAll(async () => {
  fleet = await openSmallFleet();
});
afterAll(() => fleet.close());

it('FL1: a world that the fleet read holds what one holds that was read alone', async () => {
  await fleet.addStory('one');
  const calls = { alone: 0, fleet: 0 };
  const { worker, events } = buildWorker(
    fleet,
    buildStoryModel(() => calls.fleet++),
  );
  expect(await runWorker(worker)).toMatchObject({ finished: 1, failed: 0 });
  const alone = await createStory(`${fleet.folder}/alone`, 1);
  await readAlone(
    alone,
    buildStoryModel(() => calls.alone++),
  );
  expect(dumpFolder(await fleet.fetch('one'))).toEqual(dumpFolder(alone));
  expect(calls.fleet).toBe(calls.alone);
  console.log(events.filter((e) => e.kind !== 'scene-read'));
});
