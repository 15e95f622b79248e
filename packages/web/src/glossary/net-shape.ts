// Net shape: how large the network of names is drawn and how many names it shows, for wide and narrow windows.

import { useSyncExternalStore } from 'react';

export interface NetShape {
  readonly width: number;
  readonly height: number;
  /** More names than this would overlap. */
  readonly most: number;
}

const wide: NetShape = { width: 960, height: 560, most: 32 };
/** As wide as a phone, so that names keep their size. */
const narrow: NetShape = { width: 380, height: 560, most: 16 };
const query = '(max-width: 640px)';

export function useNetShape(): NetShape {
  const isNarrow = useSyncExternalStore(watchWidth, () => window.matchMedia(query).matches);
  return isNarrow ? narrow : wide;
}

function watchWidth(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
