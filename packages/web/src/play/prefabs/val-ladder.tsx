// VAL_LADDER: draws a rung with its name.

import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ValLadder({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <span className={styles['label']}>{field.label}</span>
      <span className={styles['value']}>{field.shows}</span>
    </span>
  );
}
