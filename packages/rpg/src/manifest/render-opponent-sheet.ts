// Renders an opponent's sheet for a model: pools, values that blows use, saves and traits come first; no untrained skills.

import { readValue } from '../rules/read-value.ts';
import type { Field, System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import { isList } from '../values/json.ts';
import { renderCompactSheet } from './render-compact-sheet.ts';
import { renderSheetForModel } from './render-sheet-for-model.ts';

const ofFights: ReadonlySet<string> = new Set(['resources', 'status', 'combat']);

/**
 * Returns several lines, first those that matter most in a fight: points, values with which blows are rolled, values
 * that withstand spells. Rows of boxes are shown even if none is marked, because their length says when somebody is
 * beaten. Left out are most untrained skills, and numbers that only count towards others, such as what armour adds.
 */
export function renderOpponentSheet(who: Entity, system: System): string {
  const needs = readNeeds(system);
  const isUntaught = ({ path, kind, parts, definition }: Field) => {
    const value = readValue(who.sheet, path) ?? kind.blank();
    const written = parts.filter((part) => part.isWritable);
    const isAtZero = written.length > 0 && written.every(({ name }) => kind.read(value, name) === 0);
    return definition.category === 'skills' && isAtZero && !needs.withstanding.has(nameParent(path));
  };
  const isInput = ({ path, definition, readers }: Field) =>
    readers.length > 0 && isCounted.has(definition.category) && !needs.striking.has(path);
  const fields = (system.sheets.get(who.type)?.fields ?? []).filter(
    (field) => !isUntaught(field) && !isInput(field),
  );
  const isTrack = ({ path }: Field) => isList(readValue(who.sheet, path) ?? null);
  const isPool = ({ definition }: Field) => definition.category === 'resources';
  const [needed, others] = splitBy(fields, ({ definition }) => ofFights.has(definition.category));
  const [tracks, values] = splitBy(needed, isTrack);
  const [first, later] = splitBy(values, (field) => isPool(field) || needs.striking.has(field.path));
  const [saves, unsaved] = splitBy(others, ({ path }) => needs.withstanding.has(nameParent(path)));
  const [features, rest] = splitBy(unsaved, ({ definition }) => definition.category === 'features');
  const [pools, blows] = splitBy(first, isPool);
  const render = (some: readonly Field[]) => renderCompactSheet(who, system, some).split('\n');
  const isNone = (line: string) => line.startsWith('none: ');
  const [noBlows, struck] = splitBy([...render(pools), ...render(blows)], isNone);
  const [none, shown] = splitBy([...render(later), ...render(rest)], isNone);
  const tracked = renderSheetForModel(who, system, { fields: tracks });
  return [tracked, ...struck, ...render(saves), ...render(features), ...shown, ...noBlows, ...none]
    .filter((line) => line !== '')
    .join('\n');
}

/** In these categories a field is left out if other fields are computed from it, unless blows are rolled with it. */
const isCounted: ReadonlySet<string> = new Set(['resources', 'combat']);

interface Needs {
  /** The paths that the rules of a blow read. */
  readonly striking: ReadonlySet<string>;
  /** The first part of each path whose value is rolled to withstand what somebody casts or uses, such as `saves`. */
  readonly withstanding: ReadonlySet<string>;
}

const known = new WeakMap<System, Needs>();

function readNeeds(system: System): Needs {
  const before = known.get(system);
  if (before !== undefined) return before;
  const { narrator, things } = system.manifest;
  const { attack, down_when } = narrator?.opponents ?? {};
  const blows = listNamed([attack, down_when, narrator?.intents?.['attack']]);
  const opposed = JSON.stringify([things, narrator?.effects]).matchAll(/"opposed":("[^"]*")/g);
  const needs = {
    striking: new Set(blows.flatMap((path) => [path, path.slice(0, path.lastIndexOf('.'))])),
    withstanding: new Set(
      listNamed([...opposed].map(([, dice = '']) => dice)).map((path) => path.split('.', 1)[0] ?? ''),
    ),
  };
  known.set(system, needs);
  return needs;
}

/** Each word with a dot in the rules that could be a path. */
function listNamed(rules: readonly unknown[]): readonly string[] {
  return JSON.stringify(rules).match(/(?<![a-z_])[a-z_]+(?:\.[a-z_0-9]+)+/g) ?? [];
}

function nameParent(path: string): string {
  const at = path.indexOf('.');
  return at === -1 ? '' : path.slice(0, at);
}

/**
 * Whether a field says how much a beaten foe is worth, such as experience: it has a formula, its category is
 * progression, and nothing else is computed from it.
 */
export function isWorth({ definition, readers, formula }: Field): boolean {
  return definition.category === 'progression' && readers.length === 0 && formula !== undefined;
}

/** The elements that pass the test, then the others. */
function splitBy<One>(all: readonly One[], isIn: (one: One) => boolean): [One[], One[]] {
  return [all.filter(isIn), all.filter((one) => !isIn(one))];
}
