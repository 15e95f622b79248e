// VAL_TEXT: draws words.

import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import styles from './view.module.css';
import { chooseWordStyle, type ViewProps } from './view.ts';

export function ValText({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <span className={styles['label']}>{field.label}</span>
      <span className={styles[chooseWordStyle(field.shows)]}>{insertTextHyphens(field.shows)}</span>
    </span>
  );
}
