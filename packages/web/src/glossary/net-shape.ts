// Net shape: how large the network of names is drawn and how many names it shows, for wide and narrow windows.

import { useSyncExternalStore } from 'react';

export interface NetShape {
  readonly width: number;
  readonly height: number;
  /** More names than this would overlap. */
  readonly most: number;
}

/** Each shape is about as wide as the room in its window, so that names have about the same size in all windows. */
const wide: NetShape = { width: 812, height: 560, most: 28 };
const medium: NetShape = { width: 720, height: 560, most: 24 };
const narrow: NetShape = { width: 380, height: 560, most: 16 };
const isMedium = window.matchMedia('(max-width: 860px)');
const isNarrow = window.matchMedia('(max-width: 640px)');

export function useNetShape(): NetShape {
  return useSyncExternalStore(watchWidth, chooseShape);
}

function chooseShape(): NetShape {
  if (isNarrow.matches) return narrow;
  return isMedium.matches ? medium : wide;
}

function watchWidth(onChange: () => void): () => void {
  for (const media of [isMedium, isNarrow]) media.addEventListener('change', onChange);
  return () => {
    for (const media of [isMedium, isNarrow]) media.removeEventListener('change', onChange);
  };
}
