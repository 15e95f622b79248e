// Lists the items on a sheet.

import { isObject, type Json } from '../values/json.ts';

/** Objects within lists, anywhere on a sheet. */
export function listItems(value: Json): readonly { readonly [name: string]: Json }[] {
  if (Array.isArray(value)) return value.filter((item): item is { [name: string]: Json } => isObject(item));
  return isObject(value) ? Object.values(value).flatMap(listItems) : [];
}
