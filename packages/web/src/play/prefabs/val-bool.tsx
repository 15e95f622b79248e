// VAL_BOOL: draws something that is either true or not.

import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ValBool({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <span className={styles['label']}>{field.label}</span>
      <span className={`${styles['boxes']} ${styles['single']}`}>
        <i data-marked={field.value === true} />
      </span>
    </span>
  );
}
