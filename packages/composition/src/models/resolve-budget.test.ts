// Tests the context budget: it never exceeds the loaded window, and the report says where the number comes from.

import { estimateLeastBudget } from '@terrarium/annotator/least-budget';
import { UsageError } from '@terrarium/kernel/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BudgetFacts, resolveBudget } from './resolve-budget.ts';

const facts = { configured: undefined, loaded: undefined, maxOutputTokens: 2_048, fallback: 16_000 };

describe('the budget', () => {
  it('is what was configured, what is loaded less the reply, or the default', () => {
    expect(resolveBudget(facts)).toMatchObject({ tokens: 16_000, from: 'default' });
    expect(resolveBudget({ ...facts, loaded: 32_768 })).toMatchObject({
      tokens: 30_720,
      from: 'loaded window',
    });
    expect(resolveBudget({ ...facts, configured: 8_000, loaded: 32_768 })).toMatchObject({
      tokens: 8_000,
      from: 'configured',
      warning: undefined,
    });
  });

  it('CN4: never passes the loaded window, and warns exactly when it had to cut', () => {
    const configured = fc.option(fc.integer({ min: estimateLeastBudget(), max: 200_000 }), {
      nil: undefined,
    });
    fc.assert(
      fc.property(
        configured,
        fc.integer({ min: 2_048 + estimateLeastBudget(), max: 200_000 }),
        (wanted, loaded) => {
          const budget = resolveBudget({ ...facts, configured: wanted, loaded });
          expect(budget.tokens + facts.maxOutputTokens).toBeLessThanOrEqual(loaded);
          expect(budget.warning !== undefined).toBe(wanted !== undefined && wanted > budget.tokens);
        },
      ),
    );
  });

  it('TL13: lets a reading begin with every tool from a window of 32,000 tokens on, unless the set was said', () => {
    const choose = (more: Partial<BudgetFacts>) => resolveBudget({ ...facts, ...more }).tools;
    expect(choose({ loaded: 31_999 })).toBe('basic');
    expect(choose({ loaded: 32_000 })).toBe('all');
    expect(choose({ configured: 9_000, loaded: 131_072 })).toBe('basic');
    expect(choose({ tools: 'all' })).toBe('all');
    expect(choose({ loaded: 131_072, tools: 'basic' })).toBe('basic');
  });

  it('PN1: leaves room for the notes', () => {
    const least = estimateLeastBudget();
    const notes = 'Only people who speak. '.repeat(60);
    expect(resolveBudget({ ...facts, configured: least }).tokens).toBe(least);
    expect(() => resolveBudget({ ...facts, configured: least, notes })).toThrow(UsageError);
  });

  it('refuses a window without room for a scene, and says which window or which shorter reply would do', () => {
    expect(() => resolveBudget({ ...facts, loaded: 2_048 })).toThrow(UsageError);
    const least = estimateLeastBudget();
    expect(() => resolveBudget({ ...facts, loaded: 4_096 })).toThrow(
      new RegExp(
        `window of ${least + 2_048} tokens or more .*--max-output-tokens ${Math.floor((4_096 - least) / 100) * 100}`,
      ),
    );
    const maxOutputTokens = 4_096 - least;
    expect(resolveBudget({ ...facts, loaded: 4_096, maxOutputTokens }).tokens).toBe(least);
    expect(() => resolveBudget({ ...facts, configured: 1_200 })).toThrow(/Set --context-budget to/);
  });
});
