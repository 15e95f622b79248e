// Renders data for a prompt: small XML in which every text stays text, and lists that keep within a budget.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { escapeAttribute, escapeText } from '@terrarium/kernel/foreign-text';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with content that is already rendered; an empty text if the content is empty, so that nothing is sent. */
export function renderElement(name: string, attributes: Attributes, content: string): string {
  if (content === '') return '';
  const rendered = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => ` ${key}="${escapeAttribute(stripControls(String(value)))}"`)
    .join('');
  return `<${name}${rendered}>${content}</${name}>`;
}

/** A block of lines in an element of its own. */
export function renderBlock(name: string, lines: readonly string[], attributes: Attributes = {}): string {
  return lines.length === 0 ? '' : renderElement(name, attributes, `\n${lines.join('\n')}\n`);
}

/** Escapes a text of a player, a model or a book as the content of an element. */
export function renderText(text: string): string {
  return escapeText(stripControls(text));
}

/** Puts a text on one line, cuts it at the limit, and escapes it. */
export function renderLine(text: string, maxCharacters = 300): string {
  const line = stripControls(text).replace(/\s+/g, ' ').trim();
  if (line.length <= maxCharacters) return escapeText(line);
  return `${escapeText(line.slice(0, maxCharacters - 1).toWellFormed())}…`;
}

/**
 * Replaces lone surrogates, and control characters other than line breaks and tabs, which a request must not contain.
 */
export function stripControls(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, ' ');
}

/** The first lines that fit, and then how many were left out. */
export function cutLines(lines: readonly string[], tokens: number): readonly string[] {
  let left = tokens;
  const fitting: string[] = [];
  for (const line of lines) {
    left -= estimateTokens(line) + 1;
    if (left < 0) break;
    fitting.push(line);
  }
  const missing = lines.length - fitting.length;
  return missing === 0 ? lines : [...fitting, `(${missing} more left out)`];
}

/** Whether all of the lines fit. */
export function isFitting(lines: readonly string[], tokens: number): boolean {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0) <= tokens;
}

/** All of the lines if they fit; otherwise cuts long ones at their ends, so that as few as possible are left out. */
export function cutEnds(lines: readonly string[], tokens: number): readonly string[] {
  if (isFitting(lines, tokens)) return lines;
  const each = Math.max(leastOfLine, Math.floor(tokens / lines.length) - 2);
  return cutLines(
    lines.map((line) => cutEnd(line, each)),
    tokens,
  );
}

/** A line of fewer tokens says too little. */
const leastOfLine = 20;

function cutEnd(line: string, tokens: number): string {
  const estimated = estimateTokens(line);
  if (estimated <= tokens) return line;
  const start = line.slice(0, Math.floor((line.length * tokens) / estimated));
  return `${start.slice(0, Math.max(1, start.lastIndexOf(' '))).toWellFormed()} …`;
}

/** The text; if it has too many tokens, without its middle, since beginning and end say the most. */
export function cutText(text: string, tokens: number): string {
  const estimated = estimateTokens(text);
  if (estimated <= tokens) return text;
  const half = Math.max(0, Math.floor((text.length * (tokens / estimated) * 0.9) / 2));
  const start = text.slice(0, half).toWellFormed();
  const end = half === 0 ? '' : text.slice(-half).toWellFormed();
  return `${start} […] ${end}`;
}
