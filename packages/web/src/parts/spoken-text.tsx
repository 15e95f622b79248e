// Spoken text: shows a message line by line, with deeds in italics; its text never becomes other markup.

import { insertTextHyphens } from './insert-hyphens.ts';
import styles from './spoken-text.module.css';

const done = /\*([^*\n]+)\*/gu;

export function SpokenText({ text }: { readonly text: string }) {
  return cutLines(text).map(({ at, line }) => (
    <p key={at} className={styles['line']}>
      {cutDeeds(line).map(({ at: from, text: piece, isDone }) =>
        isDone ? (
          <em key={from}>{insertTextHyphens(piece)}</em>
        ) : (
          <span key={from}>{insertTextHyphens(piece)}</span>
        ),
      )}
    </p>
  ));
}

function cutLines(text: string): readonly { readonly at: number; readonly line: string }[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const begun = at;
    at += line.length + 1;
    return { at: begun, line };
  });
}

interface Piece {
  readonly at: number;
  readonly text: string;
  readonly isDone: boolean;
}

function cutDeeds(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of line.matchAll(done)) {
    if (match.index > at) pieces.push({ at, text: line.slice(at, match.index), isDone: false });
    pieces.push({ at: match.index, text: match[1] ?? '', isDone: true });
    at = match.index + match[0].length;
  }
  if (at < line.length) pieces.push({ at, text: line.slice(at), isDone: false });
  return pieces;
}
