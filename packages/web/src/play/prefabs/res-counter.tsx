// RES_COUNTER: draws points that are gained and spent.

import { groupDigits } from '../../parts/group-digits.ts';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ResCounter({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <span className={styles['label']}>{field.label}</span>
      <span className={styles['number']}>{groupDigits(field.shows)}</span>
    </span>
  );
}
