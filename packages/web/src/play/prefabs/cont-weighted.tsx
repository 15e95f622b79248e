// CONT_WEIGHTED: draws things that weigh something, and how much more can be carried.

import { ItemRows } from './item-rows.tsx';
import { Meter } from './meter.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';
import { readNumber } from './view.ts';

/** A capacity this large means that there is no limit. */
const unbounded = 1_000_000;

export function ContWeighted({ field }: ViewProps) {
  const capacity = readNumber(field.value, 'capacity') ?? unbounded;
  const items = field.items ?? [];
  const load = items.reduce((sum, { quantity = 1, details }) => {
    const weight = Number(details.find(({ name }) => name === 'weight')?.value ?? 0);
    return sum + weight * quantity;
  }, 0);
  return (
    <span className={styles['list']}>
      <span className={styles['measure']}>
        <span className={styles['label']}>{field.label}</span>
        {capacity < unbounded ? <Meter value={capacity - load} max={capacity} /> : <span />}
        <span className={styles['number']}>
          {capacity < unbounded ? `${Math.round(load * 100) / 100}/${capacity}` : ''}
        </span>
      </span>
      <ItemRows items={items} />
    </span>
  );
}
