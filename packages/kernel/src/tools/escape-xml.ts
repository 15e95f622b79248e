// Escapes text for the small XML in which prompts and tool answers are written.

import { stripEscapes } from '../base/strip-escapes.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Text content: `&`, `<` and `>` become entities. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? character);
}

/** Attribute value: quotes and line breaks too. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character).replace(/\s+/g, ' ');
}

/**
 * What somebody sent, to be shown inside a sentence: one well-formed line without control characters, cut, and escaped
 * as text content.
 */
export function escapeLine(text: string, maxCharacters = 120): string {
  const start = text.slice(0, maxCharacters * 4).toWellFormed();
  const line = stripEscapes(start)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= maxCharacters) return escapeText(line);
  return `${escapeText(line.slice(0, maxCharacters - 1).toWellFormed())}…`;
}

/** The text before `escapeText` or `escapeAttribute`; unknown entities stay as they are. */
export function decodeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (whole, name: string) => characters[name] ?? whole);
}
