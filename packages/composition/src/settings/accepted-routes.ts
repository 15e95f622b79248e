// Accepted routes: what a person let a world say about where requests go, remembered on this machine.

import { StorageError } from '@terrarium/kernel/errors';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import type { Host } from '../host/host.ts';

export function hasAcceptedRoutes(dir: string, digest: string): boolean {
  return openKnownWorlds().hasAccepted(dir, digest);
}

/** A branch keeps what the person accepted for the world it comes from. */
export function copyAcceptedRoutes(host: Host, from: string, to: string): void {
  recordOrTell(host, () => openKnownWorlds().copyAccepted(from, to));
}

export function recordAcceptedRoutes(host: Host, dir: string, digest: string): void {
  recordOrTell(host, () => openKnownWorlds().recordAccepted(dir, digest));
}

/** If the acceptance cannot be stored, it counts for this time only and the person is told. */
export function recordOrTell(host: Host, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    host.notify({ kind: 'routes-not-kept', failure: error });
  }
}
