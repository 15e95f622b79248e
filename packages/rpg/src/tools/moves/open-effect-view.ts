// Opens the view of a game's state that effects and rules about opponents read.

import { sceneId } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';
import type { EffectView } from './list-effect-calls.ts';

export function openEffectView({ system, state }: Workbench): EffectView {
  return {
    system,
    find: (id) => state.find(id as `${string}:${string}`),
    get mode() {
      return String(state.find(sceneId)?.sheet['mode'] ?? 'exploration');
    },
  };
}
