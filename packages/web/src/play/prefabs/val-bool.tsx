// VAL_BOOL: draws something that is either true or not.

import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ValBool({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={`${styles['boxes']} ${styles['single']}`}>
        <i data-marked={field.value === true} />
      </span>
    </span>
  );
}
