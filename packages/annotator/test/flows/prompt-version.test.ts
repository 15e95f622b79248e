// Tests that a scene, a run and each change of an entry tell with which version of the reader's prompt they were made.

import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { expect, it } from 'vitest';
import { openSceneLog } from '../../src/inspect/scene-log-store.ts';
import { promptVersion } from '../../src/runner/prompt-version.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const create: ScriptStep = {
  calls: [
    {
      name: 'glossary_create',
      arguments: {
        term: 'Soma',
        definition: 'The keeper of the gate.',
        evidence: [{ post_id: 1, label: 1 }],
      },
    },
  ],
};

it('RN22: a scene tells which models read it, and with which version of the prompt', async () => {
  const world = openWorld([{ thread: 'One', body: 'At dawn Soma opened the gate of Vell.' }]);
  const { run, connection } = world.open(buildScriptedModel([{ text: '' }, create, { text: 'Done.' }]));
  await runStates(run);
  const log = openSceneLog(connection);
  const [scene] = [...run.stores.ledger.iterateScenes()];
  if (scene === undefined) throw new Error('There is no scene.');
  expect(log.readReaders(scene.id)).toEqual([{ model: 'scripted:model', promptVersion }]);
  expect(run.stores.glossary.findByTerm('Soma')).toBeDefined();
  expect(connection.prepare('SELECT DISTINCT prompt_version FROM change').pluck().all()).toEqual([
    promptVersion,
  ]);
  expect(connection.prepare('SELECT prompt_version FROM run').pluck().all()).toEqual([promptVersion]);
  connection.close();
});
