// What the companion was woken with last, kept ready for its reply.

import { buildInjectedText, type InjectedText } from './build-injected-text.ts';
import type { WakeStore } from './wake-store.ts';

/** Reads the newest wakes when asked, and again only once there was another. */
export function openInjectedText(wakes: Pick<WakeStore, 'findNewestId' | 'readWords'>): {
  read(): InjectedText;
} {
  let known: { readonly id: number | undefined; readonly text: InjectedText } | undefined;
  return {
    read() {
      const id = wakes.findNewestId();
      if (known === undefined || known.id !== id) known = { id, text: buildInjectedText(wakes.readWords()) };
      return known.text;
    },
  };
}
