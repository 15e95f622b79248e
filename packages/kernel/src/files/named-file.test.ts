// Tests named files: a person's own links are followed, but no links in a world, which somebody else may have made.

import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardDatabase } from './guard-database.ts';
import { openNamedFile, readNamedFile, resolveNamedFile, writeNamedFile } from './named-file.ts';
import { readBlocks } from './read-lines.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'named-file-'));
  mkdirSync(join(dir, 'world/systems'), { recursive: true });
  writeFileSync(join(dir, 'world/world.json'), '{}');
  writeFileSync(join(dir, 'secret'), 'CANARY');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const at = (name: string) => join(dir, name);
const read = (name: string, largestBytes = 100) => {
  const found = readNamedFile(at(name), largestBytes);
  return found.status === 'read' ? found.bytes.toString('utf8') : found.status;
};

it('follows a link of the person, which lies in no world', () => {
  symlinkSync(at('secret'), at('link'));
  linkSync(at('secret'), at('twice'));
  expect(['link', 'twice', 'secret'].map((name) => read(name))).toEqual(['CANARY', 'CANARY', 'CANARY']);
});

it('reads what lies in a world, and follows no link there, at any depth', () => {
  writeFileSync(at('world/systems/own.json'), 'own');
  symlinkSync(at('secret'), at('world/link.json'));
  linkSync(at('secret'), at('world/systems/twice.json'));
  symlinkSync(dir, at('world/out'));
  // A link in a world is not followed either if it leads to another world.
  mkdirSync(at('inner'));
  writeFileSync(at('inner/world.json'), '{}');
  writeFileSync(at('inner/card.json'), 'CANARY');
  symlinkSync(at('inner'), at('world/inner'));
  expect(read('world/systems/own.json')).toBe('own');
  for (const name of ['world/link.json', 'world/out/secret', 'world/inner/card.json'])
    expect(() => read(name)).toThrow(/is a link, or is reached through one/);
  expect(() => read('world/systems/twice.json')).toThrow(/a hard link/);
});

it('says what is not there, is no file or is too large, in a world too', () => {
  writeFileSync(at('world/large'), 'x'.repeat(101));
  expect(read('world/none')).toBe('missing');
  expect(read('world/systems')).toBe('not-a-file');
  expect(read('world/large')).toBe('too-large');
  expect(read('world/systems', 1)).toBe('not-a-file');
});

it('reads in parts and in blocks, through the same door', () => {
  const long = Buffer.from(Array.from({ length: 2_500_000 }, (_, place) => place % 251));
  writeFileSync(at('world/long'), long);
  expect(Buffer.concat([...readBlocks(at('world/long'))]).equals(long)).toBe(true);
  const file = openNamedFile(at('world/long'));
  expect(file.size).toBe(2_500_000);
  expect([...file.read(251, 3)]).toEqual([0, 1, 2]);
  expect([file.read(2_499_999, 9).length, file.read(9e6, 9).length]).toEqual([1, 0]);
  file.close();
  symlinkSync(at('secret'), at('world/link'));
  for (const read of [openNamedFile, (path: string) => [...readBlocks(path)]])
    expect(() => read(at('world/link'))).toThrow(/is a link/);
  expect(() => openNamedFile(at('world/systems'))).toThrow(/a folder/);
  expect(() => openNamedFile(at('world/none'))).toThrow(/There is no file/);
});

it('says where a file really lies, and of one in a world no more than where the world does', () => {
  const real = realpathSync(dir);
  symlinkSync(at('secret'), at('link'));
  symlinkSync(at('world'), at('shortcut'));
  symlinkSync(at('secret'), at('world/link'));
  expect(resolveNamedFile(at('link'))).toBe(join(real, 'secret'));
  expect(resolveNamedFile(at('shortcut/systems/a'))).toBe(join(real, 'world/systems/a'));
  expect(resolveNamedFile(at('shortcut/link'))).toBe(join(real, 'world/link'));
});

it('writes no file behind a link in a world, and one outside where the person says', () => {
  mkdirSync(at('outside'));
  symlinkSync(at('outside'), at('world/exports'));
  symlinkSync(at('secret'), at('world/link'));
  for (const name of ['world/exports/a.json', 'world/link'])
    expect(() => writeNamedFile(at(name), ['x'])).toThrow(/is a link/);
  expect(writeNamedFile(at('world/made/a.json'), ['own'])).toBe(3);
  expect(statSync(at('world/made/a.json')).mode & 0o777).toBe(0o600);
  expect(writeNamedFile(at('made/a.json'), ['own'])).toBe(3);
  expect(readdirSync(at('outside'))).toEqual([]);
  expect(['secret', 'world/made/a.json', 'made/a.json'].map((name) => read(name))).toEqual([
    'CANARY',
    'own',
    'own',
  ]);
});

it('replaces the file behind a link of the person, and leaves the link', () => {
  symlinkSync(at('secret'), at('link'));
  symlinkSync(at('world/systems/own.json'), at('inside'));
  writeFileSync(at('world/systems/own.json'), 'own');
  writeNamedFile(at('link'), ['new']);
  symlinkSync('nothing-yet', at('dangling'));
  writeNamedFile(at('inside'), ['newer']);
  writeNamedFile(at('dangling'), ['newest']);
  expect(read('nothing-yet')).toBe('newest');
  mkdirSync(at('deep/er'), { recursive: true });
  symlinkSync(at('deep/er'), at('short'));
  symlinkSync('../above', at('deep/er/up'));
  writeNamedFile(at('short/up'), ['above']);
  expect(read('deep/above')).toBe('above');
  expect(['link', 'inside'].map((name) => lstatSync(at(name)).isSymbolicLink())).toEqual([true, true]);
  expect(['secret', 'world/systems/own.json'].map((name) => read(name))).toEqual(['new', 'newer']);
});

it('puts no file in the place of a device or a pipe', () => {
  execFileSync('sh', ['-c', 'mkfifo "$0"', at('pipe')]);
  symlinkSync(at('pipe'), at('to-pipe'));
  for (const name of ['pipe', 'to-pipe'])
    expect(() => writeNamedFile(at(name), ['x'])).toThrow(
      expect.objectContaining({ code: 'file.not-ordinary' }),
    );
  expect(statSync(at('pipe')).isFIFO()).toBe(true);
});

it('opens a database that a person named, and follows no link to it in a world', () => {
  symlinkSync(at('secret'), at('link.db'));
  symlinkSync(at('secret'), at('world/link.db'));
  const named = { readonly: true, isNamed: true };
  expect(guardDatabase({ path: at('link.db'), ...named })).toBeTypeOf('function');
  expect(() => guardDatabase({ path: at('world/link.db'), ...named })).toThrow(/is a link/);
});
