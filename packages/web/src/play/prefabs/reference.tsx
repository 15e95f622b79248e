// REF: draws the name of another entity.

import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import styles from './view.module.css';
import { chooseWordStyle, type ViewProps } from './view.ts';

export function Reference({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <span className={styles['label']}>{field.label}</span>
      <span className={styles[chooseWordStyle(field.shows)]}>{insertTextHyphens(field.shows)}</span>
    </span>
  );
}
