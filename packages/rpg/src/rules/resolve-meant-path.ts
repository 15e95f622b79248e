// Resolves a path as a player writes it: its end or a label is enough if only one field can be meant.

import type { Sheet } from '../system/system.ts';
import type { JsonObject } from '../values/json.ts';
import { type ResolvedPath, resolvePath } from './resolve-path.ts';

export type MeantPath = ResolvedPath & {
  /** The whole path. */
  readonly path: string;
};

/** A path that is given in full means itself, even if other paths end in the same way. */
export function resolveMeantPath(sheet: Sheet, path: string, values?: JsonObject): MeantPath {
  const whole = resolvePath(sheet, path, values);
  const short = whole.ok ? undefined : findShortPath(sheet, path.trim());
  if (short === undefined) return { ...whole, path: path.trim() };
  const meant = resolvePath(sheet, short, values);
  return meant.ok ? { ...meant, path: short } : { ...whole, path: path.trim() };
}

/** The whole path for the end of a path or a label, if only one field matches: `resources.supply` for `supply`. */
function findShortPath({ fields }: Sheet, name: string): string | undefined {
  const wanted = name.toLowerCase().replaceAll(/[\s-]+/g, '_');
  if (wanted === '') return undefined;
  const found = fields.flatMap(({ path, definition }) => {
    const label = definition.label.toLowerCase().replaceAll(/[\s-]+/g, '_');
    const endings = [...listShortEndings(path), label];
    const ending = endings.find((one) => wanted === one || wanted.startsWith(`${one}.`));
    return ending === undefined ? [] : [{ path, rest: name.slice(ending.length) }];
  });
  const [one] = found;
  return one !== undefined && found.length === 1 ? `${one.path}${one.rest}` : undefined;
}

/** The ends of a path of several names, without the whole path. */
function listShortEndings(path: string): readonly string[] {
  const names = path.split('.');
  return names.slice(1).map((_name, at) => names.slice(at + 1).join('.'));
}
