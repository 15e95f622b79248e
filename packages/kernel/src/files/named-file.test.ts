// Tests named files: links of a person's own are followed, and none in a world that somebody else may have made.

import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readNamedFile } from './named-file.ts';

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
  // A folder that calls itself a world does not make the links above it harmless.
  mkdirSync(at('inner'));
  writeFileSync(at('inner/world.json'), '{}');
  writeFileSync(at('inner/card.json'), 'CANARY');
  symlinkSync(at('inner'), at('world/inner'));
  expect(read('world/systems/own.json')).toBe('own');
  for (const name of ['world/link.json', 'world/out/secret', 'world/inner/card.json'])
    expect(() => read(name)).toThrow(/is a link, or lies behind one/);
  expect(() => read('world/systems/twice.json')).toThrow(/a hard link/);
});

it('says what is not there, is no file or is too large, in a world too', () => {
  writeFileSync(at('world/large'), 'x'.repeat(101));
  expect(read('world/none')).toBe('missing');
  expect(read('world/systems')).toBe('not-a-file');
  expect(read('world/large')).toBe('too-large');
  expect(read('world/systems', 1)).toBe('not-a-file');
});
