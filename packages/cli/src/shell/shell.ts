// Shell: what every command is given, and what it leaves behind.

import type { Host } from '@terrarium/composition/host';
import type { AskedServer } from '@terrarium/kernel/asked-server';
import type { Environment } from '@terrarium/kernel/environment';
import type { Input, Output, Printer } from '../screen/printer.ts';

/** What a command runs in. */
export interface Surroundings {
  readonly input: Input;
  readonly output: Output;
  readonly errors: Output;
  readonly environment: Environment;
}

/** Everything a command works with; `trustsWorld` is `--trust-world`. */
export interface Shell extends Host {
  /** A command may set its clock to another moment. */
  environment: Environment;
  readonly printer: Printer;
  /** Where a person or a program types. */
  readonly input: Input;
  /** Where a line editor draws; everything else is written by the printer. */
  readonly output: Output;
  /** What the process ends with; 0 unless a command says otherwise. */
  exitCode: number;
  /** Whether a program reads the output (`--json`): no questions are asked then. */
  isForProgram: boolean;
  trustsWorld: boolean;
  /**
   * Whether the command reports its progress. A program then gets events, one a line, also for the servers that are
   * asked; otherwise it finds them as `servers` in the one value that it gets.
   */
  tellsEvents: boolean;
  /** The servers that this process has announced, the first one first. */
  asked: readonly AskedServer[];
}

/** Exit codes that stand for how a run ended, not for an error of ours. */
export const exitCodes = { skippedScenes: 3, halted: 4, problems: 5, interrupted: 130 } as const;
