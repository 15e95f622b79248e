// Tests describing details of things: numbers keep their labels, and sentences stand by themselves.

import { expect, test } from 'vitest';
import { describeDetails } from './describe-details.ts';

test('RP11: a short effect stands without its label, behind the numbers', () => {
  const curious = [
    { name: 'effect', value: 'Must know.' },
    { name: 'points', value: '2' },
  ];
  expect(describeDetails(curious)).toBe('points 2\u00a0· Must know.');
});

test('RP11: a switch is its name, a note is its words, and nothing is nothing', () => {
  const lamp = [
    { name: 'once', value: 'yes' },
    { name: 'note', value: 'half full' },
  ];
  expect(describeDetails(lamp)).toBe('once\u00a0· half full');
  expect(describeDetails([])).toBe('');
});
