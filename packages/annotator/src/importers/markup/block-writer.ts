// Block writer: collects the text of a page into blocks, with white space as a browser shows it.

import { type Block, sceneBreak } from '../book.ts';

export interface BlockWriter {
  addText(text: string, isLinked?: boolean): void;
  /** Separates two cells of a table. */
  addTab(): void;
  /** Adds a line break to the block. Two in a row end the block, because people separate paragraphs in this way. */
  addLineBreak(): void;
  finishBlock(): void;
  /** Begins a heading of this depth, or ends the heading if the depth is undefined. */
  setHeading(depth: number | undefined): void;
  /** Adds a line across the page, which marks a change of scene. */
  addRule(): void;
  /** Begins a new block that has this id, if the id is one of the wanted targets. */
  addTarget(id: string): void;
  /** Adds a letter that the page shows as a picture at the beginning of a word. */
  addInitial(letter: string): void;
  /** Begins another zone of the page; its first zone is 0. */
  setZone(zone: number): void;
  /** Adds the change to a sum. White space is kept as it is while the sum is positive. */
  updateKeptSpace(change: 1 | -1): void;
  /** The present end of the open block, for `removeAdded`. */
  readPlace(): number;
  /** Removes the text that was added since the place, if it follows a word and matches the pattern as a whole. */
  removeAdded(place: number, pattern: RegExp): boolean;
  finish(): readonly WrittenBlock[];
}

export interface WrittenBlock extends Block {
  readonly zone: number;
}

/** A heading with more characters most likely lacks its end tag. */
const longestHeading = 400;
/**
 * A line counts as linked from this share on: in a table of contents, chapter and page numbers are often outside the
 * link.
 */
const linkedShare = 0.5;

interface OpenBlock {
  readonly blocks: WrittenBlock[];
  readonly targets: ReadonlySet<string>;
  /** Pieces of the current block. A single text would be copied each time something is added. */
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

/** Returns the number of characters added. */
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

/**
 * Removes soft hyphens and marks without width; turns non-breaking spaces into spaces and, unless white space is kept,
 * each run of it into one space.
 */
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
