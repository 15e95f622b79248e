// Setting value: a value of a setting as a person writes it, and back.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type PersonSetting = RouteAnswer<'GET /api/worlds/{world}/settings'>[number];

/** Written for null, where that is a value: most often, that it never fades. */
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

/** The text itself if it is not such a value, so that the server says what would be one; undefined for the default. */
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

/** What it may be, for people who do not write JSON. */
export function describeValid(setting: PersonSetting): string {
  return setting.valid
    .replace(', or null', `, or “${nameNull(setting)}”`)
    .replace('at least', 'from')
    .replace(' and at most ', ' to ')
    .replace('more than', 'above')
    .replaceAll(/\d{5,}/gu, (digits) => Number(digits).toLocaleString('en'));
}
