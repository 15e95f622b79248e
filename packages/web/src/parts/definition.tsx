// Definition: shows the definition of an entry, with the names of other entries marked; its text never becomes markup.

import styles from './definition.module.css';
import { findDirection } from './find-direction.ts';
import { stripChoiceMark, Words } from './words.tsx';

const link = /\[\[([^\][]+)\]\]/gu;

export function Definition({ text }: { readonly text: string }) {
  return (
    <p className={styles['definition']} dir={findDirection(text)}>
      {cutLinks(text).map(({ at, text: piece, isName }) =>
        isName ? (
          <b key={at}>{piece}</b>
        ) : (
          <span key={at}>
            <Words text={at === 0 ? stripChoiceMark(piece) : piece} />
          </span>
        ),
      )}
    </p>
  );
}

interface Piece {
  readonly at: number;
  readonly text: string;
  readonly isName: boolean;
}

function cutLinks(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(link)) {
    if (match.index > at) pieces.push({ at, text: text.slice(at, match.index), isName: false });
    pieces.push({ at: match.index, text: match[1] ?? '', isName: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), isName: false });
  return pieces;
}
