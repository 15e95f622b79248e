// Act note: says what was just done; it takes the focus, because what the person pressed is often gone then.

import { type ReactNode, useEffect, useRef } from 'react';

interface ActNoteProps {
  readonly className?: string | undefined;
  /** Whether what the act changed is beside the note: then the page scrolls there even for those who use a pointer. */
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

/** The answer may come late: whoever has begun to type by then goes on typing. */
function isTyping(): boolean {
  return (
    document.activeElement?.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') === true
  );
}

/** Whoever uses a pointer keeps what they look at in view; whoever uses keys goes on from the note and has to see it. */
function isLedByKeys(): boolean {
  return document.activeElement?.matches(':focus-visible') === true;
}
