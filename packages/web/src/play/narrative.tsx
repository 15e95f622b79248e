// Narrative: shows the narrative of a turn as plain paragraphs, and underlines what the audit flagged.

import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import styles from './narrative.module.css';
import type { Flag } from './table-types.ts';
import { withPlaces } from './with-places.ts';

interface NarrativeProps {
  readonly text: string;
  readonly flags?: readonly Flag[];
}

export function Narrative({ text, flags = [] }: NarrativeProps) {
  const paragraphs = text.split(/\n\s*/u).filter((paragraph) => paragraph !== '');
  return (
    <div className={styles['prose']}>
      {withPlaces(paragraphs).map(({ at, one: paragraph }) => (
        <p key={at}>
          {cutFlags(paragraph, flags).map(({ at: start, piece, says }) =>
            says === undefined ? (
              <span key={start}>{insertTextHyphens(piece)}</span>
            ) : (
              <mark key={start} className={styles['flag']} title={says}>
                {insertTextHyphens(piece)}
              </mark>
            ),
          )}
        </p>
      ))}
    </div>
  );
}

interface Piece {
  readonly at: number;
  readonly piece: string;
  readonly says?: string;
}

function cutFlags(text: string, flags: readonly Flag[]): readonly Piece[] {
  const found = flags
    .map(({ quote, says }) => ({ at: quote === '' ? -1 : text.indexOf(quote), quote, says }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at);
  const pieces: Piece[] = [];
  let done = 0;
  for (const { at, quote, says } of found) {
    if (at < done) continue;
    if (at > done) pieces.push({ at: done, piece: text.slice(done, at) });
    pieces.push({ at, piece: quote, says });
    done = at + quote.length;
  }
  if (done < text.length) pieces.push({ at: done, piece: text.slice(done) });
  return pieces;
}
