// Renders where a rulebook contradicts itself, a line for each place, and how to choose the version that was not used.

import { quoteArgument } from '@terrarium/composition/render-command';
import type { Reading } from '@terrarium/rpg/manifest';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

const mostShown = 20;
const longestSaid = 90;

export function renderReadings(readings: readonly Reading[], path: string, width: number): readonly string[] {
  if (readings.length === 0) return [];
  const lines = readings.slice(0, mostShown).map(({ about, taken, other }, at) => {
    const [first, second] = taken.where === other.where ? ['first', 'then'] : [taken.where, other.where];
    return `${at + 1}. ${about}: ${first} says ${renderSaid(taken.says)}; ${second} says ${renderSaid(other.says)}. Taken: ${first}.`;
  });
  const more = readings.length - lines.length;
  const command = `terrarium play systems ${quoteArgument(path)} --take 1`;
  return [
    '',
    paint(`Where the book contradicts itself (${readings.length})`, 'bold'),
    ...lines.flatMap((line) => wrapText(line, { width, indent: '     ', first: '  ' })),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...wrapText(`"${command}" takes the other reading of number 1.`, { width, indent: '  ', first: '  ' }),
  ];
}

/** A value in words, not as JSON, and cut if it is long. */
function renderSaid(says: unknown): string {
  const text = describe(says);
  if (text.length <= longestSaid) return text;
  return `${text.slice(0, longestSaid).replace(/(?<!\s)\s+\S*$/u, '')} …`;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map(describe).join('; ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name.replaceAll('_', ' ')} ${describe(one)}`)
    .join(', ');
}
