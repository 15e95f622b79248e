// VAL_LADDER: draws the name of a rung on a ladder.

import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ValLadder({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <span className={styles['label']}>{field.label}</span>
      <span className={styles['number']}>{field.shows}</span>
    </span>
  );
}
