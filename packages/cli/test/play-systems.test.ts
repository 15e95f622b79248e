// Systems of a world: they are found by their names; if a rulebook contradicts itself, either version can be chosen.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const run = (argv: readonly string[]) => runTerrarium(['play', ...argv], { cwd: folder.path });

/** Writes the shipped system as if it had been extracted from a book that gives two numbers for one value. */
function writeSystem(): string {
  const { manifest } = readShippedSystem('starter');
  const at = manifest.fields.findIndex(({ path }) => path === 'attributes.wits');
  const read = (says: unknown, where: string) => ({ says, where, quote: 'from -1 to 3' });
  const readings = [
    {
      at: `/fields/${at}/config/max`,
      about: 'Wits: config, max',
      taken: read(3, 'Traits'),
      other: read(4, 'Masters'),
    },
    {
      at: `/fields/${at}/prefab`,
      about: 'Wits: prefab',
      taken: read('VAL_INT', 'Traits'),
      other: read({ two: ['lists', 'and', { more: 1 }] }, 'Masters'),
    },
  ];
  mkdirSync(join(folder.path, 'world', 'systems'), { recursive: true });
  const path = join(folder.path, 'world', 'systems', 'lamps.json');
  writeFileSync(path, JSON.stringify({ ...manifest, id: 'lamps', readings }));
  return path;
}

const readMax = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')).fields.find(
    (field: { path: string }) => field.path === 'attributes.wits',
  ).config.max;

it('SZ33: both readings are shown in words with what is taken, the other is taken and taken back, and one that does not load is refused', async () => {
  const path = writeSystem();
  const listed = await run(['systems', path]);
  const plain = listed.out.replaceAll(/\s+/g, ' ');
  expect(plain).toContain('1. Wits: config, max: Traits says 3; Masters says 4. Taken: Traits.');
  expect(plain).toContain('Masters says two lists; and; more 1. Taken: Traits.');
  expect(plain).toMatch(/play systems .*lamps\.json --take 1" takes the other reading of number 1/);
  expect(listed.out).not.toMatch(/[{}[\]]/);

  expect((await run(['systems', path, '--take', '1'])).out).toContain('Taken: Masters');
  expect(readMax(path)).toBe(4);
  await run(['systems', path, '--take', '1']);
  expect(readMax(path)).toBe(3);

  const before = readFileSync(path, 'utf8');
  const refused = await run(['systems', path, '--take', '2']);
  expect([refused.exitCode, refused.error]).toEqual([2, expect.stringContaining('manifest')]);
  const none = await run(['systems', path, '--take', 'nine']);
  expect([none.exitCode, none.error]).toEqual([2, expect.stringContaining('Choose one from 1 to 2')]);
  expect(readFileSync(path, 'utf8')).toBe(before);
});

it('SZ33: a system of the world is found by its name wherever one is named', async () => {
  writeSystem();
  const begun = await run(['--system', 'lamps', '/sheet']);
  expect([begun.exitCode, begun.out]).toEqual([0, expect.stringContaining('Wits')]);
  const replayed = await run(['replay', '--system', 'lamps']);
  expect(replayed.out).toContain(
    '"world" was played again up to its present turn, and 1 turn came out as before',
  );
  const unknown = await run(['replay', '--system', 'lamp']);
  expect(unknown.error).toContain('There is no system "lamp"; did you mean lamps?');
});
