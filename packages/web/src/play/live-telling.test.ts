// Tests how the turn that is being told is put together from its events.

import { expect, test } from 'vitest';
import { advanceTelling, type LiveTelling } from './live-telling.ts';
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
  const failed = {
    kind: 'failed',
    code: 'a.b',
    says: 'It was lost.',
    todo: 'Wait.',
    canResume: true,
  } as const;
  expect(tell(lost, failed)).toMatchObject({ waiting: undefined, notes: [], failure: failed });
});
