// Renders lines of a fragment for a page: the speaker comes before the day, and the numbers of moments are left out.

import { renderShortDay } from '../parts/time-text.ts';
import { unnamed } from './talk.ts';

/** The day and the speaker with which the built-in writer begins a line. */
const opening = /^(?<mark>- )?(?:(?<day>\d{4}-\d\d-\d\d)|undated), (?<speaker>[^:]{1,80}): /u;
const numbers = /\s?\(#\d+(?:, #\d+)*\)(?=$|[\s.,;])/gu;

export function renderFragmentLines(text: string): string {
  return text
    .split('\n')
    .map((line) => renderFragmentLine(line))
    .join('\n');
}

export function renderFragmentLine(line: string, nowMs = Date.now()): string {
  const words = line.replace(numbers, '');
  const parts = opening.exec(words);
  if (parts?.groups === undefined) return words;
  const { mark = '', day, speaker = '' } = parts.groups;
  const name = speaker === unnamed ? 'You' : speaker;
  const when = day === undefined ? '' : `, ${renderShortDay(Date.parse(day), 'UTC', nowMs)}`;
  return `${mark}${name}${when}: ${words.slice(parts[0].length)}`;
}
