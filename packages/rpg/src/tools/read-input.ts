// Reads any JSON value from a tool call, with limits on depth, number of parts and length of texts.

import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { Json } from '../values/json.ts';
import { longestName, longestText } from './arguments.ts';

const mostDepth = 6;
const mostMembers = 500;

export type ReadInput = { readonly ok: true; readonly value: Json } | ToolRefusal;

/** Refuses a value that is missing or too large. Any other value is JSON, since it comes from `JSON.parse`. */
export function readInput(value: unknown): ReadInput {
  if (value === undefined) return { ok: false, say: 'value is missing.' };
  const budget = { members: mostMembers };
  const read = readBounded(value, mostDepth, budget);
  if (read !== undefined && budget.members >= 0) return { ok: true, value: read };
  return {
    ok: false,
    say: `That value is too large: at most ${mostMembers} parts, ${mostDepth} deep, texts of ${longestText} characters.`,
  };
}

interface Budget {
  members: number;
}

/** Undefined for a value that is too large or is not JSON. */
function readBounded(value: unknown, depth: number, budget: Budget): Json | undefined {
  budget.members -= 1;
  if (depth === 0 || budget.members < 0) return undefined;
  switch (typeof value) {
    case 'string':
      return value.length > longestText ? undefined : value.toWellFormed();
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'object':
      return value === null ? null : readBoundedMembers(value, depth - 1, budget);
    default:
      return undefined;
  }
}

function readBoundedMembers(value: object, depth: number, budget: Budget): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => readBounded(item, depth, budget));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const members: [string, Json][] = [];
  for (const [name, item] of Object.entries(value)) {
    const read = readBounded(item, depth, budget);
    if (read === undefined || name.length > longestName) return undefined;
    members.push([name, read]);
  }
  return Object.fromEntries(members);
}
