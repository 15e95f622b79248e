// RES_POOL: draws points up to a maximum, as a bar that warns when few are left.

import { groupDigits } from '../../parts/group-digits.ts';
import { Meter } from './meter.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';
import { readNumber } from './view.ts';

export function ResPool({ field }: ViewProps) {
  const current = readNumber(field.value, 'current') ?? 0;
  const max = readNumber(field.value, 'max') ?? 0;
  return (
    <span className={styles['measure']}>
      <span className={styles['label']}>{field.label}</span>
      <Meter value={current} max={max} />
      <span className={styles['number']}>{groupDigits(field.shows)}</span>
    </span>
  );
}
