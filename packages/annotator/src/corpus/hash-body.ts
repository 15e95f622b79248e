// Hashes a post's words: two posts of equal words have equal digests.

import { createHash } from 'node:crypto';

const digestCharacters = 12;

export function hashBody(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, digestCharacters);
}
