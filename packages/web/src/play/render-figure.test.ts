// Tests rendering values and formulas for a screen: without the boxes that a terminal draws, and with real minus signs.

import { expect, test } from 'vitest';
import { renderFigure, renderFormula, renderSum } from './render-figure.ts';

test('RP11: what is drawn beside a number is not written once more, and a minus is a minus', () => {
  expect(renderFigure('○○○○ 0/4')).toBe('0/4');
  expect(renderFigure('□□□□□□□□□ 0/9')).toBe('0/9');
  expect(renderFigure('-2')).toBe('−2');
  expect(renderFigure('well-known')).toBe('well-known');
});

test('RP11: a formula has minus signs, and hyphens within words stay', () => {
  expect(renderFormula('floor((Level - 1) / 4)')).toBe('floor((Level − 1) / 4)');
  expect(renderFormula('max(-1, -Wits) + Hand-to-hand')).toBe('max(−1, −Wits) + Hand-to-hand');
});

test('RP11: a sum names what each of its numbers is of', () => {
  const sum = [
    { value: 10, of: 'Class' },
    { value: -1.005, of: 'Level, Load' },
    { value: 2, of: '' },
  ];
  expect(renderSum(sum)).toBe('10 (Class) − 1 (Level, Load) + 2');
});
