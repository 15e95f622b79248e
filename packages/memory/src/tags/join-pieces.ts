// Joins the pieces of a sentence after some were left out, so that no gap shows.

export interface JoinedPiece {
  readonly text: string;
  /** Whether the piece is left out. */
  readonly isHidden: boolean;
}

/**
 * Pieces without a gap between them are joined unchanged. Before a gap only the blanks may change, whatever follows.
 */
export function joinPieces(pieces: readonly JoinedPiece[]): string {
  const joined: string[] = [];
  /** The blanks around the gap after the last text; undefined if there is no gap. */
  let hole: string[] | undefined;
  for (const { text, isHidden } of pieces) {
    if (isHidden) hole ??= [takeBlanks(joined)];
    else if (hole === undefined) joined.push(text);
    else if (text.trim() === '') hole.push(text);
    else {
      joined.push(closeHole(joined.at(-1) ?? '', { hole, text }));
      hole = undefined;
    }
  }
  return joined.join('');
}

/** Removes the blanks from the end of the text joined so far, and returns them. */
function takeBlanks(joined: string[]): string {
  const blanks: string[] = [];
  for (let last = joined.pop(); last !== undefined; last = joined.pop()) {
    const kept = last.trimEnd();
    blanks.unshift(last.slice(kept.length));
    if (kept === '') continue;
    joined.push(kept);
    break;
  }
  return blanks.join('');
}

const startsWithMark = /^[,;:.!?…)\]}»”]/u;
const startsWithDoubled = /^[,;:.](?!\.)\s*/u;
const endsWithMark = /[,;:.!?…]$/u;
/** Scripts without blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const endsWithWord = /[\p{L}\p{N},;:.!?…]$/u;
const startsWithWord = /^[\p{L}\p{N}]/u;

interface Behind {
  readonly hole: readonly string[];
  readonly text: string;
}

/**
 * The text after a gap, made to continue the text before it: with a blank where one belongs, and without a mark that
 * would be doubled.
 */
function closeHole(before: string, { hole, text }: Behind): string {
  const body = text.trimStart();
  if (before === '') return body.replace(/^[,;:]\s*/u, '');
  if (endsWithMark.test(before) && startsWithDoubled.test(body)) {
    const rest = body.replace(startsWithDoubled, '');
    return rest === '' ? '' : ` ${rest}`;
  }
  if (startsWithMark.test(body)) return body;
  const blanks = [...hole, text.slice(0, text.length - body.length)];
  return (blanks.some((blank) => blank !== '') ? chooseBlank(blanks) : chooseGlue(before, body)) + body;
}

/** Returns the line breaks of the side of the gap that has more of them; one blank if neither side has any. */
function chooseBlank(blanks: readonly string[]): string {
  const most = blanks.reduce((breaks, blank) => Math.max(breaks, blank.split('\n').length - 1), 0);
  return most === 0 ? ' ' : '\n'.repeat(most);
}

/** Returns a blank for words that only the gap separated, so that they do not run together; otherwise an empty text. */
function chooseGlue(before: string, body: string): string {
  const isGlued = endsWithWord.test(before) && startsWithWord.test(body);
  return isGlued && !unspaced.test(before.at(-1) ?? '') && !unspaced.test(body[0] ?? '') ? ' ' : '';
}
