// Tally: prints, at the end of a test run, one line that a machine can read.
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** How many tests of a run passed and failed. A file that could not be loaded counts as one failed test. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export function renderTally(tally: Tally): string {
  return `Tests: ${tally.passed} passed, ${tally.failed} failed`;
}

/** Prints the tally after all other output of the run. */
export class TallyReporter implements Reporter {
  private readonly write: (line: string) => void;

  constructor(write: (line: string) => void = (line) => process.stdout.write(line)) {
    this.write = write;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.write(`\n${renderTally(countTests(modules, unhandled.length))}\n`);
  }
}

function countTests(modules: readonly TestModule[], unhandledErrors: number): Tally {
  let passed = 0;
  let failed = unhandledErrors;
  for (const module of modules) {
    failed += module.errors().length;
    for (const test of module.children.allTests()) {
      if (test.result().state === 'passed') passed += 1;
      if (test.result().state === 'failed') failed += 1;
    }
    for (const suite of module.children.allSuites()) failed += suite.errors().length;
  }
  return { passed, failed };
}
