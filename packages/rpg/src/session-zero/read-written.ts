// Reads a value as people write it: a list as names with commas between, boxes as how many of them are marked.

import { resolvePath } from '../rules/resolve-path.ts';
import type { Sheet } from '../system/system.ts';
import type { Json } from '../values/json.ts';

/** How a list is written, for whoever wrote something else. */
export const howListsAreWritten = 'Write the names with commas between, such as: rope, lamp.';

/** The value as the field takes it; as it was written where that is how it is taken, or where it cannot be. */
export function readWritten(sheet: Sheet, path: string, input: Json): Json {
  const resolved = resolvePath(sheet, path);
  if (!resolved.ok || resolved.part !== '') return input;
  const { kind } = resolved.field;
  if (kind.add !== undefined && typeof input === 'string') return splitNames(input);
  if (kind.mark === undefined || typeof input !== 'number') return input;
  const marked = kind.set(kind.blank(), { part: '', input });
  return marked.ok ? marked.value : input;
}

function splitNames(text: string): readonly string[] {
  return text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
