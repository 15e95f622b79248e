// Act note: says what was just done; it takes the focus, because what the person pressed is often gone then.

import { type ReactNode, useEffect, useRef } from 'react';

interface ActNoteProps {
  readonly className?: string | undefined;
  /**
   * Whether the change can be seen beside the note: the page then scrolls to the note even for those who use a pointer.
   */
  readonly isByTheChange?: boolean;
  readonly children: ReactNode;
}

/** A note about another act needs another `key`: then it takes the focus again. */
export function ActNote({ className, isByTheChange = false, children }: ActNoteProps) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isTyping()) note.current?.focus({ preventScroll: !isByTheChange && !isLedByKeys() });
  }, [isByTheChange]);
  return (
    <p ref={note} role="status" tabIndex={-1} className={className}>
      {children}
    </p>
  );
}

/** Whether the focus is in a field. The note may come late, and must not interrupt somebody who types. */
function isTyping(): boolean {
  return (
    document.activeElement?.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') === true
  );
}

/**
 * Whether the person uses keys: they go on from the note, so it has to be in view. With a pointer, what they look at
 * has to stay in view.
 */
function isLedByKeys(): boolean {
  return document.activeElement?.matches(':focus-visible') === true;
}
