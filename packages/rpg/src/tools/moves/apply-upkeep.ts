// Applies upkeep: effects of passing time, once for each full interval that passed during an action.

import { playerId, sceneId } from '../../values/entity.ts';
import type { Workbench } from '../workbench.ts';
import { playMove } from './play-move.ts';

/**
 * The maximum number of intervals for which a rule of upkeep is applied in one action, so that a year of hungry days is
 * not played day by day.
 */
const mostStretches = 60;

export function applyUpkeep(bench: Workbench): readonly string[] {
  const passed = bench.effects.patches.filter(({ entity, path }) => entity === sceneId && path === 'minutes');
  const [first, last] = [passed[0], passed.at(-1)];
  const { upkeep = [] } = bench.system.manifest.narrator ?? {};
  if (first === undefined || last === undefined) return [];
  return upkeep.flatMap(({ every, effects }) => {
    const count = Math.floor(Number(last.after) / every) - Math.floor(Number(first.before ?? 0) / every);
    return Array.from({ length: Math.min(mostStretches, Math.max(0, count)) }).flatMap(() => {
      const who = bench.state.find(playerId);
      const played =
        who === undefined ? undefined : playMove(bench, { id: 'time', hint: { always: effects }, who });
      return played === undefined || played.say === '' ? [] : [played.say];
    });
  });
}
