// Names a fragment for a person: a summary by its day or month, and any other fragment by its key, with a capital.

import { renderDay } from './time-text.ts';

const summaryKey = /^(?:session-(?<day>\d{4}-\d\d-\d\d)|month-(?<month>\d{4}-\d\d))$/u;
const months = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

export function nameFragment(key: string, nowMs = Date.now()): string {
  const { day, month } = summaryKey.exec(key)?.groups ?? {};
  if (day !== undefined) return renderDay(Date.parse(day), 'UTC', nowMs);
  const title = `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`;
  return month === undefined ? title : months.format(Date.parse(`${month}-01`));
}

/** Names a fragment within a sentence; a summary is “the summary of Monday 9 November”. */
export function describeFragment(key: string): string {
  return summaryKey.test(key) ? `the summary of ${nameFragment(key)}` : nameFragment(key);
}
