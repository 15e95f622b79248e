// Cuts a snippet from a text: one line around the first found word, with the positions of all found words in it.

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Snippet {
  readonly about: string;
  readonly matches: Span[];
}

const longest = 180;
const shownBefore = 60;
/** How far a cut may be moved, so that no word is cut in two. */
const longestMove = 24;

/** Returns one line, without the asterisks of emphasis, and with a mark at each end where text was left out. */
export function cutSnippet(text: string, found: readonly Span[]): Snippet {
  const first = found[0]?.start ?? 0;
  const from = findStart(text, Math.max(0, first - shownBefore));
  const to = findEnd(text, Math.min(text.length, from + longest), found[0]?.end ?? 0);
  const lead = from > 0 ? '…' : '';
  const { line, places } = joinLine(text.slice(from, to).toWellFormed());
  const findPlace = (at: number): number => lead.length + (places[Math.max(0, Math.min(at, to) - from)] ?? 0);
  const matches = found
    .filter(({ start, end }) => start >= from && start < to && end > start)
    .map(({ start, end }) => ({ start: findPlace(start), end: findPlace(end) }));
  return { about: `${lead}${line}${to < text.length ? '…' : ''}`, matches };
}

/** Returns the beginning of a text, cut between words, with a mark at the end if text was left out. */
export function cutBeginning(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, findEnd(text, most, 0)).trimEnd()}…` : text;
}

/** Moves the start of a cut to the next beginning of a word, if that is near (`longestMove`). */
function findStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + longestMove).search(/\s/u);
  return space === -1 ? moveOffPair(text, at) : at + space + 1;
}

/**
 * Moves the end of a cut back to the end of a whole word, if that is near (`longestMove`), but not before the end of
 * what was found.
 */
function findEnd(text: string, at: number, least: number): number {
  if (at >= text.length) return text.length;
  const earliest = Math.max(0, at - longestMove);
  const before = text.slice(earliest, at).search(/\s\S*$/u);
  const end = before === -1 ? at : earliest + before;
  return moveOffPair(text, Math.max(end, Math.min(least, at)));
}

/** Moves a cut that would divide a surrogate pair to the end of the pair. */
function moveOffPair(text: string, at: number): number {
  return /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at + 1 : at;
}

interface Line {
  readonly line: string;
  /** The index in the line for each index in the text, and for its end. */
  readonly places: readonly number[];
}

const unshown = /\s+|(?<![\w*\\])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])/gu;

function joinLine(text: string): Line {
  const places: number[] = [];
  let line = '';
  let at = 0;
  const add = (until: number): void => {
    for (; at < until; at += 1) {
      places.push(line.length);
      line += text[at] ?? '';
    }
  };
  for (const { index, 0: piece } of text.matchAll(unshown)) {
    add(index);
    const isEdge = line === '' || index + piece.length === text.length;
    for (let each = 0; each < piece.length; each += 1) places.push(line.length);
    if (piece !== '*' && !isEdge) line += ' ';
    at = index + piece.length;
  }
  add(text.length);
  places.push(line.length);
  return { line, places };
}
