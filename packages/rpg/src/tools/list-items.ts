// Lists the entries of all lists on a sheet, whatever they hold: things, conditions, skills.

import { isObject, type Json } from '../values/json.ts';

/** Only entries that are objects count. */
export function listItems(value: Json): readonly { readonly [name: string]: Json }[] {
  if (Array.isArray(value)) return value.filter((item): item is { [name: string]: Json } => isObject(item));
  return isObject(value) ? Object.values(value).flatMap(listItems) : [];
}
