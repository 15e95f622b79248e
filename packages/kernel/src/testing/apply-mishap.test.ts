// Tests the mishaps: the given bytes stay as they are, the same seed gives the same damage, and outcomes are told apart.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StorageError } from '../base/errors.ts';
import { openDatabase } from '../store/open-database.ts';
import { applyMishap } from './apply-mishap.ts';
import { type DamageVerdict, renderDamageTrials, runDamageTrials } from './damage-trials-store.ts';
import { buildSeededChance } from './fake-environment.ts';

it('a damage leaves the bytes it was given as they are, and the same seed brings it again', () => {
  fc.assert(
    fc.property(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 20_000 }), (seed, values) => {
      const whole = Buffer.from(values);
      const before = Buffer.from(whole);
      const once = applyMishap(whole, buildSeededChance(seed));
      expect(whole.equals(before)).toBe(true);
      const again = applyMishap(whole, buildSeededChance(seed));
      expect(again.what).toBe(once.what);
      expect(again.bytes.equals(once.bytes)).toBe(true);
    }),
  );
});

it('damages are sorted by what is said of them and by whether a row is otherwise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-damage-'));
  const path = join(folder, 'lamps.db');
  try {
    const connection = openDatabase({ path, title: 'the lamps', migrations: [] });
    connection.exec(
      `CREATE TABLE lamp (id INTEGER PRIMARY KEY, name TEXT);
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
       INSERT INTO lamp SELECT i, printf('lamp number %d of the long street', i) FROM n`,
    );
    connection.close();
    const whole = readFileSync(path);
    const common = { path, whole, trials: 60, seed: 1 };
    const silent = runDamageTrials({ ...common, examine: () => ({ problems: [] }) });
    const outcomes = new Set(silent.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['silent', 'unchanged']));
    expect(renderDamageTrials(silent)).toMatch(/^60 damages: silent: \d+, unchanged: \d+\nseed \d+, /u);
    let calls = 0;
    const soundFirst = (say: () => DamageVerdict) => () => {
      calls += 1;
      return calls === 1 ? { problems: [] } : say();
    };
    const sayIt = soundFirst(() => ({ problems: ['it is'] }));
    const named = runDamageTrials({ ...common, trials: 3, examine: sayIt });
    expect(named.map(({ outcome }) => outcome)).toEqual(['named', 'named', 'named']);
    const refusal = new StorageError({ code: 'store.corrupt', happened: 'It is.', todo: 'Restore it.' });
    const fault = new Error('What is this?');
    for (const [thrown, outcome] of [[refusal, 'refused'] as const, [fault, 'fault'] as const]) {
      calls = 0;
      const examine = soundFirst(() => {
        throw thrown;
      });
      const [trial] = runDamageTrials({ ...common, trials: 1, examine });
      expect(trial?.outcome).toBe(outcome);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
