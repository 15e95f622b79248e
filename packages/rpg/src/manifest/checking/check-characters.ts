// Checks ready-made characters, whose values must all fit, and the rules for creating characters.

import { readValue, writeValue } from '../../rules/read-value.ts';
import { resolvePath } from '../../rules/resolve-path.ts';
import { settle } from '../../rules/settle.ts';
import type { Field, Table } from '../../system/system.ts';
import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';
import { checkFormula } from './check-formula.ts';
import { checkTwins, listObjects, type MechanicsCheck } from './check-mechanics.ts';
import { checkSetting, hasOpenSize, type Setting, type SheetCheck } from './check-setting.ts';
import type { Place, ProblemList } from './problem-list.ts';

export interface CharactersCheck extends MechanicsCheck, SheetCheck {
  readonly names: SheetCheck['names'];
  readonly tableRows: ReadonlyMap<string, Table>;
}

export function checkCharacters(checking: CharactersCheck): void {
  for (const list of ['characters', 'kits']) checkList(list, checking);
}

function checkList(list: string, checking: CharactersCheck): void {
  const { json, names, problems } = checking;
  checkTwins([list], json[list], problems);
  for (const [index, character] of listObjects(json[list])) {
    const set = isObject(character['set']) ? Object.entries(character['set']) : [];
    const values = new Map<Field, Json>();
    for (const [path, value] of set) {
      if (names.isExcused(path)) continue;
      setValue({ path, value, values, at: [list, index, 'set', path] }, checking);
    }
    // Bounds that come from formulas are known only after the sheet is settled, and only a manifest without faults can
    // be settled.
    if (problems.count === 0) checkRest({ list, index, set: set.map(([path]) => path), values }, checking);
  }
}

interface Character {
  /** The list of the manifest in which the values stand. */
  readonly list: string;
  readonly index: number;
  readonly set: readonly string[];
  readonly values: ReadonlyMap<Field, Json>;
}

/**
 * Reports values of `set` that the rules change or refuse once the sheet is settled, such as points above a computed
 * maximum.
 */
function checkRest(
  { list, index, set, values }: Character,
  { sheet, tableRows, problems }: CharactersCheck,
): void {
  let given: JsonObject = {};
  for (const [field, value] of values) given = writeValue(given, field.path, value);
  const settled = settle(sheet, given, { tables: tableRows });
  for (const path of set) {
    const found = resolvePath(sheet, path);
    if (!found.ok) continue;
    const { field, part } = found;
    const at: Place = [list, index, 'set', path];
    const stands = readValue(settled.values, field.path);
    checkBoxes({ field, stands, input: values.get(field), at }, problems);
    if (found.kind !== 'number') continue;
    const read = (json: Json | undefined) => (json === undefined ? undefined : field.kind.read(json, part));
    const [before, after] = [read(values.get(field)), read(stands)];
    if (before === after) continue;
    const reason = settled.changes.find((change) => change.path.startsWith(field.path))?.because;
    const says = `The rules change this value: ${String(before)} becomes ${String(after)}${reason === undefined ? '' : ` (${reason})`}.`;
    problems.add(at, says, `Set ${String(after)}, or change what limits it.`);
  }
}

interface Boxes {
  readonly field: Field;
  /** The row on the settled sheet, with as many boxes as the formula gives. */
  readonly stands: Json | undefined;
  readonly input: Json | undefined;
  readonly at: Place;
}

/** Checks the given boxes of a row whose size a formula gives. If fewer boxes are given, the others are not ticked. */
function checkBoxes({ field, stands = null, input = null, at }: Boxes, problems: ProblemList): void {
  const { kind, path } = field;
  if (!hasOpenSize(field) || !isList(input) || !isList(stands)) return;
  const done = kind.set(stands, { part: '', input: [...input, ...stands.slice(input.length)] });
  if (!done.ok) problems.add(at, `The value is not allowed here. ${done.say}`, kind.hint(path));
}

/**
 * Sets the value in `values`, and reports a value that does not fit. A bound given by a formula is applied later, when
 * the character is settled.
 */
function setValue(setting: Setting, checking: CharactersCheck): void {
  const set = checkSetting(setting, checking);
  if (set?.because === undefined || set.field.definition.max_formula !== undefined) return;
  const { path, kind } = set.field;
  checking.problems.add(setting.at, `The value is not allowed here: ${set.because}.`, kind.hint(path));
}

export function checkCreation(checking: CharactersCheck): void {
  const { json, problems } = checking;
  checkTwins(['creation'], json['creation'], problems);
  for (const [index, rule] of listObjects(json['creation'])) {
    if (typeof rule['holds'] === 'string')
      checkFormula({ ...checking, source: rule['holds'], at: ['creation', index, 'holds'], needs: 'truth' });
    for (const [part, source] of Object.entries(isObject(rule['count']) ? rule['count'] : {})) {
      const at = ['creation', index, 'count', part];
      if (typeof source === 'string') checkFormula({ ...checking, source, at, needs: 'number' });
    }
  }
}
