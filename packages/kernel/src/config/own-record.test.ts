// Tests a person's own record: written values are found, damaged ones count as absent, and the number of values is limited.
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StorageError } from '../base/errors.ts';
import { openOwnRecord } from './own-record.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-record-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const open = (mostEntries = 100, name = 'kept') =>
  openOwnRecord({ name, schema: z.object({ said: z.string() }), mostEntries, folder });
const listFiles = () => readdirSync(join(folder, 'kept'));

/** Writes a text under its key; null removes the key. */
function apply([key, said]: readonly [string, string | null]): void {
  if (said === null) open().remove(key);
  else open().write(key, { said });
}

describe('a record of this person', () => {
  it('finds what was last written under any key, and nothing after it is removed', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, fc.option(texts))), (steps) => {
        rmSync(join(folder, 'kept'), { recursive: true, force: true });
        for (const step of steps) apply(step);
        for (const [key] of steps) expect(open().find(key)?.said ?? null).toBe(new Map(steps).get(key));
      }),
      { numRuns: 30 },
    );
  });

  it('takes what is cut, garbled or of another shape for absent', () => {
    const record = open();
    record.write('one', { said: 'yes' });
    const path = join(folder, 'kept', listFiles()[0] ?? '');
    for (const text of [
      '{',
      '[]',
      '{"key":"two","value":{"said":"yes"}}',
      '{"key":"one","value":{"said":1}}',
    ]) {
      writeFileSync(path, text);
      expect(record.find('one')).toBeUndefined();
    }
    truncateSync(path);
    expect(record.find('one')).toBeUndefined();
    record.write('one', { said: 'again' });
    expect(record.find('one')).toEqual({ said: 'again' });
  });

  it('is readable by nobody else and leaves no drafts', () => {
    open().write('one', { said: 'yes' });
    const [name = '', ...others] = listFiles();
    expect(others).toEqual([]);
    expect(statSync(join(folder, 'kept', name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'kept')).mode & 0o777).toBe(0o700);
  });

  it('forgets the one written longest ago where there are too many', () => {
    const record = open(2);
    record.write('old', { said: 'old' });
    const [name = ''] = listFiles();
    utimesSync(join(folder, 'kept', name), 1, 1);
    record.write('newer', { said: 'newer' });
    record.write('newest', { said: 'newest' });
    expect(['old', 'newer', 'newest'].map((key) => record.find(key)?.said)).toEqual([
      undefined,
      'newer',
      'newest',
    ]);
  });

  it('says where it could not write', () => {
    writeFileSync(join(folder, 'file'), '');
    const record = open(2, 'file/below');
    expect(() => record.write('one', { said: 'yes' })).toThrow(StorageError);
    expect(() => record.write('one', { said: 'yes' })).toThrow(/remembers what you decided/);
    expect(record.find('one')).toBeUndefined();
  });
});
