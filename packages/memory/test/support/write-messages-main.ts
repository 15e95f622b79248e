// Writes messages into a memory from its own process, and reports each message once it is stored.

import { writeSync } from 'node:fs';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { ingest } from '../../src/intake/ingest.ts';
import { parseResponse, parseUserMessage } from '../../src/tags/parse-message.ts';

const [path = '', name = '', count = '0'] = process.argv.slice(2);
const { clock } = buildSystemEnvironment();
const connection = openMemoryDatabase({ path });
for (let index = 0; index < Number(count); index += 1) {
  const text = `<say>${name} says ${index}</say><feeling>${name} ${index}</feeling><pin>${name} pin ${index % 50}</pin>`;
  const isHeard = index % 2 === 0;
  const message = isHeard ? parseUserMessage(text) : parseResponse(text);
  ingest(connection, message, { side: isHeard ? 'user' : 'companion', clock, timeZone: 'UTC' });
  // Waits for the reader if the pipe is full: a stream would hold back its output until this loop ends.
  writeSync(1, `${text}\n`);
}
connection.close();
