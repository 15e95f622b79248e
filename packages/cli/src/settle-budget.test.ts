// The context budget: never beyond the window the server has loaded, and it says where it is from.

import { UsageError } from '@terrarium/kernel/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleBudget } from './settle-budget.ts';

const facts = { configured: undefined, loaded: undefined, maxOutputTokens: 2_048, fallback: 16_000 };

describe('the budget', () => {
  it('is what was configured, what is loaded less the reply, or the default', () => {
    expect(settleBudget(facts)).toMatchObject({ tokens: 16_000, from: 'default' });
    expect(settleBudget({ ...facts, loaded: 32_768 })).toMatchObject({
      tokens: 30_720,
      from: 'loaded window',
    });
    expect(settleBudget({ ...facts, configured: 8_000, loaded: 32_768 })).toMatchObject({
      tokens: 8_000,
      from: 'configured',
      warning: undefined,
    });
  });

  it('never passes the loaded window, and warns exactly when it had to cut', () => {
    const configured = fc.option(fc.integer({ min: 1_024, max: 200_000 }), { nil: undefined });
    fc.assert(
      fc.property(configured, fc.integer({ min: 3_072, max: 200_000 }), (wanted, loaded) => {
        const budget = settleBudget({ ...facts, configured: wanted, loaded });
        expect(budget.tokens + facts.maxOutputTokens).toBeLessThanOrEqual(loaded);
        expect(budget.warning !== undefined).toBe(wanted !== undefined && wanted > budget.tokens);
      }),
    );
  });

  it('refuses a window without room for a prompt', () => {
    expect(() => settleBudget({ ...facts, loaded: 3_071 })).toThrow(UsageError);
  });
});
