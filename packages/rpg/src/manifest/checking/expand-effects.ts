// Inserts the effects that a manifest defines in one place wherever it refers to them with `same`.

import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';

export interface Expanded {
  readonly whole: JsonObject;
  /** The names of effects to which nothing refers. */
  readonly unused: readonly string[];
}

/** The maximum number of characters that all expansions may add, so that a small file does not become a huge one. */
const mostAdded = 1_000_000;

/**
 * Inserts the named effects, and removes their definitions. A `same` that cannot be replaced, such as one with an
 * unknown name, stays, and the check reports it. A `same` within the named effects is not expanded.
 */
export function expandEffects(whole: JsonObject): Expanded {
  const { narrator } = whole;
  const { effects, ...hints } = isObject(narrator ?? null) ? (narrator as JsonObject) : {};
  if (effects === undefined || !isObject(effects)) return { whole, unused: [] };
  const naming: Naming = { named: effects, used: new Set(), left: mostAdded };
  const expanded = expandJson({ ...whole, narrator: hints }, naming) as JsonObject;
  return { whole: expanded, unused: Object.keys(effects).filter((name) => !naming.used.has(name)) };
}

interface Naming {
  readonly named: JsonObject;
  readonly used: Set<string>;
  /** How many characters may still be added. */
  left: number;
}

function expandJson(json: Json, naming: Naming): Json {
  if (isList(json))
    return json.flatMap((one): readonly Json[] => takeNamed(one, naming) ?? [expandJson(one, naming)]);
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, expandJson(value, naming)]));
}

/**
 * The named effects, if the object has no member but `same`; marks the name as used. Undefined if there is nothing to
 * insert, or too much.
 */
function takeNamed(json: Json, naming: Naming): readonly Json[] | undefined {
  if (!isObject(json) || Object.keys(json).length !== 1) return undefined;
  const { same } = json;
  const found =
    typeof same === 'string' && Object.hasOwn(naming.named, same) ? naming.named[same] : undefined;
  if (typeof same !== 'string' || found === undefined || !isList(found)) return undefined;
  naming.left -= JSON.stringify(found).length;
  if (naming.left < 0) return undefined;
  naming.used.add(same);
  return found;
}
