// Cuts a text into plain words, words emphasised between asterisks, and strong words between two asterisks.

const marked = /(?<![\w*\\])(?:\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*|\*([^\s*](?:[^*\n]*[^\s*])?)\*)(?![\w*])/gu;

interface Piece {
  readonly kind: 'plain' | 'emphasised' | 'strong';
  /** The position in the text. */
  readonly at: number;
  readonly text: string;
}

export function cutWords(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { index, 0: whole, 1: strong, 2: emphasised = '' } of text.matchAll(marked)) {
    if (index > at) pieces.push({ kind: 'plain', at, text: text.slice(at, index) });
    const kind = strong === undefined ? 'emphasised' : 'strong';
    pieces.push({ kind, at: index, text: strong ?? emphasised });
    at = index + whole.length;
  }
  if (at < text.length) pieces.push({ kind: 'plain', at, text: text.slice(at) });
  return pieces;
}
