// Renders which of the facts that a moment told are no longer true, and what is true now.

import { renderDay } from '../events/render-moment.ts';
import type { ReplacedFact } from '../facts/list-replaced.ts';

/** A text such as "no longer so: home Leeds, now York since Tue 2 January 2024"; empty if all of it is still true. */
export function renderReplaced(replaced: readonly ReplacedFact[], timeZone?: string): string {
  if (replaced.length === 0) return '';
  const each = replaced.map(({ name, formerValue, value, sinceMs }) => {
    const since = sinceMs === undefined ? '' : ` since ${renderDay(sinceMs, timeZone)}`;
    return `${name} ${formerValue}${value === undefined ? '' : `, now ${value}${since}`}`;
  });
  return `no longer so: ${each.join('; ')}`;
}
