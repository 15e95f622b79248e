// Tests writing settings: everything else in the file is kept, and the file never becomes unusable.

import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsSchema } from './settings.ts';
import { writeOwnSettings, writeWorldSetting } from './write-settings.ts';

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
    ['memory.name: Old\ntools: all\n', 'tools: all\nmemory:\n  name: "Soma: #1"\n'],
  ])('keeps the rest of %j', (before, after) => {
    expect(write(before)).toBe(after);
  });

  it('refuses a file in which the setting has no place of its own, and leaves it', () => {
    const yaml = 'a: &a { zone: UTC }\nmemory: *a\n';
    expect(() => write(yaml)).toThrow(expect.objectContaining({ code: 'configuration.not-writable' }));
    expect(readFileSync(join(folder, 'terrarium.yaml'), 'utf8')).toBe(yaml);
  });
});

describe('writing settings of the person', () => {
  const own = () => join(folder, 'terrarium.yaml');
  const name = (value: unknown) => ({ path: ['model'], value });

  it('keeps the rest, takes out what is no longer said, and is for its owner alone to read', () => {
    writeFileSync(own(), '# mine\nmodel: builtin\nbaseUrl: http://localhost:1/v1\ntemperature: 0.3 # calm\n');
    const path = writeOwnSettings(
      settingsSchema,
      [name('openai:any'), { path: ['baseUrl'], value: undefined }],
      folder,
    );
    expect(readFileSync(path, 'utf8')).toBe('# mine\nmodel: openai:any\ntemperature: 0.3 # calm\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('leaves no other spelling of the setting that would count in place of the new value', () => {
    writeFileSync(own(), 'ratios.soft: 0.5\nratios:\n  compact: 0.85\n');
    const soft = (value: unknown) =>
      writeOwnSettings(settingsSchema, [{ path: ['ratios', 'soft'], value }], folder);
    soft(0.7);
    expect(readFileSync(own(), 'utf8')).toBe('ratios:\n  compact: 0.85\n  soft: 0.7\n');
    soft(undefined);
    expect(readFileSync(own(), 'utf8')).toBe('ratios:\n  compact: 0.85\n');
  });

  it('makes folder and file where there are none', () => {
    const path = writeOwnSettings(settingsSchema, [name('openai:any')], join(folder, 'new', 'terrarium'));
    expect(readFileSync(path, 'utf8')).toBe('model: openai:any\n');
  });

  it.each([
    ['a value that cannot be', '', 'any', 'configuration.invalid'],
    ['a file that is wrong elsewhere', 'temperature: hot\n', 'openai:any', 'configuration.invalid'],
    ['a file that is no YAML', 'model: [\n', 'openai:any', 'configuration.not-yaml'],
  ])('writes nothing for %s', (_what, before, value, code) => {
    writeFileSync(own(), before);
    const write = () => writeOwnSettings(settingsSchema, [name(value)], folder);
    expect(write).toThrow(expect.objectContaining({ code }));
    expect(readFileSync(own(), 'utf8')).toBe(before);
  });

  it('replaces the file that a link leads to, and leaves the link', () => {
    const target = join(folder, 'kept-elsewhere.yaml');
    writeFileSync(target, '');
    symlinkSync(target, own());
    writeOwnSettings(settingsSchema, [name('openai:any')], folder);
    expect(readFileSync(target, 'utf8')).toBe('model: openai:any\n');
  });

  it('says so where the folder cannot be made', () => {
    writeFileSync(join(folder, 'file'), '');
    const write = () => writeOwnSettings(settingsSchema, [name('openai:any')], join(folder, 'file', 'below'));
    expect(write).toThrow(expect.objectContaining({ code: 'configuration.cannot-write' }));
  });
});
