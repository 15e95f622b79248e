// Hashes a request to a model: the same question to the same model has the same hash on every machine.

import { createHash } from 'node:crypto';
import type { ModelRequest } from '@terrarium/kernel/language-model';

/**
 * Hashes of messages and tools that were hashed before: most objects of a request stay the same from one question to
 * the next.
 */
const known = new WeakMap<object, string>();

/**
 * SHA-256, in hexadecimal digits, of the hashes of the request's parts. The order of keys does not matter, because two
 * programs may write the same object differently.
 */
export function hashRequest(model: string, { messages, tools, ...rest }: ModelRequest): string {
  return hashValue([model, rest, hashOnce(tools), messages.map(hashOnce)]);
}

function hashOnce(part: object): string {
  const found = known.get(part);
  if (found !== undefined) return found;
  const hash = hashValue(part);
  known.set(part, hash);
  return hash;
}

function hashValue(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
