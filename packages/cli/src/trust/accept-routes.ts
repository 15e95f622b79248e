// Accepts what a world says about where requests go, and remembers it on this machine.

import { StorageError } from '@terrarium/kernel/errors';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';

export function hasAcceptedRoutes(dir: string, digest: string): boolean {
  return openKnownWorlds().hasAccepted(dir, digest);
}

/** A branch is of the world it comes from. */
export function carryAccepted(shell: Shell, from: string, to: string): void {
  keep(shell, () => openKnownWorlds().carry(from, to));
}

export function acceptRoutes(shell: Shell, dir: string, digest: string): void {
  keep(shell, () => openKnownWorlds().accept(dir, digest));
}

/** Where it cannot be kept it counts for this time, and that is said. */
function keep({ printer }: Shell, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    printer.warn(paint(`${error.happened} It counts for this time only. ${error.todo}`, 'yellow'));
  }
}
