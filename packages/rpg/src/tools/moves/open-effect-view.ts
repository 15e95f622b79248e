// Opens the view of a game's state that effects and rules about opponents read.

import type { System } from '../../system/system.ts';
import { type EntityId, type GameState, sceneId } from '../../values/entity.ts';
import type { EffectView } from './list-effect-calls.ts';

interface Viewed {
  readonly system: System;
  readonly state: Pick<GameState, 'find'>;
}

export function openEffectView({ system, state }: Viewed): EffectView {
  return {
    system,
    find: (id) => state.find(id as EntityId),
    get mode() {
      return String(state.find(sceneId)?.sheet['mode'] ?? 'exploration');
    },
  };
}
