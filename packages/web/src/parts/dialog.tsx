// Dialog: a small window over the page, closed by Escape or by a click beside it.

import { type ReactNode, useEffect, useRef } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly label: string;
  readonly onClose: () => void;
  /** What the button says that closes it and does nothing; undefined where it has a way out of its own. */
  readonly cancel?: string;
  readonly children: ReactNode;
}

export function Dialog({ label, onClose, cancel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-label={label} closedby="any" onClose={onClose}>
      <div className={styles['inside']}>
        {children}
        {cancel === undefined ? null : (
          <button type="button" className={styles['cancel']} onClick={() => dialog.current?.close()}>
            {cancel}
          </button>
        )}
      </div>
    </dialog>
  );
}
