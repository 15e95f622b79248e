// Play command: something typed with a slash at the table.

import type { TableContext } from './play-context.ts';

export interface PlayCommand {
  readonly usage: string;
  readonly about: string;
  /** Throws `UsageError` for what was mistyped: the error is shown, and the game goes on. */
  run(context: TableContext, rest: string, signal: AbortSignal): void | Promise<void>;
}

export type PlayCommands = Readonly<Record<string, PlayCommand>>;
