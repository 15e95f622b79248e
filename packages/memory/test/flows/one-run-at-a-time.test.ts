// Tests that only one run of maintenance goes on at a time: a second is told who holds the lock, and asks no model.

import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { ingest } from '../../src/intake/ingest.ts';
import type { MaintenanceWriter } from '../../src/maintenance/maintenance-writer.ts';
import { proposeTags } from '../../src/maintenance/propose-tags.ts';
import { revertRun } from '../../src/maintenance/revert-run.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { openRunStore } from '../../src/maintenance/run-store.ts';
import { parseResponse } from '../../src/tags/parse-message.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';
import { buildPlannedWriter } from '../support/planned-writer.ts';

let memory: MaintainedMemory;
beforeEach(() => {
  memory = openMaintainedMemory();
});
afterEach(() => memory.close());

/** Builds a writer that waits in its first batch until it is told to continue. */
function buildWaitingWriter() {
  const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const planned = buildPlannedWriter();
  const writer: MaintenanceWriter = {
    ...planned,
    async propose(batch, signal) {
      asked.resolve();
      await go.promise;
      return await planned.propose(batch, signal);
    },
  };
  return { writer, asked: asked.promise, go: go.resolve };
}

it('MT22: a run, a tag pass and a taking back wait for none that goes on: they are refused before anything is asked', async () => {
  memory.hear('The kiln is warm.');
  const { clock, ambientPath } = memory;
  ingest(memory.connection, parseResponse('No tag at all.'), { side: 'companion', clock });
  await runMaintenance(memory.ground(buildPlannedWriter()), { kind: 'light' });
  memory.hear('The heron was there again.');
  const { writer, asked, go } = buildWaitingWriter();
  const first = runMaintenance(memory.ground(writer), { kind: 'light' });
  await asked;
  const connection = openMemoryDatabase({ path: memory.databasePath });
  const ground = { ...memory.ground(buildPlannedWriter()), connection };
  const pass = { connection, clock, model: buildScriptedModel([]), timeZone: 'UTC' };
  const held = { code: 'lock.held', happened: expect.stringContaining(`(process ${process.pid})`) };
  await expect(runMaintenance(ground, { kind: 'light' })).rejects.toMatchObject(held);
  await expect(proposeTags(pass)).rejects.toMatchObject(held);
  expect(() => revertRun({ connection, clock, ambientPath }, 1)).toThrow(expect.objectContaining(held));
  expect((await runMaintenance(ground, { kind: 'light', isDryRun: true })).status).toBe('shown');
  go();
  expect(await first).toMatchObject({ status: 'applied', runId: 2 });
  expect((await runMaintenance(ground, { kind: 'light' })).status).toBe('nothing-new');
  expect(revertRun({ connection, clock, ambientPath }, 2).changes).toBeGreaterThan(0);
  expect(openRunStore(connection).find(2)?.status).toBe('reverted');
  connection.close();
});

it('MT22: a run that fails or is stopped lets the next one go on', async () => {
  memory.hear('The kiln is warm.');
  const failing: MaintenanceWriter = {
    ...buildPlannedWriter(),
    propose: () => Promise.reject(new Error('no')),
  };
  await expect(runMaintenance(memory.ground(failing), { kind: 'light' })).rejects.toThrow('no');
  expect((await runMaintenance(memory.ground(buildPlannedWriter()), { kind: 'light' })).status).toBe(
    'applied',
  );
});
