// Tests the seed of random cases: `npm test` repeats the same cases, proofs draw new ones and report how to repeat them.
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settleSeed, usualSeed } from './settle-seed.ts';

it.each([
  ['is the usual one', {}, usualSeed],
  ['is open in proofs', { TERRARIUM_PROVE: '1' }, undefined],
  ['is the one that is given', { TERRARIUM_TEST_SEED: '-7' }, -7],
  ['is the one that is given, in proofs as well', { TERRARIUM_TEST_SEED: '7', TERRARIUM_PROVE: '1' }, 7],
  ['is the usual one where nothing is given', { TERRARIUM_TEST_SEED: '' }, usualSeed],
])('%s', (_what, environment, seed) => {
  expect(settleSeed(environment)).toBe(seed);
});

it('refuses a seed that is none', () => {
  expect(() => settleSeed({ TERRARIUM_TEST_SEED: 'lucky' })).toThrow('whole number');
});

it('is what every property of this run begins with', () => {
  const seed = settleSeed(readProcessEnvironment());
  expect(fc.readConfigureGlobal().seed).toBe(seed);
  const draw = () => fc.sample(fc.string(), 20);
  if (seed !== undefined) expect(draw()).toEqual(draw());
});

it('stands in the report of a property that fails, with the path to the case', () => {
  const found = fc.check(
    fc.property(fc.nat(), (number) => number < 0),
    { seed: 5 },
  );
  expect(fc.defaultReportMessage(found)).toMatch(/\{ seed: 5, path: "[\d:]+", endOnFailure: true \}/);
  const usual = fc.check(fc.property(fc.nat(), (number) => number < 0));
  expect(fc.defaultReportMessage(usual)).toMatch(/\{ seed: -?\d+, path: "[\d:]+", endOnFailure: true \}/);
});
