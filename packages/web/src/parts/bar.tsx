// Bar: draws how much there is of something as a bar with a label.

import type { ReactNode } from 'react';
import styles from './bar.module.css';

interface BarProps {
  readonly label: string;
  /** How full the bar is, from 0 to 1. */
  readonly value: number;
  readonly says: string;
}

export function Bar({ label, value, says }: BarProps) {
  return (
    <div className={styles['bar']}>
      <span className={styles['label']}>{label}</span>
      <meter className={styles['meter']} min={0} max={1} value={value} aria-label={`${label}: ${says}`} />
      <span className={styles['says']}>{says}</span>
    </div>
  );
}

/** Several bars, one below the other, which begin and end at the same places. */
export function Bars({ children }: { readonly children: ReactNode }) {
  return <div className={styles['bars']}>{children}</div>;
}
