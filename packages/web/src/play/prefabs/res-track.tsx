// RES_TRACK: draws a row of boxes, some of them ticked.

import { withPlaces } from '../with-places.ts';
import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ResTrack({ field }: ViewProps) {
  const boxes: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={styles['boxes']}>
        {withPlaces(boxes).map(({ at, one }) => (
          <i key={at} data-marked={one === true} />
        ))}
      </span>
    </span>
  );
}
