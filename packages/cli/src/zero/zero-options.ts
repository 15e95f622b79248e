// Zero options: the command line's options for a new game.

import { UsageError } from '@terrarium/kernel/errors';
import type { ModelOptions, WorldOptions } from '../shell/options.ts';

export interface ZeroOptions extends WorldOptions, ModelOptions {
  readonly session?: string;
  readonly system?: string;
  readonly rulebook?: string;
  readonly concept?: string;
  readonly lines?: string;
  readonly veils?: string;
  readonly scenario?: string;
  readonly asOf?: string;
  readonly character?: string;
  readonly set?: readonly string[];
  readonly card?: readonly string[];
  readonly greeting?: string;
  readonly lorebook?: readonly string[];
  readonly seed?: string;
}

/**
 * The maximum length, in characters, of the lines (what must never be in a game), and of the veils (what
 * stays out of sight).
 */
const longestLimit = 2_000;

/** Throws `UsageError` for options that exclude each other, or are too long. */
export function refuseTogether(options: ZeroOptions): void {
  const long = [options.lines, options.veils].find(
    (text) => text !== undefined && text.length > longestLimit,
  );
  if (long !== undefined) {
    throw new UsageError({
      code: 'play.bad-wish',
      happened: `“${long.slice(0, 40).toWellFormed()}…” is longer than ${longestLimit} characters.`,
      todo: 'Use fewer words: it is part of every prompt.',
    });
  }
  if (options.system === undefined || options.rulebook === undefined) return;
  throw new UsageError({
    code: 'play.two-systems',
    happened: 'Both --system and --rulebook were given.',
    todo: 'Give only one of them: the system is either given or extracted.',
  });
}
