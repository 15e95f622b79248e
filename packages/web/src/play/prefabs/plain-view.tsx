// Plain view: draws a label and the value in words, for kinds of field that have no view of their own.

import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function PlainView({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={styles['value']}>{field.shows}</span>
    </span>
  );
}
