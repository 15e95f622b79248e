// Tests writing from several processes and killing them: no acknowledged message is lost, the store is undamaged.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { checkMemory } from '../support/check-memory.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const messages = isProof ? 500 : 100;
const kills = isProof ? 60 : 3;
const writer = join(import.meta.dirname, '..', 'support', 'write-messages-main.ts');

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-memory-'));
  path = join(folder, 'memory.sqlite');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Writer {
  readonly child: ChildProcess;
  readonly ended: Promise<{
    readonly exitCode: number | null;
    readonly taken: readonly string[];
    readonly said: string;
  }>;
}

/** Starts a process that writes `count` messages, and kills it once `killAfter` of them are acknowledged. */
function startWriter(name: string, count: number, killAfter = Number.POSITIVE_INFINITY): Writer {
  const child = spawn(process.execPath, [writer, path, name, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (output.split('\n').length > killAfter) child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const ended = once(child, 'close').then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    // The last piece is empty, or a line that was cut off, so it is left out.
    taken: output.split('\n').slice(0, -1),
    said,
  }));
  return { child, ended };
}

function readTexts(): readonly unknown[] {
  const connection = openMemoryDatabase({ path });
  try {
    checkMemory(connection);
    return connection.prepare('SELECT text FROM event ORDER BY id').pluck().all();
  } finally {
    connection.close();
  }
}

it('WM16: four processes that write at once lose none', { timeout: 300_000 }, async () => {
  openMemoryDatabase({ path }).close();
  const names = ['anna', 'bela', 'cleo', 'dara'];
  const all = await Promise.all(names.map((name) => startWriter(name, messages).ended));
  for (const { exitCode, said } of all) expect(exitCode, said).toBe(0);
  const texts = readTexts();
  expect(texts).toHaveLength(4 * messages);
  expect(new Set(texts)).toEqual(new Set(all.flatMap(({ taken }) => taken)));
  const connection = openMemoryDatabase({ path });
  expect(connection.prepare('SELECT max(turn) FROM event').pluck().get()).toBe(2 * messages);
  connection.close();
});

it(`WM16: ${kills} processes that are killed anywhere leave a whole store`, {
  timeout: 1_800_000,
}, async () => {
  openMemoryDatabase({ path }).close();
  const { chance } = buildFakeEnvironment({ seed: 20_261 });
  const acknowledged: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const writers = ['one', 'two'].map((name) =>
      startWriter(`${name}-${kill}`, 100_000, 1 + Math.floor(chance.next() * 400)),
    );
    for (const { exitCode, taken, said } of await Promise.all(writers.map((one) => one.ended))) {
      expect(exitCode, said).toBeNull();
      acknowledged.push(...taken);
    }
    const texts = new Set(readTexts());
    expect(acknowledged.filter((text) => !texts.has(text))).toEqual([]);
    // Messages that were stored but not yet acknowledged when the process was killed may be there too, but
    // always whole.
    expect(texts.size).toBeGreaterThanOrEqual(acknowledged.length);
  }
});
