// Open values: nested JSON into which many things are written while each object on the way is copied once.

import { isObject, type Json, type JsonObject } from '../../values/json.ts';

interface Writable {
  [name: string]: Json | Writable;
}

export interface OpenValues {
  write(names: readonly string[], value: Json): void;
  /** The same object as at first where nothing was written. */
  close(): JsonObject;
}

export function openValues(values: JsonObject): OpenValues {
  const own = new Set<object>();
  const copy = (of: Json | Writable | undefined): Writable => {
    if (typeof of === 'object' && of !== null && own.has(of)) return of as Writable;
    const made: Writable = isObject(of as Json) ? { ...(of as JsonObject) } : {};
    own.add(made);
    return made;
  };
  let root: JsonObject | Writable = values;
  const write = (names: readonly string[], value: Json): void => {
    let here: Writable = copy(root as Writable);
    root = here;
    for (const name of names.slice(0, -1)) {
      const next: Writable = copy(Object.hasOwn(here, name) ? here[name] : undefined);
      here[name] = next;
      here = next;
    }
    here[names.at(-1) ?? ''] = value;
  };
  return { write, close: () => root as JsonObject };
}
