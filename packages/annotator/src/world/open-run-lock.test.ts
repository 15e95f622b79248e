// Proves with real processes that only one run can lock a world, and that a killed run no longer locks it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { openAnnotator } from '../journal/open-annotator.ts';
import { findRunningProcess, hasLostReading, openRunLock } from './open-run-lock.ts';
import { createWorld } from './open-world.ts';

const holder = fileURLToPath(new URL('../../test/hold-run-lock.ts', import.meta.url));
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };

describe('openRunLock', () => {
  it('CO15: a second run is refused, naming the process that holds the world', () => {
    const world = createWorld({ dir: createTemporaryFolder().path('world'), clock });
    const lock = openRunLock(world);
    expect(() => openRunLock(world)).toThrow(
      new RegExp(`Another run of this world .*process ${process.pid}`),
    );
    const signal = vi.spyOn(process, 'kill');
    onTestFinished(() => signal.mockRestore());
    const refuse = (code: string) => () => {
      throw Object.assign(new Error(code), { code });
    };
    signal.mockImplementationOnce(refuse('EPERM'));
    expect(findRunningProcess(world), 'a process of another user').toBe(process.pid);
    signal.mockImplementationOnce(refuse('ESRCH'));
    expect(findRunningProcess(world), 'a process that has ended').toBeUndefined();
    lock.close();
    lock.close();
    openRunLock(world).close();
  });

  it('CO15: if a run was begun and its database is gone, the reading is lost; not before, nor while one begins', () => {
    const world = createWorld({ dir: createTemporaryFolder().path('world'), clock });
    expect(hasLostReading(world)).toBe(false);
    const lock = openRunLock(world);
    expect(hasLostReading(world)).toBe(false);
    lock.close();
    expect(hasLostReading(world)).toBe(true);
    openAnnotator(world, { clock }).close();
    expect(hasLostReading(world)).toBe(false);
  });

  it('CO15: a process that is killed no longer holds the lock', async () => {
    const world = createWorld({ dir: createTemporaryFolder().path('world'), clock });
    const child = spawn(process.execPath, [holder, world.dir], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    await once(child.stdout, 'data');
    expect(() => openRunLock(world)).toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    openRunLock(world).close();
  });
});
