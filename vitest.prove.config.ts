// Proofs: the whole suite at full length, and the proofs too long for every day (`*.prove.ts`).
import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

export default mergeConfig(
  base,
  defineConfig({
    test: {
      include: ['packages/*/{src,test}/**/*.prove.ts'],
      env: { TERRARIUM_PROVE: '1' },
      testTimeout: 3_600_000,
      hookTimeout: 3_600_000,
    },
  }),
);
