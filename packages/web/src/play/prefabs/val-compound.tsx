// VAL_COMPOUND: draws a score or how well a skill is trained, and the modifier that follows from it.

import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';
import { readNumber } from './view.ts';

const ranks = ['', 'trained', 'expert', 'master', 'legend'] as const;

export function ValCompound({ field }: ViewProps) {
  const modifier = readNumber(field.value, 'modifier') ?? 0;
  return (
    <span className={styles['box']}>
      <span className={styles['figure']}>{modifier < 0 ? `−${-modifier}` : `+${modifier}`}</span>
      <span className={styles['detail']}>
        {field.rank === undefined ? (readNumber(field.value, 'score') ?? field.shows) : ranks[field.rank]}
      </span>
      <Label field={field} />
    </span>
  );
}
