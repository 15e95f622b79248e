// Applies to the player's character the effects that the rules give to the end of a scene, such as the loss of a boost.

import { type Patch, playerId, sceneId } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';
import { playMove } from './play-move.ts';

/**
 * A scene ends when a fight is over, or when the player's character leaves a place. The effects come at most once in an
 * action.
 */
export function applySceneEnd(bench: Workbench): readonly string[] {
  const { scene_ends: always = [] } = bench.system.manifest.narrator ?? {};
  const who = bench.state.find(playerId);
  if (always.length === 0 || who === undefined) return [];
  if (!bench.effects.patches.slice(bench.fallsFrom).some(isEnd)) return [];
  const { say } = playMove(bench, { id: 'scene_end', hint: { always }, who, called: 'End of the scene' });
  return say === '' ? [] : [say];
}

function isEnd({ entity, path, before, after }: Patch): boolean {
  if (entity === sceneId && path === 'mode') return before === 'combat' && after !== 'combat';
  return entity === playerId && path === 'at' && typeof before === 'string' && before !== after;
}
