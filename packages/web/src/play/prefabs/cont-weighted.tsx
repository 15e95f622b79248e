// CONT_WEIGHTED: draws things that weigh something, and how much of the limit they use up.

import { groupDigits } from '../../parts/group-digits.ts';
import { ItemRows } from './item-rows.tsx';
import { Measure } from './measure.tsx';
import { measureLoad } from './measure-load.ts';
import { Meter } from './meter.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ContWeighted({ field }: ViewProps) {
  const { carried, capacity } = measureLoad(field);
  return (
    <span className={styles['list']}>
      <Measure field={field} shows={capacity === undefined ? '' : groupDigits(`${carried}/${capacity}`)}>
        {capacity === undefined ? null : <Meter value={carried} max={capacity} warns="full" />}
      </Measure>
      <ItemRows items={field.items ?? []} />
    </span>
  );
}
