// Meter: draws a bar for how much there is of something; the number stands beside it.

import styles from './view.module.css';

/** At or below this share, a bar warns that little is left. */
const low = 0.34;

/** Above this share, a bar warns that there is hardly room for anything more. */
const full = 0.9;

interface MeterProps {
  readonly value: number;
  readonly max: number;
  /** Whether the bar warns when little is left, or when it is nearly full. */
  readonly warns?: 'low' | 'full';
}

export function Meter({ value, max, warns = 'low' }: MeterProps) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <svg
      className={styles['bar']}
      data-warns={warns === 'low' ? share <= low : share > full}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="100" height="8" rx="2" />
      <rect className={styles['full']} width={share * 100} height="8" rx="2" />
    </svg>
  );
}
