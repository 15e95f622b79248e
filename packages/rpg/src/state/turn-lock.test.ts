// Tests that a failure to lock a game for a turn is reported as an error that a person can fix.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { openTurnLock } from './turn-lock.ts';

it.each(['rpg.mill.lock.db', 'rpg.mill.lock.db.pid'])(
  'a turn is refused in two halves where %s cannot be written',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'terrarium-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const connection = openRpgDatabase({ path: join(folder, 'rpg.db') });
    onTestFinished(() => void connection.close());
    mkdirSync(join(folder, name));
    const lock = openTurnLock(connection, 'mill');
    onTestFinished(() => lock.close());
    expect(() => lock.lock()).toThrow(
      expect.objectContaining({
        code: 'world.not-a-file',
        exitCode: 5,
        happened: expect.stringContaining(name),
        todo: expect.stringContaining('move it'),
      }),
    );
  },
);
