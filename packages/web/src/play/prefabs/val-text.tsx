// VAL_TEXT: draws words.

import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import { Label } from './label.tsx';
import styles from './view.module.css';
import { chooseWordStyle, type ViewProps } from './view.ts';

export function ValText({ field }: ViewProps) {
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={styles[chooseWordStyle(field.shows)]}>{insertTextHyphens(field.shows)}</span>
    </span>
  );
}
