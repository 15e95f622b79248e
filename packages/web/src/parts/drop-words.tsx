// Drop words: begins a sentence that invites a file: to drop it or, on a touch screen, only to choose it.

import styles from './drop-words.module.css';

interface DropWordsProps {
  /** What can be dropped, and where: “a story anywhere on this page”. */
  readonly what: string;
  readonly where: string;
  /** Whether the sentence follows words that say what else one can do. */
  readonly isOr?: boolean;
}

export function DropWords({ what, where, isOr = false }: DropWordsProps) {
  return (
    <>
      <span className={styles['drop']}>
        {isOr ? 'Or drop' : 'Drop'} {what} {where}, or{' '}
      </span>
      <span className={styles['choose']}>
        {isOr ? 'Or, to' : 'To'} bring in {what},{' '}
      </span>
    </>
  );
}
