// Explains to a player what was done in a turn: each call with its dice and changes, without what was done in secret.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Game } from '@terrarium/rpg/game';
import { isHidden } from '@terrarium/rpg/hidden-text';
import { buildRolls } from './build-telling.ts';
import { type ChangeView, describeChanges } from './describe-changes.ts';
import { describeRefusal } from './describe-refusal.ts';
import { hideReasons } from './describe-roll.ts';
import { renderCall } from './render-call.ts';

type Acts = ReturnType<Game['readActions']>;
type Explained = RouteAnswer<'GET /api/worlds/{world}/games/{game}/turns/{turn}'>['calls'];

export function explainCalls(actions: Acts, view: ChangeView): Explained {
  return actions.flatMap((action) => {
    const { rolls: rolled, patches, ok, say, ...call } = hideReasons(action, view.state);
    const rolls = buildRolls(rolled, view);
    const changes = describeChanges(patches, view);
    // That something was done in secret would tell a player nothing.
    if (isHidden(call.arguments) && rolls.length + changes.length === 0) return [];
    return [
      {
        says: renderCall(call, view),
        rolls,
        changes,
        ...(ok ? {} : { refused: describeRefusal(say, view) }),
      },
    ];
  });
}
