// Seed: `npm test` repeats the same random cases each time; `npm run prove`, or a given seed, draws others.
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';

export const usualSeed = 20_261;

/** Returns the seed of the random cases; undefined if new cases are to be drawn. */
export function settleSeed(environment: Readonly<Record<string, string | undefined>>): number | undefined {
  const given = environment['TERRARIUM_TEST_SEED'] ?? '';
  if (/^-?\d{1,10}$/.test(given)) return Number(given);
  if (given !== '')
    throw new Error(
      `TERRARIUM_TEST_SEED must be a whole number, such as a test report shows; it is "${given}".`,
    );
  return environment['TERRARIUM_PROVE'] === '1' ? undefined : usualSeed;
}

const seed = settleSeed(readProcessEnvironment());
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
