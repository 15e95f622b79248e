// Process that forgets a moment and is killed at its nth write, for a test.

import { dirname, join } from 'node:path';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import type { EventId } from '../../src/events/event.ts';
import { forget } from '../../src/forgetting/forget.ts';
import { exampleVoices } from '../../src/tags/voices.ts';

const [databasePath = '', eventId = '', dyingWrite = ''] = process.argv.slice(2);
const connection = openMemoryDatabase({ path: databasePath });
let writes = 0;
connection.function('die_in_time', () => {
  writes += 1;
  if (writes === Number(dyingWrite)) process.kill(process.pid, 'SIGKILL');
  return 0;
});
const tables = ['event', 'event_tag', 'working_memory', 'item_change', 'wake', 'wake_words', 'told_fact'];
for (const table of [...tables, 'forgotten', 'text_pending', 'fragment_term']) {
  for (const act of ['INSERT', 'UPDATE', 'DELETE']) {
    connection.exec(
      `CREATE TEMP TRIGGER die_${table}_${act} AFTER ${act} ON main.${table} BEGIN SELECT die_in_time(); END`,
    );
  }
}
const folder = dirname(databasePath);
forget(
  {
    connection,
    clock: buildFakeEnvironment().clock,
    ambientPath: join(folder, 'ambient.md'),
    imagesDir: join(folder, 'images'),
    voices: exampleVoices,
  },
  { targets: [{ event: Number(eventId) as EventId }] },
);
connection.close();
