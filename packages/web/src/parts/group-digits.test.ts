// Tests how numbers in texts and messages are grouped.

import { expect, test } from 'vitest';
import { groupDigits, groupTokens } from './group-digits.ts';

test.each([
  [
    'it counted 2050 tokens although at least 2500 were sent, so it has a window of about 2048. The reply',
    'it counted 2,050 tokens although at least 2,500 were sent, so it has a window of about 2,048. The reply',
  ],
  ['Load the model with a context of 32768 tokens', 'Load the model with a context of 32,768 tokens'],
  [
    'Start llama-server with -c 32768, or --context-budget 19660',
    'Start llama-server with -c 32768, or --context-budget 19660',
  ],
  ['http://localhost:8080', 'http://localhost:8080'],
])('the tokens in “%s” are grouped', (text, shown) => {
  expect(groupTokens(text)).toBe(shown);
});

test('a year is grouped only beside a larger number', () => {
  expect(groupDigits('in 1851')).toBe('in 1851');
  expect(groupDigits('1500 of 20000')).toBe('1,500 of 20,000');
});

test('RP11: figures without words are grouped from four digits on, and dice and decimal places are not', () => {
  expect(groupDigits('9999')).toBe('9,999');
  expect(groupDigits('-9876/12500')).toBe('−9,876/12,500');
  expect(groupDigits('2d6+12345')).toBe('2d6+12,345');
  expect(groupDigits('1d10000')).toBe('1d10000');
  expect(groupDigits('0.12345')).toBe('0.12345');
});
