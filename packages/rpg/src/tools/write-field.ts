// Changes a field through its prefab, settles the sheet, and describes the result.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer, ToolRefusal } from '@terrarium/kernel/tool';
import type { Done } from '../prefabs/prefab.ts';
import { readValue } from '../rules/read-value.ts';
import { resolveMeantPath } from '../rules/resolve-meant-path.ts';
import type { Crossed, Settled } from '../system/settled.ts';
import type { Field, Sheet, System } from '../system/system.ts';
import { type Entity, type GameState, playerId, sceneId } from '../values/entity.ts';
import type { Json } from '../values/json.ts';
import { describeListChange } from './describe-list-change.ts';
import { findBrokenReference } from './find-broken-reference.ts';
import { refuseDerived } from './refuse-derived.ts';
import { renderPathValue } from './render-path-value.ts';
import { resolveTarget } from './resolve-target.ts';
import { requireSheet, type Workbench } from './workbench.ts';

/** A place on a sheet that a tool works on. */
export interface Place {
  readonly entity: Entity;
  readonly sheet: Sheet;
  readonly field: Field;
  readonly part: string;
  readonly value: Json;
}

export type FoundPlace = ({ readonly ok: true } & Place) | ToolRefusal;

/** Fields that every system has and that only a tool of their own may change. */
const ownTools: Readonly<Record<string, string>> = {
  'character.at': 'move',
  'npc.at': 'move',
  'creature.at': 'move',
  'scene.here': 'move',
  'scene.minutes': 'time_advance',
  'scene.mode': 'mode_set',
};

/**
 * Refuses unknown targets and paths, naming the nearest valid ones, and fields that only a formula or another tool may
 * change.
 */
export function resolvePlace(bench: Workbench, target: string | undefined, path: string): FoundPlace {
  const found = resolveTarget(bench.state, target);
  if (!found.ok) return found;
  const place = resolvePlaceOf(bench, found.entity, path);
  if (place.ok || target !== undefined) return place;
  return { ok: false, say: `${place.say}${nameOther(bench, found.entity, path)}` };
}

export function resolvePlaceOf(bench: Workbench, entity: Entity, path: string): FoundPlace {
  const sheet = requireSheet(bench.system, entity.type);
  const meant = entity.type === 'item' && path.trim() === 'at' ? 'holder' : path;
  const resolved = resolveMeantPath(sheet, meant, entity.sheet);
  if (!resolved.ok) return { ok: false, say: refusePath(entity, resolved.say) };
  const { field, part } = resolved;
  const tool = ownTools[`${entity.type}.${field.path}`];
  if (tool !== undefined) return { ok: false, say: `Use \`${tool}\` to change ${field.path}.` };
  const derived = refuseDerived(sheet, resolved);
  if (derived !== undefined) return derived;
  return { ok: true, entity, sheet, field, part, value: readField(entity, field) };
}

/** Adds to a refusal the owner of the sheet on which the path was looked for. */
export function refusePath(entity: Entity, say: string): string {
  const whose = entity.id === playerId ? "the sheet of the player's character" : `the sheet of ${entity.id}`;
  return `On ${whose}: ${escapeLine(say, 500)}`;
}

/** Whether the call names a path that the sheet of its target does not have; false if the target is not found. */
export function isMissingPath(
  bench: { readonly state: GameState; readonly system: System },
  target: string | undefined,
  path: string,
): boolean {
  const found = resolveTarget(bench.state, target);
  return found.ok && !hasPath(bench.system, found.entity, path);
}

function hasPath(system: System, { type, sheet }: Entity, path: string): boolean {
  const own = system.sheets.get(type);
  return own !== undefined && resolveMeantPath(own, path, sheet).ok;
}

/**
 * Names somebody here whose sheet has the path. Only for a call that names no target: a call that means a foe must not
 * be led to the sheet of the player's character.
 */
export function nameOther({ system, state }: Workbench, entity: Entity, path: string): string {
  if (hasPath(system, entity, path)) return '';
  const here = state.find(sceneId)?.sheet['here'];
  const other = [...state.list('npc'), ...state.list('creature')]
    .filter(({ id, sheet }) => id !== entity.id && sheet['at'] === here)
    .find((one) => hasPath(system, one, path));
  return other === undefined ? '' : ` ${other.id} has that path: give ${other.id} as target.`;
}

export function readField(entity: Entity, field: Field): Json {
  return readValue(entity.sheet, field.path) ?? field.kind.blank();
}

/**
 * Writes the result of a prefab's function to a field. Refused if the prefab refused, or if the value refers to a
 * missing entity.
 */
export function writeField(bench: Workbench, place: Place, done: Done): ToolAnswer {
  if (!done.ok) return { ok: false, say: `${place.field.path}: ${escapeLine(done.say, 400)}` };
  const broken = findBrokenReference(bench.state, place.field, done.value);
  if (broken !== undefined) return broken;
  const { entity, field, part } = place;
  const settled = bench.edit(entity.id, [{ field, value: done.value }], done.because ?? 'it was asked for');
  const after = readValue(settled.values, field.path) ?? null;
  const path = part === '' ? field.path : `${field.path}.${part}`;
  const because = done.because === undefined ? '' : ` (${escapeLine(done.because, 200)})`;
  const change =
    (part === '' ? describeListChange(field, place.value, after) : undefined) ??
    describeChange(describeValue(field, place.value, part), describeValue(field, after, part));
  const lines = [
    `${nameOwner(entity)}${path}: ${change}${because}`,
    ...describeSettled(settled, place.sheet),
  ];
  return { ok: true, say: lines.join('\n') };
}

function describeChange(former: string, latter: string): string {
  return former === latter ? `stays ${latter}` : `${former} → ${latter}`;
}

const mostLines = 12;

/** Lines that say what settling changed and why, which thresholds were crossed, and which formulas failed. */
export function describeSettled(settled: Settled, sheet: Sheet): readonly string[] {
  const changes = settled.changes.map(({ path, before, after, because }) => {
    const [former, latter] = [before, after].map((value) =>
      escapeLine(renderPathValue(sheet, path, value), 200),
    );
    return `- ${path}: ${former} → ${latter}: ${escapeLine(because, 200)}`;
  });
  const more = changes.length - mostLines;
  return [
    ...changes.slice(0, mostLines),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...settled.crossed.map(renderCrossed),
    ...settled.faults.map(({ path, say }) => `fault: ${path} keeps its value: ${escapeLine(say, 200)}`),
  ];
}

function describeValue(field: Field, value: Json, part: string): string {
  const read = part === '' ? undefined : field.kind.read(value, part);
  if (typeof read === 'number' || typeof read === 'boolean') return String(read);
  return escapeLine(field.kind.view(value), 200);
}

/**
 * How an answer names the owner of a changed sheet; empty for the player's character, whom calls need not name.
 */
export function nameOwner({ id }: Entity): string {
  return id === playerId ? '' : `${id} `;
}

/** How an answer tells a threshold that was crossed. */
export function renderCrossed({ say }: Crossed): string {
  return `! ${escapeLine(say, 300)}`;
}
