// Setting value: renders the value of a setting as a person types it, and parses what was typed.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type PersonSetting = RouteAnswer<'GET /api/worlds/{world}/settings'>[number];

/**
 * Returns the word for null, for a setting of which null is a valid value. Most often the word says that something
 * never fades.
 */
function nameNull({ name }: PersonSetting): string {
  return name === 'memory.decay.absenceDays' ? 'all' : 'never';
}

function isNullable({ valid }: PersonSetting): boolean {
  return valid.endsWith(', or null');
}

export function renderValue(value: unknown, setting: PersonSetting): string {
  if (value === null || value === undefined) return isNullable(setting) ? nameNull(setting) : '';
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Returns undefined for an empty text, which stands for the default. A text that should be a number and is not one is
 * returned as it is, so that the server says what would be valid.
 */
export function parseWritten(text: string, setting: PersonSetting): unknown {
  const written = text.trim();
  if (written === '') return undefined;
  if (written === nameNull(setting) && isNullable(setting)) return null;
  if (setting.kind === 'truth') return written === 'true';
  if (setting.kind === 'number') return /^[+-]?\d+(?:\.\d+)?$/u.test(written) ? Number(written) : written;
  if (Array.isArray(setting.byDefault)) return splitWords(written);
  return written;
}

function splitWords(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** Which values are valid, for people who do not write JSON. */
export function describeValid(setting: PersonSetting): string {
  return setting.valid
    .replace(', or null', `, or “${nameNull(setting)}”`)
    .replace('at least', 'from')
    .replace(' and at most ', ' to ')
    .replace('more than', 'above')
    .replaceAll(/\d{5,}/gu, (digits) => Number(digits).toLocaleString('en'));
}
