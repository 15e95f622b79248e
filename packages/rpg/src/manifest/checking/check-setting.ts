// Checks a setting (a value for a path): the sheet has the path, it can be written, and its field can have this value.

import { listPaths } from '../../rules/list-paths.ts';
import { type ResolvedPath, resolvePath } from '../../rules/resolve-path.ts';
import type { Field, Sheet } from '../../system/system.ts';
import { isList, type Json } from '../../values/json.ts';
import { suggestPath } from './check-formula.ts';
import type { SheetNames } from './names.ts';
import type { Place, ProblemList } from './problem-list.ts';

/** The sheet that a setting is about, and the list for problems. */
export interface SheetCheck {
  readonly sheet: Sheet;
  readonly names: SheetNames;
  readonly problems: ProblemList;
}

type Writable = Extract<ResolvedPath, { readonly ok: true }>;

/**
 * The field and part that the path names. Undefined if the path cannot be written, with a problem added unless its
 * fault is reported elsewhere; undefined also if the problem list is full.
 */
export function findWritable(path: string, at: Place, checking: SheetCheck): Writable | undefined {
  const { sheet, names, problems } = checking;
  if (names.isExcused(path) || problems.isFull) return undefined;
  const found = resolvePath(sheet, path);
  if (!found.ok) {
    const whose = sheet.type === 'character' ? '' : ` of a ${sheet.type}`;
    const says = `There is no path "${path.slice(0, 80)}"${whose}.`;
    problems.add(at, says, () => suggestPath(path, listPaths(sheet.fields)));
    return undefined;
  }
  if (found.isWritable) return found;
  const { field } = found;
  const free = field.parts.find((one) => one.isWritable)?.name;
  const suggestion =
    free === undefined
      ? 'Leave it out: it is computed from other values.'
      : `Set "${free === '' ? field.path : `${field.path}.${free}`}".`;
  problems.add(at, `"${path}" is derived by a formula.`, suggestion);
  return undefined;
}

/** Whether a formula says how many boxes a row has, so that they cannot be counted before the sheet is settled. */
export function hasOpenSize({ definition }: Field): boolean {
  return definition.prefab === 'RES_TRACK' && definition.max_formula !== undefined;
}

export interface Setting {
  readonly path: string;
  readonly value: Json;
  /** The values of the fields as the earlier settings left them. */
  readonly values: Map<Field, Json>;
  readonly at: Place;
}

/**
 * Sets the value in `values`; returns undefined if it cannot be set. `because` says why the value was changed to fit;
 * the caller judges whether that is a problem.
 */
export function checkSetting(
  { path, value, values, at }: Setting,
  checking: SheetCheck,
): { readonly field: Field; readonly because: string | undefined } | undefined {
  const found = findWritable(path, at, checking);
  if (found === undefined) return undefined;
  const { field, part } = found;
  const { kind } = field;
  if (part === '' && isList(value) && hasOpenSize(field)) {
    values.set(field, value);
    return { field, because: undefined };
  }
  const done = kind.set(values.get(field) ?? kind.blank(), { part, input: value });
  if (!done.ok) {
    checking.problems.add(at, `The value is not allowed here. ${done.say}`, kind.hint(field.path));
    return undefined;
  }
  values.set(field, done.value);
  return { field, because: done.because };
}
