// Damages annotator.db at random places: every change of a row is reported, and no failure is a bug of the program.

import { readFileSync } from 'node:fs';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import { renderDamageTrials, runDamageTrials } from '@terrarium/kernel/testing/damage-trials';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it } from 'vitest';
import { readMigrations } from '../../src/database/open-annotator-database.ts';
import { openAnnotator } from '../../src/journal/open-annotator.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { unpackStoredWorld } from '../support/stored-world.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const trials = isProof ? 300 : 30;
const { clock } = buildFakeEnvironment();

it(
  'ST7: no random damage to annotator.db that changed a row goes unreported',
  () => {
    const world = unpackStoredWorld(readMigrations().length - 1);
    openAnnotator(world, { clock }).close();
    const found = runDamageTrials({
      path: world.annotatorPath,
      whole: readFileSync(world.annotatorPath),
      trials,
      seed: 1,
      examine: () => {
        try {
          const annotator = openAnnotator(world, { clock, mustExist: true, isDamageExpected: true });
          try {
            return { problems: verifyAnnotator(annotator).problems.map(({ what }) => what) };
          } finally {
            annotator.close();
          }
        } catch (error) {
          throw translateStorageError(error, { title: 'the glossary', path: world.annotatorPath });
        }
      },
    });
    if (isProof) process.stdout.write(`annotator.db, ${renderDamageTrials(found)}\n`);
    const wrong = found.filter(({ outcome }) => outcome === 'silent' || outcome === 'fault');
    expect(wrong, renderDamageTrials(found)).toEqual([]);
    expect(found.filter(({ outcome }) => outcome === 'named').length).toBeGreaterThan(trials / 3);
  },
  isProof ? 3_600_000 : 600_000,
);
