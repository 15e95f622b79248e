// Kept access: stores the token and the port for a set of worlds, so that an open page still works after a restart.

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { StorageError } from '@terrarium/kernel/errors';
import { openOwnRecord } from '@terrarium/kernel/own-record';
import { z } from 'zod';

const keptSchema = z.strictObject({
  token: z.string().min(32).max(200),
  port: z.int().min(1).max(65_535).optional(),
});

/** Access is kept for this many sets of worlds; nobody uses more of them in turn. */
const mostKept = 200;

export interface KeptAccess {
  readonly token: string;
  /** The port that is kept; undefined at the first start. */
  readonly port: number | undefined;
  /**
   * Remembers the port. A port that was kept before is replaced only if the person named the new one: otherwise another
   * program may have held the kept port just this once. Returns what went wrong if the access could not be kept: then
   * the next start has another token.
   */
  save(port: number, named: { readonly isNamed: boolean }): StorageError | undefined;
}

export function createToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Reads the access of these worlds, which is the same at each start, from a file that only this person can read. With
 * `isAnew`, everybody who was let in before is shut out.
 */
export function openKeptAccess(
  worlds: readonly string[],
  { isAnew = false, folder }: { readonly isAnew?: boolean; readonly folder?: string } = {},
): KeptAccess {
  const records = openOwnRecord({ name: 'screens', schema: keptSchema, mostEntries: mostKept, folder });
  const key = worlds
    .map((dir) => resolve(dir))
    .toSorted()
    .join('\n');
  const kept = records.find(key);
  const token = isAnew || kept === undefined ? createToken() : kept.token;
  return {
    token,
    port: kept?.port,
    save(served, { isNamed }) {
      const port = isNamed ? served : (kept?.port ?? served);
      try {
        records.write(key, { token, port });
        return undefined;
      } catch (error) {
        if (error instanceof StorageError) return error;
        throw error;
      }
    },
  };
}
