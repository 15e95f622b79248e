// Tests the older turns that a model is shown to sum them up, however many they are.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { expect, test } from 'vitest';
import type { Summary } from '../context/chapters.ts';
import { renderOlder } from './render-older.ts';

test.each([20, 200, 2_000])(
  'TU77: of %i turns, those of the most weight are shown within the bound',
  (count) => {
    const turns = Array.from({ length: count }, (_unused, number): Summary => {
      const text = `In part ${number} Ada promised Mira to bring the grain before the frost came down.`;
      return {
        turn: number + 1,
        number,
        text,
        importance: (number % 10) / 10,
        tokens: estimateTokens(text) + 1,
      };
    });
    const shown = renderOlder(
      { former: undefined, turns, tokens: 300, mostTokens: 375, whole: new Map(), renderDoneIn: () => '' },
      3_000,
    );
    expect(estimateTokens(shown)).toBeLessThan(3_000);
    expect(shown.match(/<turn number/gu)?.length).toBeGreaterThan(Math.min(count, 30) - 1);
    expect(shown).toContain('importance="0.9">\nIn part ');
  },
);
