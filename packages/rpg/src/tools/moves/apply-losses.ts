// Applies the effects that a manifest gives to the loss of points of a field, such as that harm wakes a sleeper.

import type { Field } from '../../system/system.ts';
import type { EntityId, Patch } from '../../values/entity.ts';
import type { Json } from '../../values/json.ts';
import type { Workbench } from '../workbench.ts';
import { playMove } from './play-move.ts';

/**
 * The effects come once for each field of each sheet that lost points in this action, however the points were lost.
 */
export function applyLosses(bench: Workbench): readonly string[] {
  return listLosses(bench).flatMap(({ entity, field: { definition } }) => {
    const who = bench.state.find(entity);
    if (who === undefined) return [];
    const called = `${definition.label} lost`;
    const { say } = playMove(bench, { id: 'loss', hint: { always: definition.on_loss }, who, called });
    return say === '' ? [] : [say];
  });
}

interface Loss {
  readonly entity: EntityId;
  readonly field: Field;
}

/** Leaves out the changes at the beginning of the action that only undo earlier ones. */
function listLosses(bench: Workbench): readonly Loss[] {
  const losses = bench.effects.patches.slice(bench.fallsFrom).flatMap((patch) => {
    const { entity, path } = patch;
    const type = bench.state.find(entity)?.type;
    const field = type === undefined ? undefined : bench.system.sheets.get(type)?.byPath.get(path);
    return field?.definition.on_loss !== undefined && isLoss(field, patch) ? [{ entity, field }] : [];
  });
  return [...new Map(losses.map((loss) => [`${loss.entity} ${loss.field.path}`, loss])).values()];
}

function isLoss({ kind }: Field, { before, after }: Patch): boolean {
  if (before === undefined || after === undefined) return false;
  const count = (value: Json) => Number(kind.read(value, '') ?? 0) + Number(kind.read(value, 'temp') ?? 0);
  return count(after) < count(before);
}
