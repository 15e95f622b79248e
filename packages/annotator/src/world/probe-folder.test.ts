// Tests what probing finds out about a folder, and that it leaves nothing there.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageError } from '@terrarium/kernel/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probeFolder } from './probe-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'probe-folder-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('a folder for a world', () => {
  it('is written to and locked, and is unchanged afterwards', () => {
    const { freeBytes } = probeFolder(folder);
    expect(freeBytes).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused if nothing can be written', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => probeFolder(file)).toThrow(StorageError);
    expect(() => probeFolder(file)).toThrow(
      /Nothing can be written into .*file\. Check that the folder is yours/,
    );
  });
});
