// Tests of trying a profile: keys and values as people write them, and what is said of those that cannot be.

import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../decay/profile.ts';
import { withTriedDecay } from './with-tried-decay.ts';

describe('a profile that is tried', () => {
  it('IO18: differs by what was wished, by the whole key or the end of it, and leaves the set one alone', () => {
    const before = structuredClone(defaultProfile);
    const wishes = [
      'pin.hours=24',
      'halfLives.pin.turns=never',
      'graceHours=48',
      'clock=turns',
      'threshold=0.02',
    ];
    expect(withTriedDecay(defaultProfile, wishes)).toEqual({
      ...defaultProfile,
      clock: 'turns',
      threshold: 0.02,
      halfLives: { ...defaultProfile.halfLives, pin: { hours: 24, turns: null } },
      plans: { ...defaultProfile.plans, graceHours: 48 },
    });
    expect(defaultProfile).toEqual(before);
    expect(withTriedDecay(defaultProfile, [])).toEqual(defaultProfile);
  });

  it('IO18: cannot be what a setting cannot be', () => {
    const refusals: readonly (readonly [string, RegExp])[] = [
      ['pin', /"pin" is no setting with a value/],
      ['pin=3', /There is no decay\.pin\b/],
      ['pinn.hours=3', /There is no decay\.pinn\.hours; did you mean pin\.hours\?/],
      ['pin.hours=-3', /decay\.halfLives\.pin\.hours cannot be that/],
      ['pin.hours=soon', /decay\.halfLives\.pin\.hours cannot be that/],
      ['clock=moon', /decay\.clock cannot be that/],
      ['constructor.name=x', /There is no decay\.constructor\.name/],
      ['__proto__.hours=1', /is no setting with a value/],
    ];
    for (const [wish, said] of refusals)
      expect(() => withTriedDecay(defaultProfile, [wish]), wish).toThrow(said);
  });
});
