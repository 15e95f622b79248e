// Ask field: a field with the button beside it that sends what it holds.

import type { ReactNode } from 'react';
import styles from './ask-field.module.css';

interface AskFieldProps {
  /** What the button says. */
  readonly act: string;
  readonly isOff: boolean;
  readonly onSend: () => void;
  /** Whether it stays in view at the foot of what is read. */
  readonly isAtFoot?: boolean;
  /** An input or a textarea. */
  readonly children: ReactNode;
}

export function AskField({ act, isOff, onSend, isAtFoot = false, children }: AskFieldProps) {
  return (
    <form
      className={styles['ask']}
      data-at-foot={isAtFoot}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
      <button type="submit" disabled={isOff}>
        {act}
      </button>
    </form>
  );
}
