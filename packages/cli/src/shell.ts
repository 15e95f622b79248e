// Shell: what every command is given, and what it leaves behind.

import type { Environment } from '@terrarium/kernel/environment';
import type { Printer } from './printer.ts';

export interface Shell {
  readonly printer: Printer;
  readonly environment: Environment;
  /** What the process ends with; 0 unless a command says otherwise. */
  exitCode: number;
  /** Where a fault of ours is written down: the world's folder of logs, once there is a world. */
  logsDir: string | undefined;
}

/** Exit codes that stand for no error of ours, but for how a run ended. */
export const exitCodes = { skippedScenes: 3, halted: 4, problems: 5, interrupted: 130 } as const;
