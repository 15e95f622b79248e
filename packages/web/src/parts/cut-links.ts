// Cuts a definition into plain text and the names of other entries: `[[Name]]`, or `[[Name|words to show]]`.

const link = /\[\[(?<name>[^\][|\n]+)(?:\|(?<words>[^\][|\n]*))?\]\]/gu;

interface Piece {
  /** Where the piece begins in the definition. */
  readonly at: number;
  readonly text: string;
  readonly isName: boolean;
}

export function cutLinks(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { index, 0: whole, groups } of text.matchAll(link)) {
    if (index > at) pieces.push({ at, text: text.slice(at, index), isName: false });
    const shown = groups?.['words']?.trim() || groups?.['name']?.trim();
    pieces.push({ at: index, text: shown ?? '', isName: true });
    at = index + whole.length;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), isName: false });
  return pieces;
}
