// Play command: something that a player types with a slash.

import type { TableContext } from './play-context.ts';

export interface PlayCommand {
  readonly usage: string;
  readonly about: string;
  /** Throws `UsageError` for a mistyped command; the caller shows the error, and the game goes on. */
  run(context: TableContext, rest: string, signal: AbortSignal): void | Promise<void>;
}

export type PlayCommands = Readonly<Record<string, PlayCommand>>;
