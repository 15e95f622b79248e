// VAL_LADDER: draws the name of a rung on a ladder.

import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ValLadder({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={styles['number']}>{field.shows}</span>
    </span>
  );
}
