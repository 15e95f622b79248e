// Tests the folder of a worker: folders of dead workers are cleared, and folders of living workers are not.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isThere } from '@terrarium/kernel/is-there';
import { openProcessLock } from '@terrarium/kernel/process-lock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkerFolder } from './worker-folder.ts';

let shared: string;
beforeEach(() => {
  shared = mkdtempSync(join(tmpdir(), 'terrarium-worker-folder-'));
});
afterEach(() => rmSync(shared, { recursive: true, force: true }));

/** Leaves a folder like that of a killed worker, with a lock file whose lock nobody holds. */
function leaveDead(name: string): string {
  const dir = join(shared, name);
  mkdirSync(join(dir, 'world-x'), { recursive: true });
  openProcessLock({ path: join(dir, 'worker.lock.db'), holder: 'A worker' }).close();
  writeFileSync(join(dir, 'world-x', 'annotator.db'), 'left behind');
  return dir;
}

describe('the folder of a worker', () => {
  it('FS4: is cleared by the next worker once its worker is dead, and never before', () => {
    const living = openWorkerFolder(shared);
    const held = living.createLeaseFolder();
    const dead = leaveDead('worker-dead');
    const foreign = join(shared, 'worker-unlocked');
    mkdirSync(foreign);
    writeFileSync(join(shared, 'notes.txt'), 'not ours');
    const next = openWorkerFolder(shared);
    const own = next.createLeaseFolder();
    expect([dead, held, own, foreign].map((dir) => isThere(dir))).toEqual([false, true, true, true]);
    expect(isThere(join(shared, 'notes.txt'))).toBe(true);
    next.close();
    living.close();
    expect(readdirSync(shared).sort()).toEqual(['notes.txt', 'worker-unlocked']);
  });

  it('FS4: is made again where somebody took it away', () => {
    const folder = openWorkerFolder(shared);
    const first = folder.createLeaseFolder();
    expect(dirname(folder.createLeaseFolder())).toBe(dirname(first));
    rmSync(dirname(first), { recursive: true });
    expect(isThere(folder.createLeaseFolder())).toBe(true);
    folder.close();
    expect(readdirSync(shared)).toEqual([]);
  });

  it('FE5: that cannot be made is a fault of its machine, by name', () => {
    writeFileSync(join(shared, 'file'), '');
    const folder = openWorkerFolder(join(shared, 'file', 'below'));
    expect(() => folder.createLeaseFolder()).toThrow(expect.objectContaining({ code: 'fleet.no-folder' }));
  });
});
