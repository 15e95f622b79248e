// Cast: lists the names in the chapter up to where the reader is; choosing one opens the card of its newest mention.

import { useMemo } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { FoldedList } from '../parts/folded-list.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import styles from './cast.module.css';
import type { Chosen } from './chosen.ts';
import type { Paragraph } from './cut-marks.ts';

interface CastProps {
  readonly paragraphs: readonly Paragraph[];
  /** Index of the paragraph that the reader has come to. */
  readonly reached: number;
  /** Whether the chapter was read for the glossary. */
  readonly isRead: boolean;
  readonly onChoose: (chosen: Chosen) => void;
}

interface Met {
  readonly name: string;
  readonly isNew: boolean;
  readonly mentions: number;
  readonly last: Chosen;
}

/** How many names are shown at first: about as many as fit beside a chapter. */
const shownNames = 14;

export function Cast(props: CastProps) {
  return (
    <aside className={styles['cast']} aria-label="Named in this chapter so far">
      <CastList {...props} />
    </aside>
  );
}

/** The same list in a window of its own, where there is no room for it beside the text. */
export function CastWindow({ onClose, ...props }: CastProps & { readonly onClose: () => void }) {
  return (
    <Dialog label="Named in this chapter so far" onClose={onClose} cancel="Close">
      <div className={styles['names']}>
        <CastList {...props} />
      </div>
    </Dialog>
  );
}

function CastList({ paragraphs, reached, isRead, onChoose }: CastProps) {
  const met = useMemo(() => listMet(paragraphs, reached), [paragraphs, reached]);
  return (
    <>
      <h2>Named so far in this chapter</h2>
      {met.length === 0 ? (
        <p className={styles['quiet']}>
          {isRead ? 'Nobody yet.' : 'Not known: it was not read for the glossary.'}
        </p>
      ) : null}
      <FoldedList
        rows={met}
        first={shownNames}
        draw={({ name, isNew, last }) => (
          <li key={last.entries.join(' ')}>
            <button type="button" onClick={() => onChoose(last)}>
              {insertHyphens(name)}
            </button>
            {isNew ? <span className={styles['new']}>new</span> : null}
          </li>
        )}
      />
    </>
  );
}

/** The names in the paragraphs that were reached, the most mentioned first. */
function listMet(paragraphs: readonly Paragraph[], reached: number): readonly Met[] {
  const met = new Map<string, Met>();
  for (const paragraph of paragraphs.slice(0, reached + 1)) {
    for (const { entries, start, end, isNew } of paragraph.marks) {
      const key = entries.join(' ');
      const before = met.get(key);
      met.set(key, {
        name: before?.name ?? paragraph.text.slice(start, end),
        isNew: isNew || before?.isNew === true,
        mentions: (before?.mentions ?? 0) + 1,
        last: { entries, paragraph, at: start },
      });
    }
  }
  return [...met.values()].toSorted((one, other) => other.mentions - one.mentions);
}
