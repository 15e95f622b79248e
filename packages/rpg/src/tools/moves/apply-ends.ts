// Applies the effects that the rules give to the end of a condition whose time has run out, such as waking up.

import { toName } from '../../prefabs/containers/conditions.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import { type Entity, type Patch, sceneId } from '../../values/entity.ts';
import { isList, type Json } from '../../values/json.ts';
import { readListed } from '../read-listed.ts';
import type { Workbench } from '../workbench.ts';
import { applyEffects } from './play-move.ts';

/** Looks only at conditions that ended in an action in which time passed. */
export function applyEnds(bench: Workbench): readonly string[] {
  const { ends = {} } = bench.system.manifest.narrator ?? {};
  const { patches } = bench.effects;
  const hasPassed = patches.some(({ entity, path }) => entity === sceneId && path === 'minutes');
  if (!hasPassed || Object.keys(ends).length === 0) return [];
  const rules = new Map(Object.entries(ends).map(([name, effects]) => [toName(name), effects]));
  return [...patches].flatMap((patch) => {
    const who = bench.state.find(patch.entity);
    if (who === undefined) return [];
    return listEnded(bench, who, patch).flatMap((name) =>
      applyEffects(bench, { who }, rules.get(toName(name)) ?? [], `${name} is over`),
    );
  });
}

function listEnded({ system }: Workbench, { type }: Entity, patch: Patch): readonly string[] {
  if (!listConditionFields(system, type).some(({ path }) => path === patch.path)) return [];
  const left = new Set(listNames(patch.after).map(toName));
  return listNames(patch.before).filter((name) => !left.has(toName(name)));
}

function listNames(value: Json | undefined): readonly string[] {
  return isList(value ?? null) ? (value as readonly Json[]).map(readListed) : [];
}
