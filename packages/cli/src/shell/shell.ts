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

/** `trustsWorld` is `--trust-world`. */
export interface Shell extends Host {
  readonly printer: Printer;
  /** Where a person or a program types. */
  readonly input: Input;
  /** Where a line editor draws; everything else is written by the printer. */
  readonly output: Output;
  /** What the process ends with; 0 unless a command says otherwise. */
  exitCode: number;
  /** Whether a program reads what is said (`--json`): it is asked nothing. */
  isForProgram: boolean;
  trustsWorld: boolean;
  /** Whether the command tells how it goes, a program in events, one a line; else a program finds `servers` in the value it gets. */
  tellsEvents: boolean;
  /** Which servers this process said that it asks, in that order. */
  asked: readonly AskedServer[];
}

/** Exit codes that stand for no error of ours, but for how a run ended. */
export const exitCodes = { skippedScenes: 3, halted: 4, problems: 5, interrupted: 130 } as const;
