// CONT_WEIGHTED: draws things that weigh something, and how much of the limit they use up.

import { ItemRows } from './item-rows.tsx';
import { measureLoad } from './measure-load.ts';
import { Meter } from './meter.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ContWeighted({ field }: ViewProps) {
  const { carried, capacity } = measureLoad(field);
  return (
    <span className={styles['list']}>
      <span className={styles['measure']}>
        <span className={styles['label']}>{field.label}</span>
        {capacity === undefined ? <span /> : <Meter value={carried} max={capacity} warns="full" />}
        <span className={styles['number']}>{capacity === undefined ? '' : `${carried}/${capacity}`}</span>
      </span>
      <ItemRows items={field.items ?? []} />
    </span>
  );
}
