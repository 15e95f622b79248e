// Tests that several processes can create and open the same databases at the same moment.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const processes = 3;
const databases = 80;
const stepMs = 12;
/** All processes have this much time to start and to load their modules. */
const startMs = 1_500;

/** Opens each database at a moment that is the same in every process, and prints the errors. */
const opening = (folder: string, startsAt: number) => `
  import { openDatabase } from ${JSON.stringify(new URL('open-database.ts', import.meta.url).href)};
  const sql = 'CREATE TABLE lamp (id INTEGER PRIMARY KEY) STRICT;';
  const options = { title: 'the lamps', migrations: [{ version: 1, name: 'lamps', sql }], applicationId: 7 };
  for (let at = 0; at < ${databases}; at += 1) {
    while (Date.now() < ${startsAt} + at * ${stepMs});
    try {
      const connection = openDatabase({ ...options, path: ${JSON.stringify(folder)} + '/' + at + '.db' });
      connection.exec('INSERT INTO lamp DEFAULT VALUES');
      connection.close();
    } catch (error) {
      console.log(error.message);
    }
  }`;

it('several processes open a database that none of them finds there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-together-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const code = opening(folder, Date.now() + startMs);
  const run = () =>
    promisify(execFile)(process.execPath, ['--no-warnings', '--input-type=module', '--eval', code]);
  const ended = await Promise.all(Array.from({ length: processes }, run));
  expect(ended.map(({ stdout }) => stdout)).toEqual(Array.from({ length: processes }, () => ''));
});
