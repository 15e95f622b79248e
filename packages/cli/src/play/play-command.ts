// Play command: something typed with a slash at the table.

import type { PlayDesk } from './play-desk.ts';

export interface PlayCommand {
  readonly usage: string;
  readonly about: string;
  /** Throws `UsageError` for what was mistyped: it is said, and the game goes on. */
  run(desk: PlayDesk, rest: string, signal: AbortSignal): void | Promise<void>;
}

export type PlayCommands = Readonly<Record<string, PlayCommand>>;
