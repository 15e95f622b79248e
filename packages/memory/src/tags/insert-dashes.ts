// Inserts a dash where a sentence that is held in mind would run together with the sentence after it.
import { isPrivate, type Piece } from './nested-parts.ts';
import { isWorkingTag } from './tag.ts';

const beginsSentence = /^\s*\p{Lu}/u;
const endsSentence = /[.!?…:]["'”’)]?\s*$/u;
const endsWithWord = /[\p{L}\p{N})"'”’]\s*$/u;

interface Reached {
  /** The text so far, beginning with the last piece that has words. */
  readonly text: string;
  /** A part held in mind that began a sentence, if no punctuation ends that sentence. */
  readonly open: Nest | undefined;
}

type Nest = Piece['within'][number];

/**
 * The pieces, with a dash where "<pin>Jonas is allergic to walnuts</pin> No walnuts …" would run together. No word and
 * no end of a sentence is added, so that rules still read the text in the same way.
 */
export function insertDashes(pieces: readonly Piece[]): readonly Piece[] {
  let reached: Reached = { text: '', open: undefined };
  return pieces.map((piece) => {
    if (piece.isCut || piece.within.some(({ tag }) => isPrivate(tag))) return piece;
    const before = reached;
    reached = readPiece(before, piece);
    if (!isRunTogether(before, piece)) return piece;
    const blank = /\s$/u.test(before.text) ? '' : ' ';
    return { ...piece, text: `${blank}– ${piece.text.trimStart()}` };
  });
}

function readPiece(before: Reached, piece: Piece): Reached {
  const { text } = piece;
  if (text.trim() === '') return { ...before, text: before.text + text };
  const held = findHeld(piece);
  const isBegun = held === before.open || isBeginning(before, piece);
  return { text, open: held !== undefined && isBegun && endsWithWord.test(text) ? held : undefined };
}

function isBeginning(before: Reached, piece: Piece): boolean {
  if (!beginsSentence.test(piece.text)) return false;
  return before.text === '' || endsSentence.test(before.text) || isRunTogether(before, piece);
}

/** Whether the piece begins a sentence on the same line as a held part before it that is a sentence too. */
function isRunTogether({ text, open }: Reached, piece: Piece): boolean {
  if (open === undefined || findHeld(piece) === open || !beginsSentence.test(piece.text)) return false;
  return !cutGap(text, piece.text).includes('\n');
}

/**
 * Of the tags around the piece that hold something in mind, finds the outermost. The tag of the whole part
 * does not count.
 */
function findHeld({ within }: Piece): Nest | undefined {
  return within.slice(1).find(({ tag }) => isWorkingTag(tag));
}

/** The blanks between two texts. */
function cutGap(before: string, text: string): string {
  return before.slice(before.trimEnd().length) + text.slice(0, text.length - text.trimStart().length);
}
