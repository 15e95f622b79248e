// Dialog: a small window over the page, closed by Escape, by a click beside it, or by its cancel button.

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './dialog.module.css';
import { prepareScrolling } from './prepare-scrolling.ts';

const fields = 'input:not([type="checkbox"], [type="radio"]), textarea';

interface DialogProps {
  readonly label: string;
  readonly onClose: () => void;
  /** The words on the button that only closes the window. */
  readonly cancel: string;
  /** Further buttons, which do what the window was opened for; one of them may send a form by its id. */
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

export function Dialog({ label, onClose, cancel, acts, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const cancelling = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // The focus goes to the first field, where the person types; without a field, keys scroll the window. If it would go
    // to a button of `acts`, it goes to the cancel button, so that Enter does nothing that was not read yet.
    dialog.current?.querySelector<HTMLElement>(fields)?.focus();
    const isAtActs = cancelling.current?.parentElement?.contains(document.activeElement) === true;
    if (isAtActs) cancelling.current?.focus();
    // When the window closes, the focus returns to where it was, even if a button of `acts` closed the window.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // The content may arrive later, so this is done after each rendering.
  useEffect(() => prepareScrolling(inside.current));
  const handleKey = (event: KeyboardEvent) => {
    // Escape closes the window from here, because a search field would use the first Escape to clear itself. It closes
    // at once: the event `close` comes later, and would also close a window that a key has opened in between.
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // The page below has its own use for the key.
    event.stopPropagation();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-label={label}
      closedby="any"
      onClose={onClose}
      onKeyDown={handleKey}
    >
      <div ref={inside} className={styles['inside']}>
        {children}
      </div>
      <div className={styles['foot']}>
        {acts}
        <button ref={cancelling} type="button" className={styles['cancel']} onClick={onClose}>
          {cancel}
        </button>
      </div>
    </dialog>
  );
}
