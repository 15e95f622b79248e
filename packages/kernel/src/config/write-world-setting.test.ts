// Tests writing a setting: whatever else stands in the world's file is kept.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWorldSetting } from './read-configuration.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-write-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(yaml: string | undefined): string {
  const file = join(folder, 'terrarium.yaml');
  if (yaml !== undefined) writeFileSync(file, yaml);
  writeWorldSetting(folder, { path: ['memory', 'name'], value: 'Soma: #1' });
  return readFileSync(file, 'utf8');
}

describe('writing a setting of a world', () => {
  it.each([
    [undefined, 'memory:\n  name: "Soma: #1"\n'],
    ['# mine\nmodel: builtin # for now\n', '# mine\nmodel: builtin # for now\nmemory:\n  name: "Soma: #1"\n'],
    ['memory:\n  name: Old\n  zone: UTC # home\n', 'memory:\n  name: "Soma: #1"\n  zone: UTC # home\n'],
    ['memory:\n', 'memory:\n  name: "Soma: #1"\n'],
  ])('keeps the rest of %j', (before, after) => {
    expect(write(before)).toBe(after);
  });

  it('refuses a file in which the setting has no place of its own, and leaves it', () => {
    const yaml = 'a: &a { zone: UTC }\nmemory: *a\n';
    expect(() => write(yaml)).toThrow(expect.objectContaining({ code: 'configuration.not-writable' }));
    expect(readFileSync(join(folder, 'terrarium.yaml'), 'utf8')).toBe(yaml);
  });
});
