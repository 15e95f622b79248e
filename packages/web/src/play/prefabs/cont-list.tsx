// CONT_LIST: draws things with names, each with its other members.

import { ItemRows } from './item-rows.tsx';
import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ContList({ field }: ViewProps) {
  return (
    <span className={styles['list']}>
      <Label field={field} />
      <ItemRows items={field.items ?? []} />
    </span>
  );
}
