// Makes temporary folders for tests, and removes them when the test ends.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TemporaryFolder {
  readonly dir: string;
  path(name: string): string;
  /** Writes a file and returns its path. */
  write(name: string, content: string | Uint8Array): string;
}

export function createTemporaryFolder(): TemporaryFolder {
  const dir = mkdtempSync(join(tmpdir(), 'terrarium-'));
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const path = (name: string) => join(dir, name);
  return {
    dir,
    path,
    write: (name, content) => {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
}
