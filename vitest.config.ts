// Tests: configures how `npm test` finds, runs and tallies the suite.
import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TallyReporter } from './guards/tally-reporter.ts';

/** Each file in a process of its own: it measures itself, counts what it started, or watches how modules load. */
const alone = [
  'packages/cli/test/launcher.test.ts',
  'packages/*/{src,test}/**/growth.test.ts',
  'guards/**/*.test.ts',
  'bench/**/*.test.ts',
];

const inMemory = '/dev/shm';

/** Room, in bytes, that the tests' worlds never fill. */
const wantedRoom = 4e9;

/**
 * Where the tests keep their worlds: in memory if the machine offers it, because a test that writes mostly waits for a
 * disk. Processes are killed in tests, but never the machine, so what was written is kept there as well.
 */
function chooseTemporaryFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > wantedRoom ? inMemory : tmpdir();
}

const temporary = chooseTemporaryFolder();

/**
 * Tests of whole flows, in `test/`, come first: even a small file of them may take long, and if it began last, all
 * other processors would wait for it.
 */
class WholePathsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isWhole = ({ moduleId }: TestSpecification) => moduleId.includes('/test/');
    return [...sorted.filter(isWhole), ...sorted.filter((file) => !isWhole(file))];
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    // What a person decided on this machine is not for tests to read or to write.
    env: {
      XDG_DATA_HOME: join(temporary, 'terrarium-tests'),
      TMPDIR: temporary,
      // As with the launcher, processes that tests start use a cache of compiled code, so that nothing is compiled
      // twice.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled'),
    },
    // Node itself loads the tests and what they test, as it loads the product: nothing is transformed, and a call of an
    // imported function is a plain call.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Processes, not threads: better-sqlite3 is native code, and tests kill and start processes.
    pool: 'forks',
    setupFiles: ['./guards/settle-seed.ts'],
    exclude: ['**/node_modules/**', '.cache/**'],
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // A small file spends half its time loading what the file before it had already loaded.
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: ['packages/*/{src,test}/**/*.test.ts'],
          exclude: alone,
        },
      },
    ],
    sequence: { sequencer: WholePathsFirst },
    reporters: ['default', new TallyReporter()],
    expandSnapshotDiff: true,
    // One more than there are cores: much of a test is waiting for a process or a disk.
    maxWorkers: availableParallelism() + 1,
    // The limit only ends tests that would never end by themselves: how long a test takes depends on the machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
    allowOnly: false,
    unstubEnvs: true,
  },
});
