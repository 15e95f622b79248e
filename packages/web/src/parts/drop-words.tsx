// Drop words: begins a sentence that invites a file: to drop it or, on a touch screen, only to choose it.

import styles from './drop-words.module.css';

interface DropWordsProps {
  /** What can be dropped, and where: “a story anywhere on this page”. */
  readonly what: string;
  readonly where: string;
}

export function DropWords({ what, where }: DropWordsProps) {
  return (
    <>
      <span className={styles['drop']}>
        Drop {what} {where}, or{' '}
      </span>
      <span className={styles['choose']}>To bring in {what}, </span>
    </>
  );
}
