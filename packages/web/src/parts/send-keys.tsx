// Send keys: the keys that send what is typed into a field of several lines, and the hint that explains them.

import type { KeyboardEvent } from 'react';
import styles from './send-keys.module.css';

/** Enter sends; Shift and Enter start a new line. An Enter that only completes a word of an input method does neither. */
export function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
}

interface SendKeysProps {
  /** What Enter does, such as "sends it". */
  readonly does: string;
}

export function SendKeys({ does }: SendKeysProps) {
  return (
    <span className={styles['keys']}>
      <kbd>Enter</kbd> {does}, <kbd>Shift</kbd>+<kbd>Enter</kbd> starts a new line
    </span>
  );
}
