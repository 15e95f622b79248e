// Ends what a spell gave when whoever kept it up does so no longer, and forgets the spell when all of that has ended.

import { toName } from '../../prefabs/containers/conditions.ts';
import { readValue } from '../../rules/read-value.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import type { System } from '../../system/system.ts';
import type { Entity } from '../../values/entity.ts';
import { isList, type Json } from '../../values/json.ts';
import { readListed } from '../read-listed.ts';
import type { Workbench } from '../workbench.ts';
import { applyCalls } from './apply-calls.ts';
import { findThingCalled } from './things.ts';

/** Lines that say what ended; none in a system where nothing is kept up. */
export function applyKept(bench: Workbench): readonly string[] {
  const paths = bench.system.manifest.narrator?.kept_up ?? [];
  return paths.flatMap((path) => [...removeDropped(bench, path), ...forgetEnded(bench, path)]);
}

/** Ends the conditions of what was kept up before this action and is no longer. */
function removeDropped(bench: Workbench, path: string): readonly string[] {
  const former = listFresh(bench).find((patch) => patch.path === path);
  const [was, is] = [former?.before, readKept(bench, former?.entity, path)];
  if (typeof was !== 'string' || was === '' || was === is) return [];
  const kept = listGiven(bench.system, is);
  const ended = new Set([...listGiven(bench.system, was)].filter((name) => !kept.has(name)));
  const calls = listLiving(bench).flatMap((one) =>
    listConditions(bench.system, one)
      .filter((name) => ended.has(toName(name)))
      .map((condition) => ({ name: 'condition_remove', arguments: { condition, target: one.id } })),
  );
  return applyCalls(bench, calls, `${was} is kept up no longer`);
}

/** Empties the text if the last condition of what is kept up has ended in this action. */
function forgetEnded(bench: Workbench, path: string): readonly string[] {
  const gone = new Set(listFresh(bench).flatMap((patch) => listLost(bench, patch)));
  if (gone.size === 0) return [];
  const living = listLiving(bench);
  const left = new Set(living.flatMap((one) => listConditions(bench.system, one).map(toName)));
  return living.flatMap((one) => {
    const kept = String(readKept(bench, one.id, path) ?? '');
    const given = [...listGiven(bench.system, kept)];
    if (!given.some((name) => gone.has(name)) || given.some((name) => left.has(name))) return [];
    const forgotten = [{ name: 'set', arguments: { path, value: '', target: one.id } }];
    return applyCalls(bench, forgotten, `${kept} is over`);
  });
}

/** What the action changed, without the changes at its beginning that only undid earlier ones. */
function listFresh({ effects, fallsFrom }: Workbench) {
  return effects.patches.slice(fallsFrom);
}

function readKept({ state }: Workbench, id: Entity['id'] | undefined, path: string): Json | undefined {
  const one = id === undefined ? undefined : state.find(id);
  return one === undefined ? undefined : readValue(one.sheet, path);
}

function listLiving({ state }: Workbench): readonly Entity[] {
  return ['character', 'npc', 'creature'].flatMap((type) => state.list(type));
}

function listConditions(system: System, { type, sheet }: Entity): readonly string[] {
  return listConditionFields(system, type).flatMap(({ path }) => readNames(readValue(sheet, path)));
}

function readNames(value: Json | undefined): readonly string[] {
  return value !== undefined && isList(value) ? value.map(readListed) : [];
}

function listLost({ system, state }: Workbench, patch: ReturnType<typeof listFresh>[number]) {
  const type = state.find(patch.entity)?.type;
  if (type === undefined || !listConditionFields(system, type).some(({ path }) => path === patch.path))
    return [];
  const left = new Set(readNames(patch.after).map(toName));
  return readNames(patch.before)
    .map(toName)
    .filter((name) => !left.has(name));
}

/** The conditions that the use of a thing of this name gives. */
function listGiven(system: System, name: Json | undefined): ReadonlySet<string> {
  const thing = typeof name === 'string' && name !== '' ? findThingCalled(system, name) : undefined;
  return new Set(thing?.does === undefined ? [] : collectConditions(thing.does));
}

function collectConditions(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]: readonly [string, unknown]) =>
    name === 'condition' && typeof one === 'string' ? [toName(one)] : collectConditions(one),
  );
}
