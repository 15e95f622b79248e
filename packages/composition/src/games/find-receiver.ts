// Finds out, from the other changes of a turn, to whom a thing went that left the player's sheet.

import type { Patch } from '@terrarium/rpg/entity';
import { isObject } from '@terrarium/rpg/json';
import { describeMoved } from './describe-moved.ts';

/** The id of the person or creature to whom one of these things went; undefined if none went to anybody. */
export function findReceiver(went: readonly string[], patches: readonly Patch[]): string | undefined {
  return patches.map((patch) => readHolder(patch, went)).find((one) => one !== undefined);
}

function readHolder(patch: Patch, went: readonly string[]): string | undefined {
  const { entity, path, after } = patch;
  const isGone = (name: unknown) => typeof name === 'string' && went.some((one) => one.includes(name));
  if (/^(?:npc|creature):/u.test(entity)) return describeMoved(patch)?.came.some(isGone) ? entity : undefined;
  if (!entity.startsWith('item:') || path !== '' || !isObject(after) || !isGone(after['name']))
    return undefined;
  const { holder } = after;
  return typeof holder === 'string' && /^(?:npc|creature):/u.test(holder) ? holder : undefined;
}
