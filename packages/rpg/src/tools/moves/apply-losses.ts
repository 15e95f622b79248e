// Applies the effects that a manifest gives to the loss of points of a field, such as that harm wakes a sleeper.

import type { Field } from '../../system/system.ts';
import type { EntityId, Patch } from '../../values/entity.ts';
import type { Json } from '../../values/json.ts';
import type { Workbench } from '../workbench.ts';
import { playMove } from './play-move.ts';

/**
 * The effects of `on_loss` come once in an action for each field that lost points, however often and in whatever way
 * the points were lost.
 */
export function applyLosses(bench: Workbench): readonly string[] {
  return listLosses(bench).flatMap(({ entity, field: { definition }, lost }) => {
    const who = bench.state.find(entity);
    if (who === undefined) return [];
    const called = `${definition.label} lost`;
    const roll = new Map([['lost', lost]]);
    const hint = { always: definition.on_loss };
    const { say } = playMove(bench, { id: 'loss', hint, who, called, reason: called, roll });
    return say === '' ? [] : [say];
  });
}

interface Loss {
  readonly entity: EntityId;
  readonly field: Field;
  /** The greatest single loss; harm counts in full even if fewer points were left. */
  readonly lost: number;
}

/** Leaves out the changes at the beginning of the action that only undo earlier ones. */
function listLosses(bench: Workbench): readonly Loss[] {
  const losses = new Map<string, Loss>();
  for (const patch of bench.effects.patches.slice(bench.fallsFrom)) {
    const { entity, path } = patch;
    const type = bench.state.find(entity)?.type;
    const field = type === undefined ? undefined : bench.system.sheets.get(type)?.byPath.get(path);
    const lost = field?.definition.on_loss === undefined ? 0 : countLost(field, patch);
    const place = `${entity} ${path}`;
    if (field === undefined || lost <= 0) continue;
    const most = Math.max(lost, losses.get(place)?.lost ?? 0, ...listAsked(bench, patch));
    losses.set(place, { entity, field, lost: most });
  }
  return [...losses.values()];
}

function listAsked({ asked }: Workbench, { entity, path }: Patch): readonly number[] {
  return asked.filter((one) => one.entity === entity && one.path === path).map(({ points }) => points);
}

function countLost({ kind }: Field, { before, after }: Patch): number {
  if (before === undefined || after === undefined) return 0;
  const count = (value: Json) => Number(kind.read(value, '') ?? 0) + Number(kind.read(value, 'temp') ?? 0);
  return count(before) - count(after);
}
