// Parses Markdown into blocks of plain text: headings with their depth, paragraphs without their marks.

import { loadYaml } from '@terrarium/kernel/load-yaml';
import { type Block, countWords, type LeftOut } from '../book.ts';
import { collectReferences, stripMarks } from './strip-marks.ts';

export interface MarkdownPage {
  readonly blocks: readonly Block[];
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly pictures: number;
  readonly leftOut: readonly LeftOut[];
}

const atxHeading = /^ {0,3}(?<marks>#{1,6})(?=[ \t]|$)/u;
const underline = /^ {0,3}(?<mark>=+|-{2,})[ \t]*$/u;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
const fence = /^ {0,3}(?<fence>`{3,}|~{3,})/u;
const listItem = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+(?=\S)/u;
const quoteMark = /^ {0,3}(?:>[ \t]?)+/u;
const tableRule = /^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*(?:(?::?-+:?|:)[ \t]*)?)+$/u;

interface Reading {
  readonly drafts: { readonly text: string; readonly depth: number | undefined; readonly isCode: boolean }[];
  open: string[];
  /** The fence that opened the present code block. */
  fence: string | undefined;
  isComment: boolean;
  commentWords: number;
}

export function parseMarkdown(lines: Iterable<string>): MarkdownPage {
  const reading: Reading = { drafts: [], open: [], fence: undefined, isComment: false, commentWords: 0 };
  const front = readFrontMatter(lines);
  for (const line of front.rest) parseLine(reading, line);
  closeParagraph(reading);
  const { blocks, pictures } = stripDrafts(reading);
  const leftOut = [
    { what: 'front matter in YAML', words: front.words },
    { what: 'comments', words: reading.commentWords },
  ];
  return { blocks, title: front.title, author: front.author, pictures, leftOut };
}

function stripDrafts(reading: Reading): { readonly blocks: readonly Block[]; readonly pictures: number } {
  const references = collectReferences(
    reading.drafts.filter(({ isCode }) => !isCode).map(({ text }) => text),
  );
  let pictures = 0;
  const blocks: Block[] = [];
  for (const { text, depth, isCode } of reading.drafts) {
    if (isCode) {
      blocks.push({ text });
      continue;
    }
    const plain = stripMarks(text, references);
    pictures += plain.pictures;
    if (plain.text !== '') blocks.push({ text: plain.text, depth, isLinked: plain.isLinked });
  }
  return { blocks, pictures };
}

function parseLine(reading: Reading, line: string): void {
  if (reading.fence !== undefined) parseCode(reading, line);
  else parseShown(reading, line);
}

function parseShown(reading: Reading, line: string): void {
  const shown = stripLineComments(reading, line);
  if (shown.trim() === '') {
    if (line.trim() === '' || reading.open.length === 0) closeParagraph(reading);
    return;
  }
  const opening = fence.exec(shown)?.groups?.['fence'];
  if (opening !== undefined && !shown.slice(shown.indexOf(opening) + opening.length).includes('`')) {
    closeParagraph(reading);
    reading.fence = opening;
    return;
  }
  parseText(reading, shown);
}

function parseText(reading: Reading, line: string): void {
  const heading = atxHeading.exec(line)?.groups?.['marks'];
  const setext = underline.exec(line)?.groups?.['mark'];
  if (heading !== undefined) {
    closeParagraph(reading);
    addDraft(reading, stripClosing(line.trim().slice(heading.length)), heading.length);
  } else if (setext !== undefined && isUnderlined(reading.open)) {
    const text = reading.open.join('\n');
    reading.open = [];
    addDraft(reading, text, setext.startsWith('=') ? 1 : 2);
  } else if (rule.test(line)) {
    closeParagraph(reading);
    addDraft(reading, '\\* \\* \\*', undefined);
  } else if (!tableRule.test(line)) {
    addLine(reading, line);
  }
}

/** Removes the `#` signs at the end of a heading. */
function stripClosing(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '#') end -= 1;
  return /^[ \t]?$/u.test(text.charAt(end - 1)) ? text.slice(0, end) : text;
}

/**
 * Whether a row of signs right below the paragraph would make it a heading. The paragraph must be short and not a
 * list.
 */
function isUnderlined(open: readonly string[]): boolean {
  return open.length > 0 && open.length <= 3 && !open.some((line) => listItem.test(line));
}

/** Strips the marks of quotations and lists. Each list item becomes a paragraph, each table row a line. */
function addLine(reading: Reading, line: string): void {
  const unquoted = line.replace(quoteMark, '');
  if (unquoted.trim() === '' || listItem.test(unquoted)) closeParagraph(reading);
  if (unquoted.trim() === '') return;
  const text = unquoted.replace(listItem, '');
  const isRow = /^\s*\|.*\|\s*$/u.test(text);
  reading.open.push(
    isRow ? text.replace(/^\s*\||\|\s*$/gu, '').replaceAll(/ {0,3}(?<!\\)\| {0,3}/gu, '\t') : text,
  );
}

function parseCode(reading: Reading, line: string): void {
  const closing = fence.exec(line)?.groups?.['fence'];
  const isClosed = closing?.startsWith(reading.fence ?? '') === true && line.trim() === closing;
  if (!isClosed) {
    reading.open.push(line);
    return;
  }
  closeCode(reading);
}

function closeCode(reading: Reading): void {
  const text = reading.open.join('\n').replace(/^\n+/u, '').trimEnd();
  reading.open = [];
  reading.fence = undefined;
  if (text !== '') reading.drafts.push({ text, depth: undefined, isCode: true });
}

/** Removes comments from the line and counts their words. */
function stripLineComments(reading: Reading, line: string): string {
  let shown = '';
  let rest = line;
  while (rest !== '') {
    const mark = reading.isComment ? '-->' : '<!--';
    const at = rest.indexOf(mark);
    const piece = at === -1 ? rest : rest.slice(0, at);
    if (reading.isComment) reading.commentWords += countWords(piece);
    else shown += piece;
    if (at === -1) break;
    reading.isComment = !reading.isComment;
    rest = rest.slice(at + mark.length);
  }
  return shown;
}

function closeParagraph(reading: Reading): void {
  if (reading.fence !== undefined) {
    closeCode(reading);
    return;
  }
  const lines = reading.open;
  reading.open = [];
  addDraft(reading, lines.map((line) => line.trimEnd()).join('\n'), undefined);
}

function addDraft(reading: Reading, text: string, depth: number | undefined): void {
  if (text.trim() !== '') reading.drafts.push({ text: text.trim(), depth, isCode: false });
}

interface FrontMatter {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly words: number;
  /** The lines after the front matter; all lines if there is none. */
  readonly rest: Iterable<string>;
}

const longest = 200;
const begins = /^\u{feff}?---\s*$/u;
const ends = /^(?:---|\.\.\.)\s*$/u;

/**
 * Reads names and values at the very start: from a line of three hyphens to the next such line, or to a line of three
 * dots.
 */
function readFrontMatter(lines: Iterable<string>): FrontMatter {
  const iterator = lines[Symbol.iterator]();
  const held: string[] = [];
  let next = iterator.next();
  let isEnd = false;
  while (
    next.done !== true &&
    !isEnd &&
    (held.length === 0 ? begins.test(next.value) : held.length < longest)
  ) {
    isEnd = held.length > 0 && ends.test(next.value);
    held.push(next.value);
    next = iterator.next();
  }
  const fields = isEnd ? parseFields(held.slice(1, -1).join('\n')) : undefined;
  const behind = next.done === true ? [] : [next.value];
  const rest = joinLines(fields === undefined ? [...held, ...behind] : behind, iterator);
  const words = fields === undefined ? 0 : countWords(held.join('\n'));
  return { title: readName(fields?.get('title')), author: readName(fields?.get('author')), words, rest };
}

function* joinLines(first: readonly string[], rest: Iterator<string>): Generator<string> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

function parseFields(yaml: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = loadYaml().parse(yaml, { maxAliasCount: 0, logLevel: 'silent' });
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? new Map(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

function readName(value: unknown): string | undefined {
  const names = (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string');
  const text = names.join(', ').replace(/\s+/gu, ' ').trim();
  return text === '' ? undefined : text;
}
