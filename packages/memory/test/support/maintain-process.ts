// Process that runs maintenance and is killed at its nth write, for a test.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { buildPlannedWriter } from './planned-writer.ts';

const [databasePath = '', ambientPath = '', dyingWrite = ''] = process.argv.slice(2);
const connection = openMemoryDatabase({ path: databasePath });
let writes = 0;
connection.function('die_in_time', () => {
  writes += 1;
  if (writes === Number(dyingWrite)) process.kill(process.pid, 'SIGKILL');
  return 0;
});
const tables = [
  'fragment',
  'fragment_source',
  'edge',
  'flag',
  'working_memory',
  'item_change',
  'maintenance_run',
];
for (const table of [...tables, 'maintenance_batch', 'batch_prompt', 'maintenance_change', 'ambient_write']) {
  for (const act of ['INSERT', 'UPDATE']) {
    connection.exec(
      `CREATE TEMP TRIGGER die_${table}_${act} AFTER ${act} ON main.${table} BEGIN SELECT die_in_time(); END`,
    );
  }
}
await runMaintenance(
  {
    connection,
    clock: buildFakeEnvironment().clock,
    ambientPath,
    writer: buildPlannedWriter(),
    tokens: { count: (text) => text.length },
  },
  { kind: 'light' },
);
connection.close();
