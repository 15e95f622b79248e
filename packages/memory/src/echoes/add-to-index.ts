// Indexing: gives an event its place among those that can be found, inside of the transaction that takes it in.

import type { Connection } from '@terrarium/kernel/open-database';
import { besideReach } from '@terrarium/kernel/score-places';
import { splitTerms } from '@terrarium/kernel/split-terms';
import { type IndexedText, openTextIndex } from '@terrarium/kernel/text-index';
import type { MemoryEvent } from '../events/event.ts';
import { type EchoPlace, openEchoStore } from './echo-store.ts';

/** After such a silence a new conversation begins. */
const longestSilenceMs = 4 * 60 * 60 * 1000;

/** `shownText` is what may be found: nothing that was kept to oneself. A parroted event is not indexed by whoever calls. */
export function addToIndex(connection: Connection, event: MemoryEvent, shownText: string): void {
  const store = openEchoStore(connection);
  const place = choosePlace(store.findLast(), event.atMs);
  store.add(place, event.id);
  openTextIndex(connection).add(readIndexedText(place, shownText));
}

/** What the index is given of a text. */
export function readIndexedText(place: number, shownText: string): IndexedText {
  return { place, terms: splitTerms(shownText), isQuestion: /[?？؟]/.test(shownText) };
}

/** Beside the last event where it goes on from there; out of its reach after a silence, and where an older time is brought in. */
export function choosePlace(last: Pick<EchoPlace, 'place' | 'atMs'> | undefined, atMs: number): number {
  if (last === undefined) return 1;
  const silenceMs = atMs - last.atMs;
  return last.place + (silenceMs >= 0 && silenceMs < longestSilenceMs ? 1 : besideReach + 1);
}
