// Builds a sheet from its draft: checks and compiles its formulas, and sorts its fields in the order of their derivation.

import { type FieldOrder, sortFields } from '../../rules/sort-fields.ts';
import type { Formula } from '../../system/formula.ts';
import type { Field, Sheet } from '../../system/system.ts';
import type { DraftField } from './build-draft-field.ts';
import type { RawField, SheetDraft } from './build-sheet-draft.ts';
import { checkFormula } from './check-formula.ts';
import { checkDice } from './check-mechanics.ts';
import { type NameKind, type SheetNames, withNames } from './names.ts';
import type { Place, ProblemList } from './problem-list.ts';

const members = { formula: 'formula', maxFormula: 'max_formula', defaultFormula: 'default_formula' } as const;

type Formulas = { -readonly [Name in keyof typeof members]?: Formula };

export interface SheetBuilding {
  readonly draft: SheetDraft;
  readonly names: SheetNames;
  readonly tables: ReadonlySet<string>;
  readonly problems: ProblemList;
}

/** The sheet is complete only if no problem was added. */
export function buildSheet(building: SheetBuilding): Sheet {
  const { draft, names } = building;
  const formulas = new Map(draft.raws.map((raw) => [JSON.stringify(raw.at), checkFormulas(raw, building)]));
  const compiled = draft.fields.map((field) => ({
    ...field,
    ...(field.at === undefined ? {} : formulas.get(JSON.stringify(field.at))),
  }));
  const order = sortFields(compiled, names.aliases);
  checkCycles(order, compiled, building);
  const places = new Map(order.inOrder.map((path, at) => [path, at]));
  const fields = compiled.map(
    ({ at: _at, ...field }): Field => ({
      ...field,
      order: places.get(field.path) ?? 0,
      readers: order.readers.get(field.path) ?? [],
    }),
  );
  return {
    type: draft.type,
    fields,
    byPath: new Map(fields.map((field) => [field.path, field])),
    inOrder: fields.toSorted((one, other) => one.order - other.order),
    aliases: names.aliases,
  };
}

/** Checks the formulas even of fields that are at fault, so that everything wrong with them is reported at once. */
function checkFormulas({ raw, at }: RawField, building: SheetBuilding): Formulas {
  const formulas: Formulas = {};
  for (const [name, member] of Object.entries(members) as [keyof Formulas, string][]) {
    const source = raw[member];
    if (typeof source !== 'string') continue;
    const formula = checkFormula({ ...building, source, at: [...at, member], needs: 'number' });
    if (formula !== undefined) formulas[name] = formula;
  }
  checkDice(raw['shows_dice'], { ...building, at: [...at, 'shows_dice'] });
  checkThresholds({ raw, at }, building);
  return formulas;
}

function checkThresholds({ raw, at }: RawField, building: SheetBuilding): void {
  const thresholds = raw['thresholds'];
  const field = building.names.byPath.get(String(raw['path']));
  // If the field is at fault, its parts are unknown, so its thresholds cannot be checked.
  if (!Array.isArray(thresholds) || field === undefined) return;
  const parts = field.parts.filter((part) => part.name !== '').map((part) => [part.name, part.kind] as const);
  const main = field.parts.find((part) => part.name === '')?.kind ?? 'unknown';
  const own = new Map<string, NameKind>([['value', main], ...parts]);
  for (const [index, threshold] of thresholds.entries()) {
    const source = threshold?.when;
    if (typeof source !== 'string') continue;
    const place = [...at, 'thresholds', index, 'when'];
    const names = withNames(own, building.names);
    checkFormula({ ...building, names, source, at: place, needs: 'truth' });
  }
}

function checkCycles(
  order: FieldOrder,
  fields: readonly (DraftField & Formulas)[],
  { problems }: SheetBuilding,
): void {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  for (const cycle of order.cycles) {
    const places = cycle.slice(0, -1).map((name, index) => {
      const field = byPath.get(name);
      return field === undefined ? ['aliases', name] : findReading(field, cycle[index + 1] ?? name);
    });
    const place = places.find((one) => one !== undefined);
    const says = `It goes in a circle: ${cycle.join(' → ')}.`;
    problems.add(place ?? [], says, 'Let one of these fields read something else, or remove its formula.');
  }
}

/**
 * The place of the field's formula that reads `next`, the next name in a circle; if none names it, the place of the
 * field's first formula. Undefined for a built-in field.
 */
function findReading(field: DraftField & Formulas, next: string): Place | undefined {
  if (field.at === undefined) return undefined;
  const reading = (Object.keys(members) as (keyof typeof members)[]).find((name) =>
    field[name]?.reads.some((read) => read === next || read.startsWith(`${next}.`)),
  );
  const first = (Object.keys(members) as (keyof typeof members)[]).find((name) => field[name] !== undefined);
  return [...field.at, members[reading ?? first ?? 'formula']];
}
