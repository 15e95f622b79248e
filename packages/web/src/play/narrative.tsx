// Narrative: shows the narrative of a turn as paragraphs, with emphasis, and underlines what the audit flagged.

import { findDirection } from '../parts/find-direction.ts';
import { elements } from '../parts/find-emphasis.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { describeFlag } from './describe-flag.ts';
import styles from './narrative.module.css';
import { type NarrativePiece, splitNarrative } from './split-narrative.ts';
import type { Flag } from './table-types.ts';
import { withPlaces } from './with-places.ts';

/** The command of the terminal for what a button below the turns does. */
const payCommand = /\(\/spend [\w-]+\)/gu;

interface NarrativeProps {
  readonly text: string;
  readonly flags?: readonly Flag[];
}

export function Narrative({ text, flags = [] }: NarrativeProps) {
  const paragraphs = text
    .replaceAll(payCommand, '(“Improve the roll”)')
    .split(/\n\s*/u)
    .filter((paragraph) => paragraph !== '');
  return (
    <div className={styles['prose']}>
      {withPlaces(paragraphs).map(({ at, one: paragraph }) => (
        <p key={at} dir={findDirection(paragraph)}>
          {splitNarrative(paragraph, flags).map((piece) => (
            <Piece key={piece.at} {...piece} />
          ))}
        </p>
      ))}
    </div>
  );
}

function Piece({ piece, kind, says }: NarrativePiece) {
  const text = insertTextHyphens(piece);
  const Element = elements[kind];
  const shown = kind === 'plain' ? text : <Element>{text}</Element>;
  if (says === undefined) return shown;
  return (
    <mark className={styles['flag']} title={describeFlag(says)}>
      {shown}
    </mark>
  );
}
