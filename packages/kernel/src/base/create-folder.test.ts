// Tests that folders are made, and that an error is thrown at once if none can be made.

import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from './create-folder.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'terrarium-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('makes what is missing, and leaves what is there', () => {
    const path = join(dir, 'a', 'b', 'c');
    createFolder(path);
    createFolder(path);
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it('does not make a folder under a file', () => {
    writeFileSync(join(dir, 'file'), 'x');
    expect(() => createFolder(join(dir, 'file', 'under'))).toThrow(/ENOTDIR/);
    expect(() => createFolder(join(dir, 'file'))).toThrow(/EEXIST/);
  });

  it.runIf(existsSync('/proc/self'))('ends where the file system takes no folders', () => {
    expect(() => createFolder('/proc/terrarium/world')).toThrow(/ENOENT/);
  });
});
