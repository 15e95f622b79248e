// Accepts what a world says about where requests go, and remembers it on this machine.

import { StorageError } from '@terrarium/kernel/errors';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';

export function hasAcceptedRoutes(dir: string, digest: string): boolean {
  return openKnownWorlds().hasAccepted(dir, digest);
}

/** A branch is of the world it comes from. */
export function copyAcceptedRoutes(shell: Shell, from: string, to: string): void {
  recordOrWarn(shell, () => openKnownWorlds().copyAccepted(from, to));
}

export function recordAcceptedRoutes(shell: Shell, dir: string, digest: string): void {
  recordOrWarn(shell, () => openKnownWorlds().recordAccepted(dir, digest));
}

/** Where it cannot be kept it counts for this time, and that is said. */
function recordOrWarn({ printer }: Shell, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    printer.warn(paint(`${error.happened} It counts for this time only. ${error.todo}`, 'yellow'));
  }
}
