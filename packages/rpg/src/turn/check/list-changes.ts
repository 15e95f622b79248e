// Lists what changed on a sheet in a turn: values before and after, and things that came and went.

import { readValue } from '../../rules/read-value.ts';
import type { Field } from '../../system/system.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Person } from '../audit/turn-facts.ts';

/** The value as a person reads it; on the sheet after the turn, unless another sheet is given. */
export function renderField(
  { sheets }: Person,
  { path, kind }: Field,
  sheet: JsonObject = sheets.at(-1) ?? {},
): string {
  const view = kind.view(readValue(sheet, path) ?? kind.blank());
  return view === '—' ? 'none' : view.replace(/^[■□●○]+ /u, '');
}

/** Categories of somebody else's sheet that anybody may see; thoughts and wishes are not among them. */
const plainCategories: ReadonlySet<string> = new Set(['resources', 'status', 'combat', 'attributes']);

function isPlain({ isPlayer }: Person, { path, kind, definition }: Field): boolean {
  if (isOfThings({ definition, kind }) || kind.id === 'CONT_CONDITIONS') return false;
  return isPlayer || path === 'attitude' || plainCategories.has(definition.category);
}

export interface FieldChange {
  readonly field: Field;
  /** Every value that the field had, such as `5 → 3`. */
  readonly values: string;
}

/** The fields that changed, without lists of things and of conditions; of other people, only what anybody may see. */
export function listFieldChanges(person: Person): readonly FieldChange[] {
  const { fields, sheets } = person;
  return fields.flatMap((field) => {
    if (!isPlain(person, field)) return [];
    const views = sheets.map((sheet) => renderField(person, field, sheet));
    const steps = views.filter((view, index) => view !== views[index - 1]);
    return steps.length < 2 ? [] : [{ field, values: steps.join(' → ') }];
  });
}

export interface ItemChanges {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** What is carried after the turn. */
  readonly carried: readonly string[];
}

export function listItemChanges(person: Person): ItemChanges {
  const [before, after] = [person.sheets[0], person.sheets.at(-1)].map((sheet) => countThings(person, sheet));
  const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  const differences = names.map((name) => ({ name, by: (after?.get(name) ?? 0) - (before?.get(name) ?? 0) }));
  return {
    gained: differences.filter(({ by }) => by > 0).map(({ name, by }) => renderCount(name, by)),
    lost: differences.filter(({ by }) => by < 0).map(({ name, by }) => renderCount(name, -by)),
    carried: [...(after ?? [])].map(([name, count]) => renderCount(name, count)),
  };
}

function countThings({ fields }: Person, sheet: JsonObject = {}): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const field of fields.filter(isOfThings))
    for (const { name, qty } of field.kind.items?.(readValue(sheet, field.path) ?? field.kind.blank()) ?? [])
      counts.set(String(name), (counts.get(String(name)) ?? 0) + Number(qty ?? 1));
  return counts;
}

function isOfThings({ definition, kind }: Pick<Field, 'definition' | 'kind'>): boolean {
  return definition.category === 'inventory' && kind.items !== undefined;
}

function renderCount(name: string, count: number): string {
  return count === 1 ? name : `${name} ×${count}`;
}
