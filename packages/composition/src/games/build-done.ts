// Builds the result of something that a player did outside the story: words and changes.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Acted, Game } from '@terrarium/rpg/game';
import { stripSecrets } from '@terrarium/rpg/hidden-text';
import { buildRolls } from './build-telling.ts';
import { describeChanges } from './describe-changes.ts';

export type DoneBeside = RouteAnswer<'POST /api/worlds/{world}/games/{game}/values'>;

/** What a page says of a choice that the rules leave to the player now. */
export const choiceBelow = 'A choice is yours now: it stands below the story.';

export function buildDone(
  game: Pick<Game, 'system' | 'state' | 'listTurns' | 'head'>,
  acted: Acted,
  setByHand: readonly string[] = [],
): DoneBeside {
  const { system, state, listTurns, head } = game;
  // Somebody who sets a value by hand is told which bound it reached.
  const view = { system, state, listTurns, head, hasBounds: true, setByHand };
  const changes = describeChanges(acted.patches, view);
  const open = acted.choices.length === 0 ? [] : [choiceBelow];
  const isSilent = changes.length + acted.rolls.length === 0;
  return {
    // The words were written for a model: people are shown them unescaped, and without secrets.
    says: [...(isSilent ? decodeXml(stripSecrets(acted.say)).split('\n') : []), ...open],
    changes,
    rolls: buildRolls(acted.rolls, game),
  };
}
