// RES_COUNTER: draws points that are gained and spent.

import { groupDigits } from '../../parts/group-digits.ts';
import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ResCounter({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={styles['number']}>{groupDigits(field.shows)}</span>
    </span>
  );
}
