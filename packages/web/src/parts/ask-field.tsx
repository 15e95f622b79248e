// Ask field: a field, and beside it the button that sends what was typed.

import type { ReactNode } from 'react';
import { ActButton } from './act-button.tsx';
import styles from './ask-field.module.css';

interface AskFieldProps {
  /** The words on the button. */
  readonly act: string;
  readonly isOff: boolean;
  readonly onSend: () => void;
  /** Whether the field stays in view at the bottom while the page is scrolled. */
  readonly isAtFoot?: boolean;
  /** The field itself: an input or a textarea. */
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
      <ActButton type="submit" isOff={isOff}>
        {act}
      </ActButton>
    </form>
  );
}
