// Passphrase: hashes and checks the passphrase that lets in a browser on another machine; only the hash is stored.

import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { UsageError } from '@terrarium/kernel/errors';
import { openOwnRecord } from '@terrarium/kernel/own-record';
import { z } from 'zod';

const passphraseSchema = z.strictObject({
  salt: z.string().min(16).max(200),
  hash: z.string().min(40).max(200),
});

/** A passphrase as it is stored. */
export type HashedPassphrase = z.output<typeof passphraseSchema>;

const shortest = 10;
const longest = 1_000;
const hashBytes = 32;

/** Each guess costs a tenth of a second of work and 32 MB of memory. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt);

/** Throws `UsageError` for a passphrase that is too short or too long. */
export async function hashPassphrase(
  passphrase: string,
  salt = randomBytes(16).toString('base64url'),
): Promise<HashedPassphrase> {
  if (passphrase.length < shortest || passphrase.length > longest) {
    throw new UsageError({
      code: 'server.weak-passphrase',
      happened: `A passphrase has ${shortest} to ${longest} characters, and this has ${passphrase.length}.`,
      todo: 'Take four or five words that nobody would guess.',
    });
  }
  const hash = await derive(passphrase.normalize('NFC'), salt, hashBytes, cost);
  return { salt, hash: hash.toString('base64url') };
}

export async function isPassphrase(said: string, { salt, hash }: HashedPassphrase): Promise<boolean> {
  if (said.length > longest) return false;
  const derived = await derive(said.normalize('NFC'), salt, hashBytes, cost);
  const kept = Buffer.from(hash, 'base64url');
  return kept.length === derived.length && timingSafeEqual(kept, derived);
}

/**
 * Builds the content of the cookie for a person who entered the passphrase. A new passphrase makes all these cookies
 * invalid.
 */
export function buildPassphraseToken(token: string, { hash }: HashedPassphrase): string {
  return createHmac('sha256', token).update(hash).digest('base64url');
}

const key = 'screens';

function openPassphrases(folder?: string) {
  return openOwnRecord({ name: 'passphrase', schema: passphraseSchema, mostEntries: 1, folder });
}

export function findPassphrase(folder?: string): HashedPassphrase | undefined {
  return openPassphrases(folder).find(key);
}

/** Throws `StorageError` if it cannot be stored. */
export function savePassphrase(hashed: HashedPassphrase, folder?: string): void {
  openPassphrases(folder).write(key, hashed);
}
