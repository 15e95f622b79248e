// Hashes a request to a model: the same question of the same model has the same hash on every machine.

import { createHash } from 'node:crypto';
import type { ModelRequest } from '@terrarium/kernel/language-model';

/** SHA-256 in hexadecimal digits. Keys count in any order: two programs may write one object differently. */
export function hashRequest(model: string, request: ModelRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([model, request], sortKeys))
    .digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
