// Hook that finds the paragraph at which the reader is, stores it on the server, and returns to it later.

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { sendRequest } from '../client/send-request.ts';
import type { Contents } from './contents.ts';
import type { Paragraph } from './cut-marks.ts';

interface ReadingOptions {
  readonly world: string;
  readonly corpus: string;
  readonly thread: number;
  readonly paragraphs: readonly Paragraph[];
  readonly standing: Contents['standing'];
  /** Whether the paragraphs include the end of the chapter. */
  readonly isWhole: boolean;
  /** Requests the next page of the chapter. */
  readonly onMore: () => void;
  /** Whether the place is stored; for a reader who sees the whole story it is not. */
  readonly isKept: boolean;
  /** Called with the new place whenever a place was stored. */
  readonly onMoved: (standing: Contents['standing']) => void;
}

/** The reader has come to a paragraph when its top is above this share of the window's height. */
const line = 0.55;
const settleMs = 600;

export interface ReadingPoint {
  /** Index of the paragraph that the reader has come to. */
  readonly reached: number;
  /**
   * The target to which the reader is being taken, while the pages up to it are loaded; undefined once the target is
   * there.
   */
  readonly sought: Sought | undefined;
}

/** The sentence that the address names, or the place where the reader left off. */
export type Sought = 'sentence' | 'place';

export function useReadingPoint(options: ReadingOptions): ReadingPoint {
  const [reached, setReached] = useState(0);
  const newest = useRef(options);
  newest.current = options;
  const sought = useReturn(options);
  const isThere = options.paragraphs.length > 0 && sought === undefined;
  useEffect(() => {
    // Once the chapter has arrived, however late, the reader's place in it is stored, even if nobody scrolls.
    if (!isThere) return undefined;
    let timer: number | undefined;
    const settle = () => {
      const row = findRow();
      setReached(row);
      void sendPoint(newest.current, row);
    };
    const handleScroll = () => {
      clearTimeout(timer);
      timer = window.setTimeout(settle, settleMs);
    };
    handleScroll();
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', handleScroll);
    };
  }, [isThere]);
  return { reached, sought };
}

/**
 * Goes once to the sentence that the address names, or else to where the reader left off, or else to the top. Requests
 * pages until that sentence is loaded, and meanwhile returns which of the two is sought.
 */
function useReturn({
  corpus,
  thread,
  paragraphs,
  standing,
  isWhole,
  onMore,
}: ReadingOptions): Sought | undefined {
  const { hash } = useLocation();
  const done = useRef<string>(undefined);
  const named = parseNamed(hash);
  const point = named ?? findKept(standing, corpus, thread);
  const row = findRowOf(paragraphs, point);
  const isNamed = named !== undefined;
  const isMissing = point !== undefined && !isWhole && !isSure(row, paragraphs);
  useEffect(() => {
    if (paragraphs.length === 0 || isGone(done.current, { hash, isNamed })) return;
    if (isMissing) {
      onMore();
      return;
    }
    done.current = hash;
    if (row > 0) showRow(row, isNamed ? 'sentence' : 'place');
    else window.scrollTo({ top: 0 });
  }, [hash, isMissing, isNamed, onMore, paragraphs, row]);
  if (!isMissing || isGone(done.current, { hash, isNamed })) return undefined;
  return isNamed ? 'sentence' : 'place';
}

/**
 * The row of the sentence that the address names; -1 if the address names no sentence of this chapter, or the row has
 * not loaded yet.
 */
export function useNamedRow(paragraphs: readonly Paragraph[]): number {
  return findRowOf(paragraphs, parseNamed(useLocation().hash));
}

/** Whether nothing is left to scroll to. A reader who leaves the address of a sentence stays where they are. */
function isGone(
  done: string | undefined,
  { hash, isNamed }: { readonly hash: string; readonly isNamed: boolean },
): boolean {
  return done === hash || (done !== undefined && !isNamed);
}

/** Scrolls twice, because the rows above get their true height only when they are drawn near the window. */
function showRow(row: number, as: Sought): void {
  const show = () => {
    if (as === 'sentence') findElement(row)?.scrollIntoView({ block: 'center' });
    else showAtLine(row);
  };
  show();
  requestAnimationFrame(() => requestAnimationFrame(show));
}

/**
 * Puts the row that the reader had come to just above `line`, so that it still counts as reached: otherwise each visit
 * would move the place.
 */
function showAtLine(row: number): void {
  const top = findElement(row)?.getBoundingClientRect().top;
  if (top !== undefined) window.scrollBy({ top: top - window.innerHeight * line + 1 });
}

/** Finds the sentence where the reader left off, if it is in this chapter. */
function findKept(
  { point, others }: Contents['standing'],
  corpus: string,
  thread: number,
): Point | undefined {
  return [point, ...others].find((one) => one?.corpus === corpus && one.threadId === thread);
}

/**
 * Whether the row surely contains the sentence. The last loaded row need not: the next row may also begin before the
 * sentence.
 */
function isSure(row: number, paragraphs: readonly Paragraph[]): boolean {
  return row >= 0 && row < paragraphs.length - 1;
}

interface Point {
  readonly postId: number;
  readonly offset: number;
}

/** The sentence that an address like `#post-12-340` names. */
function parseNamed(hash: string): Point | undefined {
  const match = /^#post-(\d+)-(\d+)$/u.exec(hash);
  return match === null ? undefined : { postId: Number(match[1]), offset: Number(match[2]) };
}

function findRowOf(paragraphs: readonly Paragraph[], point: Point | undefined): number {
  if (point === undefined) return -1;
  return paragraphs.findLastIndex(({ postId, start }) => postId === point.postId && start <= point.offset);
}

function findElement(row: number): Element | null {
  return document.querySelector(`[data-row="${row}"]`);
}

/** The topmost paragraph of which something is below the bars at the top of the window. */
export function findTopRow(): number {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const border = window.innerHeight * topLine;
  return findLastRow(rows, (row) => row.getBoundingClientRect().bottom <= border) + 1;
}

/** The bars above the text cover about this share of the window. */
const topLine = 0.2;

/** Finds the last paragraph that the reader has come to. */
function findRow(): number {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  // A reader who sees the end of the text has read it, even if the end never comes up to `line`.
  const end = rows.at(-1)?.getBoundingClientRect().bottom ?? 0;
  if (end <= window.innerHeight) return Math.max(0, rows.length - 1);
  const border = window.innerHeight * line;
  return Math.max(
    0,
    findLastRow(rows, (row) => row.getBoundingClientRect().top <= border),
  );
}

/** Finds the last row above a border; -1 if there is none. The rows above the border must come first in the list. */
function findLastRow(rows: readonly HTMLElement[], isAbove: (row: HTMLElement) => boolean): number {
  let low = -1;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = rows[middle];
    if (row !== undefined && isAbove(row)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Stores the reader's place. It only moves forward: a reader who looks something up in an earlier chapter still knows
 * what came later.
 */
async function sendPoint(
  { world, corpus, paragraphs, isWhole, isKept, onMoved }: ReadingOptions,
  row: number,
) {
  const paragraph = paragraphs[row];
  if (paragraph === undefined || !isKept) return;
  const isEnd = isWhole && row === paragraphs.length - 1;
  const offset = paragraph.start + (isEnd ? paragraph.text.length : 0);
  const point = { corpus, postId: paragraph.postId, offset };
  // If the server is away, the place is stored the next time the reader stops.
  const standing = await sendRequest('PUT /api/worlds/{world}/point', {
    params: { world },
    body: { ...point, isForward: true },
  }).catch(() => undefined);
  if (standing !== undefined) onMoved(standing);
}
