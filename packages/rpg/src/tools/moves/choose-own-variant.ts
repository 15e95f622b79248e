// Chooses the variant of a move for somebody other than the player's character: the first one that fits their sheet.

import type { Intent } from '../../system/narrator-hints.ts';
import { type Entity, playerId } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';
import { isTrueFor } from './list-effect-calls.ts';
import { chooseVariant, findVariantWord, type MoveHint } from './move-hint.ts';
import { openEffectView } from './open-effect-view.ts';

export function chooseOwnVariant(bench: Workbench, intent: Intent, who: Entity): MoveHint {
  const view = openEffectView(bench);
  const fitting =
    who.id === playerId
      ? undefined
      : intent.variants?.find(({ when }) => when !== undefined && isTrueFor(view, when, who));
  return chooseVariant(intent, fitting === undefined ? '' : findVariantWord(fitting));
}
