// Intents: the table of everything a player may want done, by kind.

import { intentsAlone } from './intents/intents-alone.ts';
import { intentsAmongPeople } from './intents/intents-among-people.ts';
import { intentsOfNeed } from './intents/intents-of-need.ts';
import { intentsOfPlaces } from './intents/intents-of-places.ts';
import { intentsOfPlay } from './intents/intents-of-play.ts';
import { intentsOfTrade } from './intents/intents-of-trade.ts';
import { intentsWithThings } from './intents/intents-with-things.ts';
import type { IntentRow } from './rule.ts';

export const intents = {
  ...intentsAmongPeople,
  ...intentsOfNeed,
  ...intentsWithThings,
  ...intentsOfTrade,
  ...intentsOfPlaces,
  ...intentsOfPlay,
  ...intentsAlone,
};

export type IntentKind = keyof typeof intents;

export function isIntent(kind: string): kind is IntentKind {
  return Object.hasOwn(intents, kind);
}

export function findRow(kind: string): IntentRow {
  return intents[kind as IntentKind];
}

/** The words that name an intent, in lower case. */
export function listVerbs({ words = '' }: IntentRow): readonly string[] {
  return words === '' ? [] : words.replace(/\s+/g, ' ').split(', ');
}
