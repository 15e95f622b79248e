// Makes what somebody said safe in a prompt: no tag of ours, no heading, no character that is invisible or reverses text.

import { displayTags, workingTags } from '../tags/tag.ts';

const names = [...displayTags, ...workingTags].join('|');
const ownTag = new RegExp(`<(\\s*(?:/\\s*)?(?:${names})\\s*(?:/\\s*)?)>`, 'giu');
/**
 * Control characters, marks that change the direction of text, and invisible characters; tab and line break are kept.
 */
const unseen = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

/** Angle brackets of our tags become ‹ ›; lines after the first are indented, so that none begins like a heading. */
export function escapeTagsInBlock(text: string): string {
  return escapeTags(text).replace(/\n+/g, '\n  ');
}

/** The same for one line, in which there are no line breaks. */
export function escapeTagsInLine(text: string): string {
  return escapeTags(text).replace(/\s+/gu, ' ');
}

function escapeTags(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(unseen, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replace(ownTag, '‹$1›')
    .trim();
}
