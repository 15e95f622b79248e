// VAL_STEP_DIE: draws a die that grows or shrinks.

import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ValStepDie({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={styles['dice']}>
        <span className={styles['die']}>{field.shows}</span>
      </span>
    </span>
  );
}
