// Narrative: shows the narrative of a turn as paragraphs, with emphasis, and underlines what the audit flagged.

import { findDirection } from '../parts/find-direction.ts';
import { elements } from '../parts/find-emphasis.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { describeFlag } from './describe-flag.ts';
import styles from './narrative.module.css';
import { type NarrativePiece, splitNarrative } from './split-narrative.ts';
import type { Flag } from './table-types.ts';
import { withPlaces } from './with-places.ts';

/** A command of the terminal that a narrative may name. The page names the button that does the same instead. */
const payCommand = /\(\/spend [\w-]+\)/gu;

/** The sentence that code adds to the opening of a game in one's own story: it is about the story, not a part of it. */
const remark = /^What .+ has told, .+, has happened here[;.]/su;

interface NarrativeProps {
  readonly text: string;
  /** Whether a game begins with this text. */
  readonly isOpening?: boolean;
  readonly flags?: readonly Flag[];
}

export function Narrative({ text, flags = [], isOpening = false }: NarrativeProps) {
  const paragraphs = text
    .replaceAll(payCommand, '(“Improve the roll”)')
    .split(/\n\s*/u)
    .filter((paragraph) => paragraph !== '');
  return (
    <div className={styles['prose']}>
      {withPlaces(paragraphs).map(({ at, one: paragraph }) => (
        <p
          key={at}
          dir={findDirection(paragraph)}
          className={isOpening && remark.test(paragraph) ? styles['remark'] : undefined}
        >
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
