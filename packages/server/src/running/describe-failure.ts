// Describes a failure with the same code, words and remedy as the terminal.

import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import type { Outward } from '@terrarium/protocol/shapes';

export function describeFailure(error: unknown): Outward<'failure'> {
  const { code, happened, todo, exitCode } = toKnown(error);
  return { kind: 'error', code, happened, todo, exitCode };
}

export function toKnown(error: unknown): TerrariumError {
  return error instanceof TerrariumError ? error : new Bug(String(error), error);
}
