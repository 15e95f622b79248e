// Tests: how the suite that `npm test` runs is found, run and tallied.
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './guards/tally-reporter.ts';

export default defineConfig({
  test: {
    environment: 'node',
    // Processes, not threads: better-sqlite3 is native code, and tests kill and start processes.
    pool: 'forks',
    include: ['packages/*/{src,test}/**/*.test.ts', 'guards/**/*.test.ts', 'bench/**/*.test.ts'],
    setupFiles: ['./guards/settle-seed.ts'],
    exclude: ['**/node_modules/**', '.cache/**'],
    reporters: ['default', new TallyReporter()],
    expandSnapshotDiff: true,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    allowOnly: false,
    unstubEnvs: true,
  },
});
