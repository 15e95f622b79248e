// Finds the labels of speakers: names at the beginning of a line, before what somebody says, as in a transcript.

import type { Span } from './corpus.ts';

/** No label is longer. Names with a remark in parentheses are shorter, but most clauses before a colon are longer. */
const longestLabel = 60;
const inCapitals = /^\p{Lu}[\p{Lu}\p{M}\p{N}\s.'’&/,+-]+$/u;

/** Whether a name is a label before what somebody says: `LAURA:`. */
export function isLabel(name: string): boolean {
  return /[\p{L}\p{M}\p{N}.]:$/u.test(name);
}

/** The label of the line that contains a span, if the span is part of the label. */
export function findLabel(text: string, { start, end }: Span): string | undefined {
  const before = text.slice(Math.max(0, start - longestLabel), start);
  const lineStart = before.lastIndexOf('\n') + 1;
  if (lineStart === 0 && start > longestLabel) return undefined;
  const after = text.slice(end, end + longestLabel);
  const stop = after.search(/[:\n]/u);
  if (after[stop] !== ':' || !/^(?:[\s*_]|$)/u.test(after.slice(stop + 1, stop + 2))) return undefined;
  return trimLabel(`${before.slice(lineStart)}${text.slice(start, end)}${after.slice(0, stop)}`);
}

/**
 * Whether words follow a name and its colon on the same line. If none do, the name usually opens a letter; but in a
 * text with several speakers in this style (at least two such names, one of them more than once) it is a label.
 */
export function hasWordsBehind(text: string, nameEnd: number): boolean {
  const lineEnd = text.indexOf('\n', nameEnd);
  const rest = text.slice(nameEnd, lineEnd < 0 ? undefined : lineEnd);
  return /[\p{L}\p{N}]/u.test(rest.slice(rest.indexOf(':') + 1)) || hasLinesOfSpeakers(text);
}

let newest = { text: '', isSo: false };

/** The result for the newest text is kept, because this function is called for each such name in a text. */
function hasLinesOfSpeakers(text: string): boolean {
  if (newest.text !== text) newest = { text, isSo: computeLinesOfSpeakers(text) };
  return newest.isSo;
}

function computeLinesOfSpeakers(text: string): boolean {
  const alone = text.split('\n').flatMap((line) => {
    const speaker = readSpeaker(line);
    const isName = speaker !== undefined && /^\p{Lu}[^:]*:[\s*_]*$/u.test(line.replace(/^[\s*_>]+/u, ''));
    return isName ? [speaker] : [];
  });
  const names = new Set(alone);
  return names.size > 1 && alone.length > names.size;
}

/** Who speaks in a line, as the line says; undefined if the line does not say who speaks. */
export function readSpeaker(line: string): string | undefined {
  const end = line.slice(0, longestLabel).indexOf(':');
  return end < 0 ? undefined : trimLabel(line.slice(0, end));
}

/** The label without marks or quotation marks around it, and without remarks in parentheses. */
export function trimLabel(label: string): string {
  return label
    .replace(/\([^()]*\)/gu, '')
    .replace(/^[\s*_>"“]+/u, '')
    .replace(/(?<![\s*_])[\s*_]+$/u, '');
}

/** Whether a label is written in capitals; it may name one speaker or several: `LAURA`, `SAM and LIAM`. */
export function isCapitalLabel(label: string): boolean {
  return inCapitals.test(label.replaceAll(' and ', ' & ')) && /\p{Lu}.*\p{Lu}/su.test(label);
}
