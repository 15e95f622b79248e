// Tests that a list of a run's events does not grow after it was given out, and when a model counts as silent.

import { expect, it } from 'vitest';
import { isSilent, type NumberedEvent, openRuns } from './open-runs.ts';

it('RS4: events that come later are told to followers, and not added to a list that was given out', async () => {
  const runs = openRuns();
  const dir = '/dev/null/no-world';
  const told: NumberedEvent[] = [];
  const ended = new Promise<void>((resolve) => {
    runs.follow(dir, (event) => (event === 'ended' ? resolve() : told.push(event)));
  });
  const before = runs.listEvents(dir);
  runs.start(dir, ['annotate', 'run']);
  await ended;
  expect(told).toHaveLength(1);
  expect(runs.listEvents(dir)).toEqual(told);
  expect(before).toEqual([]);
});

it('RS4: a model is silent from its missing answer until the run goes on', () => {
  const tell = (...kinds: readonly string[]) => kinds.map((kind) => ({ event: { kind } }) as NumberedEvent);
  expect(isSilent(tell('scene-opened', 'retry-scheduled'))).toBe(true);
  expect(isSilent(tell('retry-scheduled', 'entry-created'))).toBe(false);
  expect(isSilent([])).toBe(false);
});
