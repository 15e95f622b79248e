// VAL_INT: draws a number.

import { groupDigits } from '../../parts/group-digits.ts';
import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ValInt({ field }: ViewProps) {
  return (
    <span className={styles['box']}>
      <span className={styles['figure']}>{groupDigits(field.shows)}</span>
      <Label field={field} />
    </span>
  );
}
