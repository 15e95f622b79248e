// Still working: says that somebody is at work until something comes, and again whenever nothing new comes for a while.

import { useEffect, useState } from 'react';
import styles from './still-working.module.css';

interface StillWorkingProps {
  readonly says: string;
  /** Changes with everything new that comes; undefined as long as there is nothing. */
  readonly newest: number | undefined;
}

/** As long as new pieces come sooner than this, they show by themselves that somebody is at work. */
const quietMs = 1_500;

export function StillWorking({ says, newest }: StillWorkingProps) {
  const [quietAt, setQuietAt] = useState<number>();
  useEffect(() => {
    const timer = window.setTimeout(() => setQuietAt(newest), quietMs);
    return () => clearTimeout(timer);
  }, [newest]);
  if (newest !== undefined && quietAt !== newest) return null;
  return (
    <p className={styles['working']} role="status">
      {says}
    </p>
  );
}
