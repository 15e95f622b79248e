// Tests of signs in earlier scenes: which words beside a name indicate a place and which a person.

import { describe, expect, it } from 'vitest';
import { countFormerSigns } from './count-former-signs.ts';

describe('signs in earlier scenes', () => {
  it.each([
    'They lived in Vashel.',
    'He was seen at the Vashel.',
    'They set out for Vashel.',
    'The road to Vashel was long.',
  ])('BR20: count for a place: %s', (text) => {
    expect(countFormerSigns([text], 'Vashel')).toEqual({ place: 1, person: 0 });
  });

  it.each(['“Yes,” said Vashel.', 'Vashel, who laughed, rose.', 'He took Vashel’s hand.', 'Vashel replied.'])(
    'BR20: count for a person: %s',
    (text) => {
      expect(countFormerSigns([text], 'Vashel')).toEqual({ place: 0, person: 2 });
    },
  );

  it.each([
    'He looked at Vashel.',
    'They lived in Vashelton.',
    'They lived in Vashel Gate.',
    'They met Orrin Vashel.',
    'They ate.',
  ])('BR20: count for nothing: %s', (text) => {
    expect(countFormerSigns([text], 'Vashel')).toEqual({ place: 0, person: 0 });
  });

  it('BR20: are added up over all texts', () => {
    const { place } = countFormerSigns(
      ['In Vashel it rained.', 'From Vashel they rode to Vashel.'],
      'Vashel',
    );
    expect(place).toBeCloseTo(2);
  });
});
