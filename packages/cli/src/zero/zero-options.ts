// Zero options: what the command line says of a game to come.

import { UsageError } from '@terrarium/kernel/errors';
import type { ModelOptions, WorldOptions } from '../shell/options.ts';

export interface ZeroOptions extends WorldOptions, ModelOptions {
  readonly session?: string;
  readonly system?: string;
  readonly rulebook?: string;
  readonly concept?: string;
  readonly scenario?: string;
  readonly asOf?: string;
  readonly character?: string;
  readonly set?: readonly string[];
  readonly card?: readonly string[];
  readonly lorebook?: readonly string[];
  readonly seed?: string;
}

/** Throws `UsageError` for options that exclude each other. */
export function refuseTogether(options: ZeroOptions): void {
  if (options.system === undefined || options.rulebook === undefined) return;
  throw new UsageError({
    code: 'play.two-systems',
    happened: 'Both --system and --rulebook were given.',
    todo: 'Give only one of them: the system is either given or extracted.',
  });
}
