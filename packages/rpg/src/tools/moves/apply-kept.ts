// Ends the effects of a spell that is kept up no longer, and forgets a spell once the last of its effects has ended.

import { toName } from '../../prefabs/containers/conditions.ts';
import { readValue } from '../../rules/read-value.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import type { System } from '../../system/system.ts';
import type { Entity } from '../../values/entity.ts';
import { isList, type Json } from '../../values/json.ts';
import { readListed } from '../read-listed.ts';
import type { Workbench } from '../workbench.ts';
import { applyCalls } from './apply-calls.ts';
import { isNotedAs } from './list-effect-calls.ts';
import { listFresh } from './list-fresh.ts';
import { findThingCalled } from './things.ts';

/** Lines that say what ended; none in a system in which nothing is kept up. */
export function applyKept(bench: Workbench): readonly string[] {
  const paths = bench.system.manifest.narrator?.kept_up ?? [];
  return paths.flatMap((path) => [...removeDropped(bench, path), ...forgetEnded(bench, path)]);
}

/**
 * If a spell was kept up before this action and is no longer, ends its conditions. Those stay that are also conditions
 * of the spell that is kept up now.
 */
function removeDropped(bench: Workbench, path: string): readonly string[] {
  const former = listFresh(bench).find((patch) => patch.path === path);
  const [was, is] = [former?.before, readKept(bench, former?.entity, path)];
  if (typeof was !== 'string' || was === '' || was === is) return [];
  const kept = new Set(listGiven(bench.system, is).map(({ name }) => name));
  const ended = listGiven(bench.system, was).filter(({ name }) => !kept.has(name));
  const calls = listLiving(bench).flatMap((one) =>
    listConditions(bench.system, one)
      .filter((item) => ended.some((given) => isOf(given, item)))
      .map((item) => ({
        name: 'condition_remove',
        arguments: { condition: readListed(item), target: one.id },
      })),
  );
  return applyCalls(bench, calls, `${was} is kept up no longer`);
}

/** Empties the text at `path`, which names a spell, if the last condition from this spell ended in this action. */
function forgetEnded(bench: Workbench, path: string): readonly string[] {
  const gone = listFresh(bench).flatMap((patch) => listLost(bench, patch));
  if (gone.length === 0) return [];
  const living = listLiving(bench);
  const left = living.flatMap((one) => listConditions(bench.system, one));
  return living.flatMap((one) => {
    const kept = String(readKept(bench, one.id, path) ?? '');
    const given = listGiven(bench.system, kept);
    const isAmong = (items: readonly Json[]) => given.some((own) => items.some((item) => isOf(own, item)));
    if (!isAmong(gone) || isAmong(left)) return [];
    const forgotten = [{ name: 'set', arguments: { path, value: '', target: one.id } }];
    return applyCalls(bench, forgotten, `${kept} is over`);
  });
}

function readKept({ state }: Workbench, id: Entity['id'] | undefined, path: string): Json | undefined {
  const one = id === undefined ? undefined : state.find(id);
  return one === undefined ? undefined : readValue(one.sheet, path);
}

function listLiving({ state }: Workbench): readonly Entity[] {
  return ['character', 'npc', 'creature'].flatMap((type) => state.list(type));
}

function listConditions(system: System, { type, sheet }: Entity): readonly Json[] {
  return listConditionFields(system, type).flatMap(({ path }) => readItems(readValue(sheet, path)));
}

function readItems(value: Json | undefined): readonly Json[] {
  return value !== undefined && isList(value) ? value : [];
}

function listLost({ system, state }: Workbench, patch: ReturnType<typeof listFresh>[number]) {
  const type = state.find(patch.entity)?.type;
  if (type === undefined || !listConditionFields(system, type).some(({ path }) => path === patch.path))
    return [];
  const left = new Set(readItems(patch.after).map((item) => toName(readListed(item))));
  return readItems(patch.before).filter((item) => !left.has(toName(readListed(item))));
}

/** A condition that the use of a thing gives. */
interface Given {
  readonly name: string;
  /** The note that says where the condition comes from, if it may also come from elsewhere. */
  readonly note?: string | undefined;
}

/** Whether a condition on a list came from a thing: it has the name that the thing gives, and the note if the thing gives one. */
function isOf({ name, note }: Given, item: Json): boolean {
  return toName(readListed(item)) === name && (note === undefined || isNotedAs(item, note));
}

/** The conditions that the use of a thing of this name gives. */
function listGiven(system: System, name: Json | undefined): readonly Given[] {
  const thing = typeof name === 'string' && name !== '' ? findThingCalled(system, name) : undefined;
  return thing?.does === undefined ? [] : collectConditions(thing.does);
}

function collectConditions(value: unknown): readonly Given[] {
  if (typeof value !== 'object' || value === null) return [];
  const { condition, note } = value as { readonly condition?: unknown; readonly note?: unknown };
  const own = typeof condition === 'string' ? [{ name: toName(condition), note: readNote(note) }] : [];
  return [...own, ...Object.values(value).flatMap(collectConditions)];
}

function readNote(note: unknown): string | undefined {
  return typeof note === 'string' ? note : undefined;
}
