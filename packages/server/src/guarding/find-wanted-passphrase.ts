// Finds the passphrase that other machines have to know: from the environment, or as it was set on this machine.

import { createHash } from 'node:crypto';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { findPassphrase, type HashedPassphrase, hashPassphrase } from './passphrase.ts';

/** Undefined where there is none. Throws `UsageError` for one that could soon be guessed. */
export async function findWantedPassphrase(token: string): Promise<HashedPassphrase | undefined> {
  const said = readProcessEnvironment()['TERRARIUM_PASSPHRASE'] ?? '';
  if (said === '') return findPassphrase();
  // With the same salt at each start, so that whoever said it stays let in.
  return await hashPassphrase(said, createHash('sha256').update(`passphrase ${token}`).digest('base64url'));
}
