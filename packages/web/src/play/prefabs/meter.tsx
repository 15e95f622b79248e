// Meter: draws a bar for how much there is of something; the number stands beside it.

import styles from './view.module.css';

/** Below this share, little is left. */
const low = 0.34;

export function Meter({ value, max }: { readonly value: number; readonly max: number }) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <svg
      className={styles['bar']}
      data-low={share <= low}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="100" height="8" rx="2" />
      <rect className={styles['full']} width={share * 100} height="8" rx="2" />
    </svg>
  );
}
