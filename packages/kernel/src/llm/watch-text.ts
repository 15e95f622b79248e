// Notes whether text of a reply was shown, so that it can be retracted if the reply is asked for again.

import type { ReplyOptions } from './language-model.ts';

/** Returns the options for the request, and `retract`, which takes back the text that was shown, if any was. */
export function watchText(options: ReplyOptions) {
  let hasShown = false;
  const { onText, onRetract } = options;
  return {
    options: {
      ...options,
      ...(onText && {
        onText: (piece: string) => {
          hasShown = true;
          onText(piece);
        },
      }),
      onRetract: () => {
        hasShown = false;
        onRetract?.();
      },
    },
    retract: () => {
      if (hasShown) onRetract?.();
    },
  };
}
