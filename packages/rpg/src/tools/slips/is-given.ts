// Tells whether a call gives an argument: one that is null or empty counts as left out, as tools read it.

import type { Json } from '../../values/json.ts';

export function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}
