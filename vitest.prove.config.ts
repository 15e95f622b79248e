// Proofs: the whole suite at full length, and the proofs too long for every day (`*.prove.ts`).
import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

// Each file in a process of its own: here nobody waits, and a long proof leaves much behind.
const { projects: _together, ...test } = base.test ?? {};

export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      include: ['packages/*/{src,test}/**/*.{test,prove}.ts', 'guards/**/*.test.ts', 'bench/**/*.test.ts'],
      env: { TERRARIUM_PROVE: '1' },
      testTimeout: 3_600_000,
      hookTimeout: 3_600_000,
    },
  }),
);
