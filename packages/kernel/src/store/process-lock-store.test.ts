// Tests that a lock which cannot be made is reported as a problem for the operator, and that nothing stays locked.

import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProcessLatch, openProcessLock } from './process-lock-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const holder = 'Another lamp';

describe('a lock', () => {
  it('that cannot be made is refused in two halves', () => {
    writeFileSync(join(folder, 'file'), 'x');
    const path = join(folder, 'file', 'lamp.lock.db');
    expect(() => openProcessLock({ path, holder })).toThrow(
      expect.objectContaining({
        code: 'store.cannot-open',
        exitCode: 5,
        todo: expect.stringMatching(/write/),
      }),
    );
  });

  it('whose holder cannot be written down is refused, and is not held', () => {
    const path = join(folder, 'lamp.lock.db');
    mkdirSync(`${path}.pid`);
    const latch = openProcessLatch({ path, holder });
    expect(() => latch.lock()).toThrow(
      expect.objectContaining({
        code: 'world.not-a-file',
        exitCode: 5,
        happened: expect.stringContaining('.pid'),
      }),
    );
    rmdirSync(`${path}.pid`);
    openProcessLock({ path, holder }).close();
    latch.lock();
    expect(() => openProcessLock({ path, holder })).toThrow(expect.objectContaining({ code: 'lock.held' }));
    latch.close();
  });
});
