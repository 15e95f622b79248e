// Plain view: a label and the value in words, for a kind of value that has no view of its own.

import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function PlainView({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <span className={styles['label']}>{field.label}</span>
      <span className={styles['value']}>{field.shows}</span>
    </span>
  );
}
