// Long list: shows only the first few of many names in a row, until the person asks for all of them.

import { useState } from 'react';
import { joinTitles } from './join-titles.ts';
import styles from './long-list.module.css';

interface LongListProps {
  readonly names: readonly string[];
  /** How many names are shown at first. */
  readonly first: number;
}

export function LongList({ names, first }: LongListProps) {
  const [showsAll, setShowsAll] = useState(false);
  // Two names are not hidden, because the button to show them would be longer than they are.
  if (showsAll || names.length <= first + 2) return <>{list(names)}</>;
  return (
    <>
      {list(names.slice(0, first))}{' '}
      <button type="button" className={styles['more']} onClick={() => setShowsAll(true)}>
        and {names.length - first} more
      </button>
      <span className={styles['paper']}>, {list(names.slice(first))}</span>
    </>
  );
}

function list(names: readonly string[]): string {
  return joinTitles(names.join(', '));
}
