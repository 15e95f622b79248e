// Reads the rank of a skill, in systems in which the score of a skill says only how well it is trained.

import { readValue, writeValue } from '../rules/read-value.ts';
import { settle } from '../rules/settle.ts';
import type { Field, System } from '../system/system.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';

/** A score with a higher maximum than this is not a rank of training. */
const mostRanks = 4;

/**
 * The rank that counts, such as 1 for a save that the class trains although its own score is 0. Undefined for
 * a value without ranks.
 */
export function readRank(
  { path, definition, kind }: Field,
  values: JsonObject,
  { system, type }: { readonly system: System; readonly type: string },
): number | undefined {
  const { formula } = definition;
  const most = findHighestRank({ definition, kind });
  if (most === undefined || formula === undefined) return undefined;
  const own = readNumber(readValue(values, path), 'score') ?? 0;
  const sheet = system.sheets.get(type);
  if (sheet === undefined || !formula.includes(`max(${path}.score`)) return own;
  const computeModifier = (score: number) => {
    const set = writeValue(values, path, { score });
    const settled = settle(sheet, set, { tables: system.tables, changed: new Set([path]) });
    return readNumber(readValue(settled.values, path), 'modifier');
  };
  // If something else trains the skill, raising its own score changes nothing. The highest score with the
  // same result counts.
  const counted = readNumber(readValue(values, path), 'modifier');
  let rank = own;
  while (rank < most && computeModifier(rank + 1) === counted) rank += 1;
  return rank;
}

/** The highest rank to which a skill can be trained; undefined for a value without ranks. */
export function findHighestRank({
  definition,
  kind,
}: Pick<Field, 'definition' | 'kind'>): number | undefined {
  const { config = {}, category, formula } = definition;
  const [least, most] = [config['min'], config['max']];
  if (kind.id !== 'VAL_COMPOUND' || category !== 'skills' || formula === undefined) return undefined;
  return least === 0 && typeof most === 'number' && most <= mostRanks ? most : undefined;
}

function readNumber(value: Json | undefined, member: string): number | undefined {
  const found = isObject(value) ? value[member] : undefined;
  return typeof found === 'number' ? found : undefined;
}
