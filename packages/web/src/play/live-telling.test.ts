// Tests how the turn that is being told is put together from its events.

import { expect, test } from 'vitest';
import { advanceTelling, isInStory, type LiveTelling } from './live-telling.ts';
import type { NumberedMoment } from './table-types.ts';

function tell(...moments: readonly NumberedMoment['moment'][]): LiveTelling | undefined {
  return moments
    .map((moment, at) => ({ telling: 1, sequence: at + 1, moment }))
    .reduce<LiveTelling | undefined>(advanceTelling, undefined);
}

const lost = { kind: 'waiting', says: 'The connection was lost.' } as const;

test('RP2: that the model is asked again stands once, and only until something else happens', () => {
  expect(tell(lost, lost)).toMatchObject({ waiting: 'The connection was lost.', notes: [] });
  expect(tell(lost, { kind: 'told', text: 'You climb.' })?.waiting).toBeUndefined();
  expect(tell(lost, { kind: 'summing' })).toMatchObject({ waiting: undefined, isSumming: true });
  expect(tell({ kind: 'summing' }, { kind: 'committed' })).toMatchObject({ isSumming: false, isOver: true });
  const failed = {
    kind: 'failed',
    code: 'a.b',
    says: 'It was lost.',
    todo: 'Wait.',
    canResume: true,
  } as const;
  expect(tell(lost, failed)).toMatchObject({ waiting: undefined, notes: [], failure: failed });
});

test('RP2: a page that comes back is told for how long nothing has followed what it knows', () => {
  const moment = { kind: 'told', text: 'You climb.' } as const;
  const come = (live: LiveTelling | undefined, quietMs?: number) =>
    advanceTelling(live, { telling: 1, sequence: 1, moment, ...(quietMs !== undefined && { quietMs }) });
  const first = come(undefined);
  expect(first?.quietMs).toBe(0);
  expect(come(first, 90_000)).toEqual({ ...first, quietMs: 90_000 });
  expect(come(first)).toBe(first);
  expect(advanceTelling(come(first, 90_000), { telling: 1, sequence: 2, moment })?.quietMs).toBe(0);
});

test('RP2: a turn that was cancelled, and a new telling that failed, are no part of the story', () => {
  const failed = { kind: 'failed', code: 'a.b', says: '', todo: '' } as const;
  const started = { kind: 'started', words: 'I go.', isResumed: false, after: 3, retells: false } as const;
  const isShown = (...moments: readonly NumberedMoment['moment'][]) => {
    const live = tell(...moments, { kind: 'told', text: 'You climb.' });
    return [tell(...moments), live].map((one) => one !== undefined && isInStory(one));
  };
  expect(isShown(started)).toEqual([true, true]);
  const ends = (canResume: boolean, retells: boolean) => {
    const live = tell({ ...started, retells }, { ...failed, canResume });
    return live !== undefined && isInStory(live);
  };
  expect(ends(true, false)).toBe(true);
  expect(ends(false, false)).toBe(false);
  expect(ends(true, true)).toBe(false);
});
