// Names the key of a topic: lower-case letters, digits and hyphens.

import { keyPattern } from '../fragments/fragment.ts';

const longestKey = 60;

/** `Blue Coat` → `blue-coat`; a name without Latin letters is called after the first event it stands in. */
export function nameKey(name: string, firstEventId: number): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestKey)
    .replace(/^[-0-9]+|(?<!-)-+$/g, '');
  return keyPattern.test(key) ? key : `topic-${firstEventId}`;
}

/** Whether a key says nothing of the topic's words. */
export function isUnspelled(key: string): boolean {
  return /^topic-\d+$/.test(key);
}
