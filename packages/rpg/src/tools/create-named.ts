// Creates an entity with given values: writes all of them on a blank sheet by path, and settles it once.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import { findOverruled } from '../rules/find-overruled.ts';
import { writeValue } from '../rules/read-value.ts';
import { resolveMeantPath } from '../rules/resolve-meant-path.ts';
import type { Entity } from '../values/entity.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { findBrokenReference } from './find-broken-reference.ts';
import { readInput } from './read-input.ts';
import { refuseDerived } from './refuse-derived.ts';
import { refuseFull } from './refuse-full.ts';
import { nameOf } from './resolve-target.ts';
import { type Made, requireSheet, type Workbench } from './workbench.ts';
import { describeSettled, readField } from './write-field.ts';

export interface NamedEntity {
  readonly type: string;
  readonly name: string;
  /** The text from which the key is made, if not from the name. */
  readonly key?: string | undefined;
  /** Values by path; pools that are not among them begin full. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Paths of values that come from the rules. If such a value is brought within its bounds, the answer need not say so. */
  readonly quiet?: ReadonlySet<string> | undefined;
}

export type Created = { readonly ok: true; readonly say: string; readonly entity: Entity } | ToolRefusal;

/**
 * Refused if the game is full, or if one of the values is refused. The entity may exist by then; it disappears with the
 * refused action.
 */
export function createNamed(bench: Workbench, { type, name, key, values, quiet }: NamedEntity): Created {
  const full = refuseFull(bench);
  if (full !== undefined) return full;
  const laid = buildValues(bench, type, { name, ...values });
  if (!laid.ok) return laid;
  const made = bench.create({ type, name: key ?? name, values: laid.values });
  return buildCreated(bench, made, { given: laid.given, quiet });
}

/** Builds the sheet of an existing entity again, from a blank sheet. */
export function createAgain(bench: Workbench, entity: Entity, values: NamedEntity['values']): Created {
  const laid = buildValues(bench, entity.type, values);
  return laid.ok ? buildCreated(bench, bench.replace(entity.id, laid.values), { given: laid.given }) : laid;
}

type Given = readonly (readonly [path: string, input: Json])[];

type Laid = { readonly ok: true; readonly values: JsonObject; readonly given: Given } | ToolRefusal;

function buildValues({ system }: Workbench, type: string, given: NamedEntity['values']): Laid {
  const sheet = requireSheet(system, type);
  let values: JsonObject = {};
  const laid: [string, Json][] = [];
  for (const [path, wanted] of Object.entries(given)) {
    if (wanted === undefined) continue;
    const resolved = resolveMeantPath(sheet, path);
    if (!resolved.ok) return { ok: false, say: escapeLine(resolved.say, 500) };
    const derived = refuseDerived(sheet, resolved);
    if (derived !== undefined) return derived;
    const input = readInput(wanted);
    if (!input.ok) return { ok: false, say: `${escapeLine(path)}: ${input.say}` };
    values = writeValue(values, resolved.path, input.value);
    laid.push([resolved.path, input.value]);
  }
  return { ok: true, values, given: laid };
}

interface Telling {
  readonly given: Given;
  readonly quiet?: ReadonlySet<string> | undefined;
}

/**
 * Refuses impossible values, such as a reference to a missing entity. A value that was only brought within its bounds
 * is not refused but reported, unless it is in `quiet`.
 */
function buildCreated(bench: Workbench, { entity, settled }: Made, { given, quiet }: Telling): Created {
  const sheet = requireSheet(bench.system, entity.type);
  const held: string[] = [];
  for (const [path, input] of given) {
    const overruled = findOverruled({ sheet, values: entity.sheet, changes: settled.changes }, path, input);
    const say = escapeLine(`${path}: ${overruled?.say}`, 400);
    if (overruled?.isRefused === true) return { ok: false, say };
    if (overruled !== undefined && quiet?.has(path) !== true) held.push(`- ${say}`);
  }
  for (const field of sheet.fields) {
    const broken = findBrokenReference(bench.state, field, readField(entity, field));
    if (broken !== undefined) return broken;
  }
  const told = describeSettled({ ...settled, changes: [] }, sheet);
  return {
    ok: true,
    say: [`${entity.id} "${nameOf(entity)}" is there.`, ...held, ...told].join('\n'),
    entity,
  };
}
