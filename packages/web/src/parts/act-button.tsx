// Act button: a button that keeps the focus while it is off; a disabled one would lose it to the top of the page.

import type { ComponentProps } from 'react';

interface ActButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Whether a press does nothing just now, for instance while what was pressed before is still being done. */
  readonly isOff: boolean;
}

export function ActButton({ isOff, type = 'button', onClick, ...others }: ActButtonProps) {
  return (
    <button
      {...others}
      type={type}
      aria-disabled={isOff}
      onClick={(event) => {
        // A form is not sent either, not even with Enter.
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
