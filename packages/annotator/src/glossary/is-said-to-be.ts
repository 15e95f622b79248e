// Tells whether a text says that two named things are the same thing.

import type { NamedThing } from './duplicates.ts';
import { buildSurfaceIndex } from './surface-index.ts';
import { listSurfaces } from './term-forms.ts';

/** Words between two names by which a text says that the names mean the same thing. */
const identity =
  /(?<!\p{L})(?:none other than|no other than|really|in truth|in reality|in disguise|disguised as|the same (?:man|woman|person|thing|place|as)|(?:real|true|other|former) name|alias|also|(?:known|named|styled|(?:called|calls|calling)(?! (?:to|out|upon|on|for|after|back|down|at|from|over|up|in)\b)) )|^ (?:is|was) $/iu;
/** If there are more characters between two names, a text is unlikely to say that they mean the same thing. */
const mostBetween = 60;

type Named = Pick<NamedThing, 'term' | 'aliases'>;

export function isSaidToBe(text: string, one: Named, other: Named): boolean {
  const index = buildSurfaceIndex();
  index.set(1, listSurfaces(one));
  index.set(2, listSurfaces(other));
  const matches = index.listMatches(text);
  return matches.some(({ ids, end }, at) => {
    const next = matches[at + 1];
    if (next === undefined || next.ids.join() === ids.join() || next.start - end > mostBetween) return false;
    return identity.test(text.slice(end, next.start));
  });
}
