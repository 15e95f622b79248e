// Describes any value in a short, harmless text on one line.

import { stripEscapes } from '@terrarium/kernel/foreign-text';
import type { Json } from '../values/json.ts';

const longest = 60;

/** Puts a text on one line, without characters that a terminal would obey, and cuts it with `…`. */
export function cutLine(text: string, most = longest): string {
  const line = stripEscapes(text)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const letters = [...line.slice(0, most * 2 + 2)];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : line;
}

/** Describes a value that was given but not accepted, for a refusal. */
export function describeGiven(value: Json | undefined): string {
  if (typeof value === 'string') return `"${cutLine(value)}"`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value ?? 'nothing');
}

/**
 * The sentence of a refusal that asks for a number. It names what was given instead, unless that is nothing but blanks.
 */
export function describeNumberNeeded(given: Json | undefined): string {
  const isBlank = given === undefined || (typeof given === 'string' && cutLine(given) === '');
  return isBlank ? 'A number is needed.' : `A number is needed, not ${describeGiven(given)}.`;
}
