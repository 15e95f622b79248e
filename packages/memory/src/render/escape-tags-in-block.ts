// Makes foreign text safe in a prompt: escapes our tags, prevents headings, and removes invisible characters.

import { displayTags, workingTags } from '../tags/tag.ts';

const names = [...displayTags, ...workingTags].join('|');
const ownTag = new RegExp(`<(\\s*(?:/\\s*)?(?:${names})\\s*(?:/\\s*)?)>`, 'giu');
/**
 * Control characters, marks that change the direction of text, and invisible characters. Tabs, line breaks
 * and the sign that gives an emoji its colour are kept.
 */
const unseen = /(?!(?<=\p{Emoji})\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/**
 * Replaces the angle brackets of our tags by ‹ ›, and indents lines after the first, so that none begins like a
 * heading.
 */
export function escapeTagsInBlock(text: string): string {
  return escapeTags(text).replace(/\n+/g, '\n  ');
}

/**
 * Makes words safe in the same way as `escapeTagsInBlock`, and replaces line breaks with blanks, so that the words stay
 * on one line.
 */
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
