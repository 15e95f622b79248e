// Dialog act: the button at the bottom of a dialog that does what the dialog is for.

import { ActButton } from './act-button.tsx';
import styles from './dialog.module.css';
import buttons from './main-button.module.css';

interface DialogActProps {
  readonly says: string;
  readonly isOff?: boolean;
  /** The id of the form that the button sends; without one, `onClick` says what it does. */
  readonly form?: string;
  readonly onClick?: () => void;
  /** Whether what the button does cannot be undone. */
  readonly isFinal?: boolean;
}

export function DialogAct({ says, isOff = false, form, onClick, isFinal = false }: DialogActProps) {
  return (
    <ActButton
      type={form === undefined ? 'button' : 'submit'}
      form={form}
      className={isFinal ? styles['bad'] : buttons['main']}
      isOff={isOff}
      onClick={onClick}
    >
      {says}
    </ActButton>
  );
}
