// RES_CLOCK: draws a circle of segments that fill.

import { insertHyphens } from '../../parts/insert-hyphens.ts';
import { renderFigure } from '../render-figure.ts';
import { ClockFace } from './clock-face.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';
import { readNumber } from './view.ts';

export function ResClock({ field }: ViewProps) {
  return (
    <span className={styles['clock']}>
      <ClockFace
        filled={readNumber(field.value, 'filled') ?? 0}
        segments={readNumber(field.value, 'segments') ?? 4}
      />
      <span>{insertHyphens(field.label)}</span>
      <span className={styles['number']}>{renderFigure(field.shows)}</span>
    </span>
  );
}
