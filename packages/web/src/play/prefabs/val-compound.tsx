// VAL_COMPOUND: draws a score, and the modifier that follows from it.

import styles from './view.module.css';
import type { ViewProps } from './view.ts';
import { readNumber } from './view.ts';

export function ValCompound({ field }: ViewProps) {
  const modifier = readNumber(field.value, 'modifier') ?? 0;
  return (
    <span className={styles['box']}>
      <span className={styles['figure']}>{modifier < 0 ? `−${-modifier}` : `+${modifier}`}</span>
      <span className={styles['detail']}>{readNumber(field.value, 'score') ?? field.shows}</span>
      <span className={styles['label']}>{field.label}</span>
    </span>
  );
}
