// Shell: what every command is given, and what it leaves behind.

import type { AskedServer } from '@terrarium/kernel/asked-server';
import type { Environment } from '@terrarium/kernel/environment';
import type { Printer } from '../screen/printer.ts';

export interface Shell {
  readonly printer: Printer;
  readonly environment: Environment;
  /** What the process ends with; 0 unless a command says otherwise. */
  exitCode: number;
  /** Where a fault of ours is written down: the world's folder of logs, once there is a world. */
  logsDir: string | undefined;
  /** Whether a program reads what is said (`--json`): it is asked nothing. */
  isForProgram: boolean;
  /** Whether the person said on purpose that what the world says about where requests go is to count (`--trust-world`). */
  trustsWorld: boolean;
  /** Whether the command tells how it goes, a program in events, one a line; else a program finds `servers` in the value it gets. */
  tellsEvents: boolean;
  /** Which servers this process said that it asks, in that order. */
  asked: readonly AskedServer[];
}

/** Exit codes that stand for no error of ours, but for how a run ended. */
export const exitCodes = { skippedScenes: 3, halted: 4, problems: 5, interrupted: 130 } as const;
