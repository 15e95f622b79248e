// Tests that the events of a game are still reported after its records could not be read for a moment.

import type { Game } from '@terrarium/rpg/game';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchEvents } from './watch-events.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('events are reported after the records could not be read for a moment', () => {
  let isLocked = true;
  const events = [{ sequence: 1 }, { sequence: 2 }];
  const game = {
    readStanding: () => ({ sequence: 0 }),
    listEvents: (after: number) => {
      if (isLocked) throw new Error('database is locked');
      return events.filter(({ sequence }) => sequence > after);
    },
  } as unknown as Game;
  const seen: number[] = [];
  const watch = watchEvents(game, ({ sequence }) => seen.push(sequence));
  vi.advanceTimersByTime(1_000);
  isLocked = false;
  vi.advanceTimersByTime(1_000);
  watch.close();
  expect(seen).toEqual([1, 2]);
});
