// Measure: draws an amount as a bar between its name and its number; a long number leaves no room, so the bar is below it.

import type { ReactNode } from 'react';
import { Label } from './label.tsx';
import styles from './view.module.css';
import { isBesideBar, type ViewProps } from './view.ts';

interface MeasureProps extends ViewProps {
  /** The amount in figures. */
  readonly shows: string;
  /** The bar; nothing if the amount has no limit. */
  readonly children?: ReactNode;
}

export function Measure({ field, shows, children }: MeasureProps) {
  return (
    <span className={styles['measure']} data-below={!isBesideBar(shows)}>
      <Label field={field} />
      {children ?? <span />}
      <span className={styles['number']}>{shows}</span>
    </span>
  );
}
