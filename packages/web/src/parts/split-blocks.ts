// Splits a message into blocks, as Markdown marks them: lines of text, list items, quotes, headings, code and tables.

export interface Block {
  readonly kind: 'line' | 'item' | 'quote' | 'heading' | 'code' | 'table';
  /** Where the block begins in the message. */
  readonly at: number;
  /** The text without the marks; only an item keeps its number or dash. */
  readonly text: string;
  /** How deep an item stands in its list, from 0. */
  readonly depth: number;
}

interface Line {
  readonly at: number;
  readonly text: string;
}

const fence = /^ {0,3}(```|~~~)/u;
const item = /^(\s*)([-*+]|\d{1,3}[.)])\s+(?=\S)/u;
const tableRow = /^\s*\|.*\|\s*$/u;
const tableRule = /^[\s|:-]+$/u;

export function splitBlocks(message: string): readonly Block[] {
  const lines = splitLines(message);
  const blocks: Block[] = [];
  for (let from = 0; from < lines.length; ) {
    const to = findEnd(lines, from);
    blocks.push(buildBlock(lines.slice(from, to)));
    from = to;
  }
  return blocks;
}

interface Cell {
  readonly at: number;
  readonly text: string;
}

/** The rows of a table, each with its cells. */
export function splitRows({ text }: Pick<Block, 'text'>): readonly { at: number; cells: readonly Cell[] }[] {
  return splitLines(text).map(({ at, text: row }) => ({
    at,
    cells: row
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell, column) => ({ at: column, text: cell.trim() })),
  }));
}

interface Stretch {
  readonly at: number;
  readonly text: string;
  readonly isCode: boolean;
}

/** Separates text between two backticks from the rest of the line. */
export function splitCode(line: string): readonly Stretch[] {
  let at = 0;
  return line
    .split(/(`[^`\s](?:[^`]*[^`\s])?`)/u)
    .map((piece) => {
      const begun = at;
      at += piece.length;
      const isCode = piece.length > 2 && piece.startsWith('`') && piece.endsWith('`');
      return { at: begun, text: isCode ? piece.slice(1, -1) : piece, isCode };
    })
    .filter(({ text }) => text !== '');
}

function splitLines(message: string): readonly Line[] {
  let at = 0;
  return message.split('\n').map((text) => {
    const begun = at;
    at += text.length + 1;
    return { at: begun, text };
  });
}

/**
 * The index after the last line of the block that begins here. Code without a closing fence extends to the end of the
 * message.
 */
function findEnd(lines: readonly Line[], from: number): number {
  const mark = fence.exec(lines[from]?.text ?? '')?.[1];
  if (mark !== undefined) {
    const end = lines.findIndex(({ text }, at) => at > from && text.trim() === mark);
    return end < 0 ? lines.length : end + 1;
  }
  if (!isTable(lines, from)) return from + 1;
  const end = lines.findIndex(({ text }, at) => at > from && !tableRow.test(text));
  return end < 0 ? lines.length : end;
}

/** A table has a rule below its first row. */
function isTable(lines: readonly Line[], from: number): boolean {
  const [head, rule] = [lines[from]?.text ?? '', lines[from + 1]?.text ?? ''];
  return tableRow.test(head) && tableRow.test(rule) && tableRule.test(rule);
}

function buildBlock(lines: readonly Line[]): Block {
  const [first] = lines;
  const { at, text } = first ?? { at: 0, text: '' };
  const mark = fence.exec(text)?.[1];
  if (mark !== undefined) {
    const inside = lines.slice(1, lines.at(-1)?.text.trim() === mark && lines.length > 1 ? -1 : undefined);
    return { kind: 'code', at, text: joinLines(inside), depth: 0 };
  }
  if (lines.length > 1) {
    return { kind: 'table', at, text: joinLines(lines.filter((_, row) => row !== 1)), depth: 0 };
  }
  return buildLine({ at, text });
}

function buildLine({ at, text }: Line): Block {
  const [whole, indent = '', mark = ''] = item.exec(text) ?? [];
  if (whole !== undefined) {
    const shown = /\d/u.test(mark) ? mark : '•';
    const depth = Math.min(3, Math.floor(indent.replaceAll('\t', '  ').length / 2));
    return { kind: 'item', at, text: `${shown} ${text.slice(whole.length)}`, depth };
  }
  const heading = /^#{1,6}\s+(?=\S)/u.exec(text)?.[0];
  if (heading !== undefined) return { kind: 'heading', at, text: text.slice(heading.length), depth: 0 };
  const quote = /^>\s?/u.exec(text)?.[0];
  if (quote !== undefined) return { kind: 'quote', at, text: text.slice(quote.length), depth: 0 };
  return { kind: 'line', at, text, depth: 0 };
}

function joinLines(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}
