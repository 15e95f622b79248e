// Shell: what every command gets to work with, and where it leaves its exit code.

import type { Host } from '@terrarium/composition/host';
import type { AskedServer } from '@terrarium/kernel/asked-server';
import type { Environment } from '@terrarium/kernel/environment';
import type { Input, Output, Printer } from '../screen/printer.ts';

/** The streams and the environment of the process. */
export interface Surroundings {
  readonly input: Input;
  readonly output: Output;
  readonly errors: Output;
  readonly environment: Environment;
}

/** Everything a command works with; `trustsWorld` is `--trust-world`. */
export interface Shell extends Host {
  /** Not readonly: a command may replace the clock in it with one that shows another time. */
  environment: Environment;
  readonly printer: Printer;
  /** Where a person or a program types. */
  readonly input: Input;
  /** Where a line editor draws; everything else is written by the printer. */
  readonly output: Output;
  /** The exit code of the process; 0 unless a command changes it. */
  exitCode: number;
  /** Whether a program reads the output (`--json`). If so, no questions are asked. */
  isForProgram: boolean;
  trustsWorld: boolean;
  /**
   * Whether the command reports its progress. If so, a program gets events, one on each line, and some of
   * them name the servers that are asked. If not, a program gets one value with the `servers` in it.
   */
  tellsEvents: boolean;
  /** The servers that this process has announced, in order. */
  asked: readonly AskedServer[];
}

/** Exit codes that say how a run ended. Errors have exit codes of their own. */
export const exitCodes = { skippedScenes: 3, halted: 4, problems: 5, interrupted: 130 } as const;
