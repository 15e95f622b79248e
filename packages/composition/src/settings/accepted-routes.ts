// Stores, on this machine, for which worlds a person has accepted the settings about where requests go.

import { StorageError } from '@terrarium/kernel/errors';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import type { Host } from '../host/host.ts';

export function hasAcceptedRoutes(dir: string, digest: string): boolean {
  return openKnownWorlds().hasAccepted(dir, digest);
}

/** A branch gets the acceptance that the person gave to its original world. */
export function copyAcceptedRoutes(host: Host, from: string, to: string): void {
  recordOrTell(host, () => openKnownWorlds().copyAccepted(from, to));
}

export function recordAcceptedRoutes(host: Host, dir: string, digest: string): void {
  recordOrTell(host, () => openKnownWorlds().recordAccepted(dir, digest));
}

/** If the acceptance cannot be stored, it counts only this time, and the person is told. */
export function recordOrTell(host: Host, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    host.notify({ kind: 'routes-not-kept', failure: error });
  }
}
