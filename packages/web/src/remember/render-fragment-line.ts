// Renders lines of a fragment for a page: days in words, the speaker before the day, and no numbers of moments.

import { renderShortDay } from '../parts/time-text.ts';
import { unnamed } from './talk.ts';

/** The beginning of a line by the built-in writer: the day, or `undated`, and the speaker. */
const opening = /^(?<mark>- )?(?:(?<day>\d{4}-\d\d-\d\d)|undated), (?<speaker>[^:]{1,80}): /u;
const numbers = /\s?\(#\d+(?:(?:[,;] |[–-]| and )#?\d+)*\)(?=$|[\s.,;:!?。、，；：！？])/gu;
/** A day as programs write it, such as `2026-11-30`. */
const written = /(?<![\d-])\d{4}-\d\d-\d\d(?![\d-]|T\d)/gu;

export function renderFragmentLines(text: string): string {
  return text
    .split('\n')
    .map((line) => renderFragmentLine(line))
    .join('\n');
}

export function renderFragmentLine(line: string, nowMs = Date.now()): string {
  const words = line.replace(numbers, '');
  const parts = opening.exec(words);
  if (parts?.groups === undefined) return renderDays(words, nowMs);
  const { mark = '', day, speaker = '' } = parts.groups;
  const name = speaker === unnamed ? 'You' : speaker;
  const when = day === undefined ? '' : `, ${renderShortDay(Date.parse(day), 'UTC', nowMs)}`;
  return `${mark}${name}${when}: ${renderDays(words.slice(parts[0].length), nowMs)}`;
}

function renderDays(words: string, nowMs: number): string {
  return words.replaceAll(written, (day) => {
    const atMs = Date.parse(day);
    return Number.isNaN(atMs) ? day : renderShortDay(atMs, 'UTC', nowMs);
  });
}
