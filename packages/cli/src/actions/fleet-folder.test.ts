// Tests that only its owner can open the temporary folder in which a machine keeps worlds of the fleet.

import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSharedFolder } from './fleet-folder.ts';

it('the temporary folder is for its owner alone, also where new folders are open to a group', () => {
  const place = mkdtempSync(join(tmpdir(), 'terrarium-test-'));
  vi.stubEnv('TMPDIR', place);
  const mask = process.umask(0o002);
  onTestFinished(() => {
    process.umask(mask);
    vi.unstubAllEnvs();
    rmSync(place, { recursive: true, force: true });
  });
  const { path } = openSharedFolder(undefined);
  expect(path.startsWith(place)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  chmodSync(path, 0o755);
  expect(openSharedFolder(undefined).path).toBe(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});
