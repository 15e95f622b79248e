// Label: draws the name of a field beside its value.

import { insertHyphens } from '../../parts/insert-hyphens.ts';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function Label({ field }: ViewProps) {
  return <span className={styles['label']}>{insertHyphens(field.label)}</span>;
}
