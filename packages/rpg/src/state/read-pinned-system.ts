// Reads the system of a game from the manifest that is stored with the game.

import { StorageError } from '@terrarium/kernel/errors';
import { stored } from '../database/stored.ts';
import { checkManifest } from '../manifest/check-manifest.ts';
import type { System } from '../system/system.ts';
import type { SessionStore } from './session-store.ts';

/** A manifest never changes, so each process checks it only once. */
const known = new Map<string, System>();

/** Throws `StorageError` if the manifest is missing, damaged, or no longer accepted. */
export function readPinnedSystem(sessions: SessionStore, hash: string): System {
  const found = known.get(hash);
  if (found !== undefined) return found;
  const kept = sessions.findManifest(hash);
  const checked =
    kept === undefined ? undefined : checkManifest(stored.parse(kept.json, ['manifests', hash, 'json']));
  if (checked?.ok !== true || checked.system.hash !== hash) {
    throw new StorageError({
      code: 'session.manifest-unreadable',
      happened: 'The system that this game was begun with cannot be read any more.',
      todo: 'Restore the folder of the world from a backup, or use the version of Terrarium it was begun with.',
    });
  }
  known.set(hash, checked.system);
  return checked.system;
}

/** Keeps a system that was just checked, so that its manifest need not be read again. */
export function cachePinnedSystem(system: System): void {
  known.set(system.hash, system);
}
