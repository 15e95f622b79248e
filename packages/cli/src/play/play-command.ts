// Play command: something that a player types with a slash.

import type { TableContext } from './play-context.ts';

export interface PlayCommand {
  readonly usage: string;
  readonly about: string;
  /** What `/help` adds for the rules of this game, a paragraph in each entry. */
  explain?(context: TableContext): readonly string[];
  /** Throws `UsageError` for a mistyped command; the caller shows the error, and the game goes on. */
  run(context: TableContext, rest: string, signal: AbortSignal): void | Promise<void>;
}

export type PlayCommands = Readonly<Record<string, PlayCommand>>;
