// VAL_STEP_DIE: draws a die that grows or shrinks.

import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ValStepDie({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <span className={styles['label']}>{field.label}</span>
      <span className={styles['dice']}>
        <span className={styles['die']}>{field.shows}</span>
      </span>
    </span>
  );
}
