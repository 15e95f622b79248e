// Tests: how the suite that `npm test` runs is found, run and tallied.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './guards/tally-reporter.ts';

export default defineConfig({
  test: {
    environment: 'node',
    // What a person decided on this machine is not for tests to read or to write.
    env: { XDG_DATA_HOME: join(tmpdir(), 'terrarium-tests') },
    // Processes, not threads: better-sqlite3 is native code, and tests kill and start processes.
    pool: 'forks',
    include: ['packages/*/{src,test}/**/*.test.ts', 'guards/**/*.test.ts', 'bench/**/*.test.ts'],
    setupFiles: ['./guards/settle-seed.ts'],
    exclude: ['**/node_modules/**', '.cache/**'],
    reporters: ['default', new TallyReporter()],
    expandSnapshotDiff: true,
    // All cores: much of a test is waiting for a process that it started.
    maxWorkers: '100%',
    // Only for what never ends: how long a test takes is the machine's affair.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    allowOnly: false,
    unstubEnvs: true,
  },
});
