// Tests which files of a world's folder travel with it: all of them, but nothing that belongs to one machine alone.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProcessLock } from '@terrarium/kernel/process-lock';
import { expect, it } from 'vitest';
import { collectState } from './collect-state.ts';

it('leaves out locks with the process that holds them, files being written, and logs', () => {
  const dir = mkdtempSync(join(tmpdir(), 'collect-state-'));
  const lock = openProcessLock({ path: join(dir, 'annotator.lock.db'), holder: 'Another run' });
  try {
    for (const name of ['logs', 'images']) mkdirSync(join(dir, name));
    const kept = ['ambient.md', 'images/a.png', 'world.json'];
    const left = ['ambient.md.writing-4711', 'annotator.db.v2.backup.writing', 'logs/a.jsonl', '.hidden'];
    for (const name of [...kept, ...left.slice(0, 3)]) writeFileSync(join(dir, name), name);
    expect([...collectState(dir).manifest.keys()].sort()).toEqual(kept);
  } finally {
    lock.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
