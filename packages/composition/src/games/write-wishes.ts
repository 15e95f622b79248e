// Writes how a player wants their game told: changes the given wishes and keeps the others.

import { UsageError } from '@terrarium/kernel/errors';
import type { SessionSettingsStore } from '@terrarium/rpg/session-settings-store';
import { type TurnPreferences, turnPreferences } from '@terrarium/rpg/turn-preferences';

export type ChangedWishes = { readonly [name in keyof TurnPreferences]?: unknown };

/** Undefined clears a wish. Throws `UsageError`, with nothing written, for a wish that is not valid. */
export function writeWishes(
  wishes: SessionSettingsStore,
  change: ChangedWishes,
  todo: string,
): TurnPreferences {
  const wanted = Object.fromEntries(
    Object.entries({ ...wishes.read(), ...change }).filter(([, value]) => value !== undefined),
  );
  const parsed = turnPreferences.safeParse(wanted);
  if (!parsed.success) {
    const faults = new Set(parsed.error.issues.map(({ message }) => message));
    throw new UsageError({
      code: 'play.bad-wish',
      happened: `This setting is not valid: ${[...faults].join('; ')}.`,
      todo,
    });
  }
  wishes.write(parsed.data);
  return parsed.data;
}
