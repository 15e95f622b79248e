// Finds the passphrase that other machines have to know, in the environment or among the settings of this machine.

import { createHash } from 'node:crypto';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { findPassphrase, type HashedPassphrase, hashPassphrase } from './passphrase.ts';

/**
 * Returns undefined if no passphrase was set. Throws `UsageError` for one in the environment that is too short or too
 * long.
 */
export async function findWantedPassphrase(token: string): Promise<HashedPassphrase | undefined> {
  const said = readProcessEnvironment()['TERRARIUM_PASSPHRASE'] ?? '';
  if (said === '') return findPassphrase();
  // The salt is the same at each start, so that whoever entered the passphrase stays let in.
  return await hashPassphrase(said, createHash('sha256').update(`passphrase ${token}`).digest('base64url'));
}
