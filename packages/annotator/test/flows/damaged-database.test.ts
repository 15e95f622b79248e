// Damages random bytes of a world's database and uses it in every way: each error reports the damage, and none is a bug.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotate } from '../../src/annotate.ts';
import { readMigrations } from '../../src/database/open-annotator-database.ts';
import { exportGlossary } from '../../src/export/export-glossary.ts';
import { readStatus } from '../../src/inspect/read-status.ts';
import { type Annotator, openAnnotator } from '../../src/journal/open-annotator.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { explainFailure } from '../../src/with-annotator.ts';
import type { World } from '../../src/world/world.ts';
import { unpackStoredWorld } from '../support/stored-world.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const environment = buildFakeEnvironment();
const settings = { ...defaultRunSettings, contextBudget: 6_000 };
const pageSize = 4_096;
/** Each damaged database is opened in four ways, which takes a long time on a busy machine. */
const patienceMs = isProof ? 3_600_000 : 600_000;

/** The ways in which the command line opens a world. */
const doors: Readonly<Record<string, (world: World) => unknown>> = {
  status: (world) => look(world, readStatus),
  export: (world) => look(world, (annotator) => exportGlossary(annotator)),
  verify: (world) => look(world, verifyAnnotator),
  run: (world) => {
    const stop = { isRequested: () => false, abort: new AbortController().signal };
    const model = openBuiltInReader();
    return annotate({ world, model, environment, settings, stop, emit: () => undefined });
  },
};

function look(world: World, see: (annotator: Annotator) => unknown): unknown {
  const annotator = openAnnotator(world, { clock: environment.clock, mustExist: true });
  try {
    return see(annotator);
  } catch (error) {
    throw explainFailure(annotator, error);
  } finally {
    annotator.close();
  }
}

interface Damage {
  /** The page to damage; if undefined, the bytes may be anywhere in the file. */
  readonly page: number | undefined;
  readonly bytes: readonly (readonly [at: number, byte: number])[];
}

const damages: fc.Arbitrary<Damage> = fc.record({
  page: fc.option(fc.nat(1_000), { nil: undefined }),
  bytes: fc.array(fc.tuple(fc.nat(10_000_000), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 20,
  }),
});

/** The header of the file is not damaged, because other tests cover it. */
function applyDamage(whole: Buffer, { page, bytes }: Damage): Buffer {
  const damaged = Buffer.from(whole);
  const pages = whole.length / pageSize;
  for (const [at, byte] of bytes) {
    const place = page === undefined ? at % whole.length : (page % pages) * pageSize + (at % pageSize);
    if (place >= 100) damaged.writeUInt8(byte, place);
  }
  return damaged;
}

async function findFailure(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The words that the tables' constraints allow in a column, with their positions in the file. */
function findRuleWords(whole: Buffer): readonly { readonly word: string; readonly at: number }[] {
  const lists = [...whole.toString('latin1').matchAll(/CHECK[^']{0,80}\bIN \([^)]*\)/gu)];
  return lists.flatMap((list) =>
    [...list[0].matchAll(/'(\w+)'/gu)].map(({ 1: word = '', index }) => ({
      word,
      at: list.index + index + 2,
    })),
  );
}

/** Opens a world with this database in each of these ways; returns the errors that were thrown. */
async function enterAll(world: World, database: Buffer): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const [door, enter] of Object.entries(doors)) {
    for (const ending of ['-wal', '-shm']) rmSync(`${world.annotatorPath}${ending}`, { force: true });
    writeFileSync(world.annotatorPath, database);
    const failure = await findFailure(() => enter(world));
    if (failure === undefined) continue;
    failures.push(failure);
    expect(failure, door).toBeInstanceOf(StorageError);
    expect((failure as StorageError).happened, door).toMatch(/annotator\.db|glossary/u);
    expect((failure as StorageError).todo, door).toMatch(/backup/u);
  }
  return failures;
}

describe('a damaged database', () => {
  it(
    'ST5: is reported as damaged at every door, with what to do, and never as our bug',
    async () => {
      const world = unpackStoredWorld(readMigrations().length);
      const whole = readFileSync(world.annotatorPath);
      let told = 0;
      // Tested in addition to the random damage, so that every way of opening finds damage: a page of zeros after the
      // header.
      const blank: Damage = {
        page: 0,
        bytes: Array.from({ length: pageSize - 100 }, (_, at) => [at + 100, 0]),
      };
      // Found by chance: an index of words that refuses a write, and is valid again after the write was rolled back.
      const unordered: Damage = {
        page: 562,
        bytes: [
          [4_526_051, 3],
          [36, 0],
        ],
      };
      await fc.assert(
        fc.asyncProperty(damages, async (damage) => {
          told += (await enterAll(world, applyDamage(whole, damage))).length;
        }),
        { numRuns: isProof ? 400 : 12, examples: [[blank], [unordered]] },
      );
      expect(told).toBeGreaterThanOrEqual(Object.keys(doors).length);
    },
    patienceMs,
  );

  it('ST5: is reported in one of our own errors if reading cannot even begin', () => {
    const annotator = openAnnotator(unpackStoredWorld(readMigrations().length), {
      clock: environment.clock,
      mustExist: true,
    });
    annotator.close();
    expect(() => verifyAnnotator(annotator)).toThrow(TerrariumError);
  });

  it(
    'ST5: is reported as damaged if a rule of its tables spells a word differently, even if no row is wrong yet',
    async () => {
      const world = unpackStoredWorld(readMigrations().length);
      const whole = readFileSync(world.annotatorPath);
      const words = findRuleWords(whole);
      // Only reading on would write rows with these words.
      const unwritten = words.filter(({ word }) => ['running', 'deleted', 'REJECT'].includes(word));
      let told = 0;
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...words), fc.nat(), async ({ word, at }, letter) => {
          const damaged = Buffer.from(whole);
          const place = at + (letter % word.length);
          damaged.writeUInt8(damaged.readUInt8(place) ^ 1, place);
          told += (await enterAll(world, damaged)).length;
        }),
        { numRuns: isProof ? 100 : unwritten.length + 2, examples: unwritten.map((word) => [word, 0]) },
      );
      expect(told).toBeGreaterThanOrEqual(3);
    },
    patienceMs,
  );
});
