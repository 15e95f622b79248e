// Folded list: draws only the first rows of a long list, until the person asks for all of them or prints the page.

import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './folded-list.module.css';
import { useOnPaper } from './use-on-paper.ts';

interface FoldedListProps<Row> {
  readonly rows: readonly Row[];
  /** How many rows are drawn at first. */
  readonly first: number;
  /** Draws a row as an `li` with a key. */
  readonly draw: (row: Row) => ReactNode;
  readonly className?: string | undefined;
  readonly label?: string;
}

export function FoldedList<Row>({ rows, first, draw, className, label }: FoldedListProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const isOnPaper = useOnPaper();
  // One or two rows are not hidden, because the button to show them would be about as high.
  const isWhole = showsAll || isOnPaper || rows.length <= first + 2;
  const showAll = () => {
    flushSync(() => setShowsAll(true));
    moveFocus(list.current?.children.item(first));
  };
  return (
    <>
      <ul ref={list} className={className} aria-label={label}>
        {(isWhole ? rows : rows.slice(0, first)).map(draw)}
      </ul>
      {isWhole ? null : (
        <button type="button" className={styles['more']} onClick={showAll}>
          Show all {rows.length.toLocaleString('en')}
        </button>
      )}
    </>
  );
}

/**
 * Moves the focus, which was on the button that is gone now, to the first row that was hidden, or to a link or button
 * in it.
 */
function moveFocus(row: Element | null | undefined): void {
  const own = row?.querySelector<HTMLElement>('button, a');
  if (own) own.focus();
  else if (row instanceof HTMLElement) {
    row.tabIndex = -1;
    row.focus();
  }
}
