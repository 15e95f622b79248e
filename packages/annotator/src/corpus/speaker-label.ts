// Speaker labels: the name before the words of a speaker, at the beginning of a line, as in a transcript.

import type { Span } from './corpus.ts';

/** Longer than any name with a remark in parentheses; a clause before a colon is mostly longer. */
const longestLabel = 60;
const inCapitals = /^\p{Lu}[\p{Lu}\p{M}\p{N}\s.'’&/,+-]+$/u;

/** Whether a name is how somebody stands before what he says: `LAURA:`. */
export function isLabel(name: string): boolean {
  return /[\p{L}\p{M}\p{N}.]:$/u.test(name);
}

/** The words that say who speaks in the line where a place stands, if the place is a part of them. */
export function findLabel(text: string, { start, end }: Span): string | undefined {
  const before = text.slice(Math.max(0, start - longestLabel), start);
  const lineStart = before.lastIndexOf('\n') + 1;
  if (lineStart === 0 && start > longestLabel) return undefined;
  const after = text.slice(end, end + longestLabel);
  const stop = after.search(/[:\n]/u);
  if (after[stop] !== ':' || !/^(?:[\s*_]|$)/u.test(after.slice(stop + 1, stop + 2))) return undefined;
  return trimLabel(`${before.slice(lineStart)}${text.slice(start, end)}${after.slice(0, stop)}`);
}

/** Who speaks in a line, as it says; undefined where it does not. */
export function readSpeaker(line: string): string | undefined {
  const end = line.slice(0, longestLabel).indexOf(':');
  return end < 0 ? undefined : trimLabel(line.slice(0, end));
}

/** Without marks, quotation marks and remarks in parentheses around it. */
export function trimLabel(label: string): string {
  return label
    .replace(/\([^()]*\)/gu, '')
    .replace(/^[\s*_>"“]+/u, '')
    .replace(/(?<![\s*_])[\s*_]+$/u, '');
}

/** Whether who speaks is written in capitals, one speaker or several: `LAURA`, `SAM and LIAM`. */
export function isCapitalLabel(label: string): boolean {
  return inCapitals.test(label.replaceAll(' and ', ' & ')) && /\p{Lu}.*\p{Lu}/su.test(label);
}
