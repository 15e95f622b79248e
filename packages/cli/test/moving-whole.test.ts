// Tests moving a whole memory into another world on the command line, with its settings; a failure leaves no trace.

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseLines, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
beforeEach(async () => {
  folder = createFolder();
  folder.write(
    'talk.jsonl',
    [
      { role: 'user', text: 'Hello there', at: '2016-03-01T10:00:00Z' },
      {
        role: 'assistant',
        text: '<say>Hi!</say><pin>He likes rye</pin><secret>xyzzy</secret>',
        at: '2016-03-01T10:00:05Z',
      },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  await run('import', 'talk.jsonl');
  const settings = [
    'memory:',
    '  timeZone: Asia/Tokyo',
    '  voices: { companion: [{ id: companion, name: Soma }] }',
    '  decay: { halfLives: { pin: { hours: 24, turns: null } } }',
    '  budgets: { echoes: 300 }',
    '  embedder: { baseUrl: "http://127.0.0.1:9/v1", model: tiny }',
  ];
  writeFileSync(join(folder.path, 'world', 'terrarium.yaml'), `${settings.join('\n')}\n`);
});
afterEach(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(['memory', ...argv], { cwd: folder.path });
const read = (...path: readonly string[]) => readFileSync(join(folder.path, ...path), 'utf8');

it('WH7: all settings travel but the embedding server, and the same bytes are exported there', async () => {
  const told = await run('export', '--format', 'whole', '--out', 'whole.jsonl');
  expect(told.out).toContain('with its secrets');
  expect(told.out).toContain('Whoever has the file can read all of it');
  const whole = read('whole.jsonl');
  expect(whole).toContain('xyzzy');
  expect(whole).not.toContain('127.0.0.1:9');
  const moved = await run('import', 'whole.jsonl', '--world', 'there', '--json');
  expect(moved).toMatchObject({ exitCode: 0 });
  expect(parseLines(moved.out)[0]).toMatchObject({
    messages: 2,
    items: 2,
    settings: [
      'memory.voices.companion',
      'memory.timeZone',
      'memory.decay.halfLives.pin.hours',
      'memory.decay.halfLives.pin.turns',
      'memory.budgets.echoes',
    ],
  });
  expect(
    (await run('export', '--format', 'whole', '--out', 'again.jsonl', '--world', 'there')).exitCode,
  ).toBe(0);
  expect(read('again.jsonl')).toBe(whole);
  expect((await run('plans', '--world', 'there')).exitCode).toBe(0);
  expect((await runTerrarium(['verify', '--world', 'there'], { cwd: folder.path })).exitCode).toBe(0);
});

it('WH4: exports of a memory are readable by their owner only, in a world and elsewhere', async () => {
  folder.write('open.jsonl', 'was there, and open to all');
  for (const format of ['whole', 'jsonl']) {
    await run('export', '--format', format, '--out', 'open.jsonl');
    expect(statSync(join(folder.path, 'open.jsonl')).mode & 0o777).toBe(0o600);
    await run('export', '--format', format);
  }
  const exports = join(folder.path, 'world', 'exports');
  const modes = readdirSync(exports).map((name) => statSync(join(exports, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600]);
});

it('WH5: a trial and a file that is refused make no world, and another memory is left as it is', async () => {
  await run('export', '--format', 'whole', '--out', 'whole.jsonl');
  const tried = await run('import', 'whole.jsonl', '--world', 'there', '--dry-run');
  expect(tried.out).toContain('would be imported. Nothing was changed.');
  expect(existsSync(join(folder.path, 'there'))).toBe(false);
  folder.write('broken.jsonl', read('whole.jsonl').replace('rye', 'oat'));
  const broken = await run('import', 'broken.jsonl', '--world', 'there');
  expect(broken).toMatchObject({ exitCode: 2, out: '' });
  expect(broken.error).toContain('exchange.damaged-whole');
  expect(existsSync(join(folder.path, 'there'))).toBe(false);
  const before = read('world', 'terrarium.yaml');
  for (const dryRun of [['--dry-run'], []]) {
    const full = await run('import', 'whole.jsonl', ...dryRun);
    expect(full.exitCode).toBe(2);
    expect(full.error).toContain('memory.not-empty');
  }
  expect(read('world', 'terrarium.yaml')).toBe(before);
});

it('WH7: what is not whole is not called so, and a whole memory comes alone', async () => {
  const salvaged = await run('export', '--format', 'whole', '--salvage');
  expect(salvaged.error).toContain('cli.whole-salvage');
  await run('export', '--format', 'whole', '--out', 'whole.jsonl');
  const pair = await run('import', 'whole.jsonl', 'talk.jsonl', '--world', 'there');
  expect(pair.error).toContain('cli.whole-alone');
  const second = await run('import', 'talk.jsonl', 'whole.jsonl', '--world', 'there');
  expect(second.error).toContain('exchange.whole-memory');
});

it('WH4: a whole memory goes to standard output too', async () => {
  const { out, exitCode } = await run('export', '--format', 'whole', '--out', '-');
  expect(exitCode).toBe(0);
  await run('export', '--format', 'whole', '--out', 'whole.jsonl');
  expect(out).toBe(read('whole.jsonl'));
});
