// Parses a message, as Markdown marks it, into paragraphs, headings, lists, quotes, code and tables.

import MarkdownIt, { type Token } from 'markdown-it';

export interface Part {
  /** The element that shows the part; words have none. */
  readonly tag: string;
  /** The number of an item in a numbered list, as it was written. */
  readonly number: number | undefined;
  /** The words of a part without parts of its own, such as code. */
  readonly text: string;
  readonly parts: Part[];
}

/** The parser would leave out parts that are nested deeper, so a message with such parts is shown as it was written. */
const deepest = 40;

/**
 * Only these marks of Markdown count. Links, pictures, HTML and entities stay the text that they are, and words between
 * asterisks are found as in a story.
 */
const markdown = new MarkdownIt('zero', { maxNesting: deepest }).enable([
  'backticks',
  'blockquote',
  'fence',
  'heading',
  'list',
  'table',
]);

export function parseMessage(message: string): readonly Part[] {
  const tokens = markdown.parse(message, {});
  const isCut = tokens.some(({ level }) => level >= deepest - 1);
  return isCut ? [buildPart('p', { parts: [buildPart('', { text: message })] })] : groupTokens(tokens);
}

/** All words of the parts and of those within them, one after the other. */
export function joinText(parts: readonly Part[]): string {
  return parts.map(({ text, parts: within }) => text + joinText(within)).join('');
}

/**
 * Builds a tree from the list of tokens, in which the tokens of an element stand between one that opens it and one that
 * closes it.
 */
function groupTokens(tokens: readonly Token[]): readonly Part[] {
  const top: Part[] = [];
  const open: Part[][] = [top];
  for (const token of tokens) {
    if (token.nesting < 0) open.pop();
    else open.at(-1)?.push(...buildParts(token));
    if (token.nesting > 0) open.push(open.at(-1)?.at(-1)?.parts ?? []);
  }
  return top;
}

function buildParts({ type, tag, info, content, children }: Token): readonly Part[] {
  if (type === 'inline')
    return (children ?? []).map((child) => buildPart(child.tag, { text: child.content }));
  if (type === 'fence') return [buildPart('pre', { text: content.replace(/\n$/u, '') })];
  return [buildPart(tag, { number: type === 'list_item_open' && info !== '' ? Number(info) : undefined })];
}

function buildPart(tag: string, part: Partial<Omit<Part, 'tag'>>): Part {
  return { tag, number: undefined, text: '', parts: [], ...part };
}
