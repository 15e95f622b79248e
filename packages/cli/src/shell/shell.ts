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
   * Whether the command reports its progress, to a program as events, one a line; otherwise a program finds `servers`
   * in the value it gets.
   */
  tellsEvents: boolean;
  /** Which servers this process has announced, in that order. */
  asked: readonly AskedServer[];
}

/** Exit codes that stand for how a run ended, not for an error of ours. */
export const exitCodes = { skippedScenes: 3, halted: 4, problems: 5, interrupted: 130 } as const;
