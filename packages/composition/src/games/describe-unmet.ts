// Describes for the player why the rules did not let their character make a move, such as a price that cannot be paid.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import { playerId } from '@terrarium/rpg/entity';
import { isObject, type Json } from '@terrarium/rpg/json';
import { parseCall } from '@terrarium/rpg/parse-call';
import type { System } from '@terrarium/rpg/system';
import type { TurnEvent } from '@terrarium/rpg/turn-event';

/**
 * Says which unmet condition of the rules prevents a roll of the player. Undefined for any other event: other refusals
 * are between the narrator and the rules.
 */
export function describeUnmet(event: TurnEvent, { manifest }: System): string | undefined {
  if (event.kind !== 'tool-called' || event.ok || event.name !== 'roll') return undefined;
  const { who = playerId } = parseCall(event)?.arguments ?? {};
  if (who !== playerId && who !== 'player') return undefined;
  const says = decodeXml(event.say);
  const { narrator, things } = manifest;
  return isAmong(says, [narrator?.intents, narrator?.spends, things] as Json[])
    ? `Not done: ${says}`
    : undefined;
}

/** Whether these rules contain the words as the answer to an unmet condition. */
function isAmong(says: string, rules: Json | undefined): boolean {
  if (Array.isArray(rules)) return rules.some((one: Json) => isAmong(says, one));
  if (!isObject(rules ?? null)) return false;
  return Object.entries(rules as Readonly<Record<string, Json>>).some(([name, value]) =>
    name === 'needs_say' ? value === says : isAmong(says, value),
  );
}
