// Block writer: collects the text of a page into blocks, with white space as a browser shows it.

import { type Block, sceneBreak } from '../book.ts';

export interface BlockWriter {
  addText(text: string, isLinked?: boolean): void;
  /** The end of a table's cell. */
  addTab(): void;
  /** A line break in the block. Two in a row end the block, since people separate paragraphs that way. */
  addLineBreak(): void;
  finishBlock(): void;
  /** Begins a heading of that depth; undefined ends it. */
  setHeading(depth: number | undefined): void;
  /** A line across the page, which marks a change of scene. */
  addRule(): void;
  /** A link target. A target that is wanted begins a block. */
  addTarget(id: string): void;
  /** Adds the letter that is shown as a picture at the beginning of a word. */
  addInitial(letter: string): void;
  /** Begins another zone of the page; the first is 0. */
  setZone(zone: number): void;
  /** White space is kept as it is while the sum of changes is positive. */
  updateKeptSpace(change: 1 | -1): void;
  /** Where in the open block the writer is, for `removeAdded`. */
  readPlace(): number;
  /** Removes what was added since the place, if it follows a word and is nothing but the pattern. */
  removeAdded(place: number, pattern: RegExp): boolean;
  finish(): readonly WrittenBlock[];
}

/** A block and its zone. */
export interface WrittenBlock extends Block {
  readonly zone: number;
}

/** A longer heading lacks its end tag. */
const longestHeading = 400;
/** In a line of contents, part of the text (chapter and page numbers) is often outside the link. */
const linkedShare = 0.5;

interface OpenBlock {
  readonly blocks: WrittenBlock[];
  readonly targets: ReadonlySet<string>;
  /** Pieces of the current block; a single long text would be copied over and over. */
  pieces: string[];
  waiting: string[];
  depth: number | undefined;
  keptSpace: number;
  linkedLength: number;
  zone: number;
}

export function createBlockWriter(targets: ReadonlySet<string>): BlockWriter {
  const open: OpenBlock = {
    blocks: [],
    targets,
    pieces: [],
    waiting: [],
    depth: undefined,
    keptSpace: 0,
    linkedLength: 0,
    zone: 0,
  };
  return {
    addText: (text, isLinked = false) => {
      const added = addText(open, text);
      if (isLinked) open.linkedLength += added;
    },
    addTab: () => open.pieces.push('\t'),
    addLineBreak: () => addLineBreak(open),
    finishBlock: () => finishBlock(open),
    setHeading: (depth) => {
      finishBlock(open);
      open.depth = depth;
    },
    addRule: () => {
      finishBlock(open);
      open.pieces.push(sceneBreak);
      finishBlock(open);
    },
    addTarget: (id) => {
      if (!targets.has(id)) return;
      finishBlock(open);
      open.waiting.push(id);
    },
    addInitial: (letter) => {
      if (/^\p{L}$/u.test(letter.trim())) open.pieces.push(letter.trim());
    },
    setZone: (zone) => {
      if (zone === open.zone) return;
      finishBlock(open);
      open.zone = zone;
    },
    updateKeptSpace: (change) => {
      open.keptSpace += change;
    },
    readPlace: () => open.pieces.length,
    removeAdded: (place, pattern) => removeAdded(open, place, pattern),
    finish: () => {
      finishBlock(open);
      if (open.waiting.length > 0) open.blocks.push({ text: '', targets: open.waiting, zone: 0 });
      return open.blocks;
    },
  };
}

/** Returns how much was added. */
function addText(open: OpenBlock, text: string): number {
  const plain = normaliseSpace(text, open.keptSpace > 0);
  const isDoubled = plain.startsWith(' ') && open.keptSpace === 0 && /^$|\s$/u.test(open.pieces.at(-1) ?? '');
  const piece = isDoubled ? plain.slice(1) : plain;
  if (piece !== '') open.pieces.push(piece);
  return piece.length;
}

function addLineBreak(open: OpenBlock): void {
  const isSecond = open.pieces.at(-1) === '\n' && open.keptSpace === 0 && open.depth === undefined;
  if (isSecond) finishBlock(open);
  else open.pieces.push('\n');
}

function finishBlock(open: OpenBlock): void {
  const text = trimLines(open.pieces.join(''));
  const isLinked = open.linkedLength > text.length * linkedShare;
  open.pieces = [];
  open.linkedLength = 0;
  if (text === '') return;
  const depth = text.length > longestHeading ? undefined : open.depth;
  open.blocks.push({ text, depth, targets: open.waiting, isLinked, zone: open.zone });
  open.waiting = [];
}

function removeAdded(open: OpenBlock, place: number, pattern: RegExp): boolean {
  const added = open.pieces.slice(place).join('').trim();
  if (!pattern.test(added) || !/\S$/u.test(open.pieces[place - 1] ?? '')) return false;
  open.pieces.length = place;
  return true;
}

/** Removes soft hyphens and marks without width; turns non-breaking spaces into spaces. */
function normaliseSpace(text: string, isKept: boolean): string {
  const plain = text
    .replace(/\r\n?/gu, '\n')
    .replace(/[\u00ad\u200b\u2060\ufeff]/gu, '')
    .replace(/[\p{Cc}--[\t\n]]|\u00a0/gv, ' ');
  return isKept ? plain : plain.replace(/\s+/gu, ' ');
}

function trimLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.join('\n').replace(/^\n+/u, '').trimEnd();
}
