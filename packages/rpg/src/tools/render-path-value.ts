// Renders a value of a sheet for people: as its field shows it, or in plain words if it is not the value of a whole field.

import type { Sheet } from '../system/system.ts';
import { isObject, type Json } from '../values/json.ts';

/** Gives "nothing" if there is no value; does not escape text within the value. */
export function renderPathValue(sheet: Sheet | undefined, path: string, value: Json | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  const field = sheet?.byPath.get(path);
  return field?.kind.view(value) ?? renderWords(value);
}

/** Renders a value in plain words; items are shown by their names, as in a list. */
function renderWords(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(renderWords).join(', ');
  if (!isObject(value)) return String(value);
  const { name } = value;
  if (typeof name === 'string') return name;
  return Object.entries(value)
    .map(([member, held]) => `${member} ${renderWords(held)}`)
    .join(', ');
}
