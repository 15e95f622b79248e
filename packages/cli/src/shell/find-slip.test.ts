// Tests which name is found for a mistyped word.

import { describe, expect, it } from 'vitest';
import { findSlip } from './find-slip.ts';

const names = ['new', 'list', 'systems', 'odds', 'replay', 'export'];

describe('a slip of the fingers', () => {
  it.each([
    ['lisst', 'list'],
    ['listt', 'list'],
    ['lis', 'list'],
    ['lsit', 'list'],
    ['nwe', 'new'],
    ['Nee', 'new'],
    ['exprot', 'export'],
    ['system', 'systems'],
    ['xexport', 'export'],
  ])('finds that %s is %s', (typed, name) => {
    expect(findSlip(typed, names)).toBe(name);
  });

  it.each(['listen', 'explore', 'least', 'look', 'north', 'run', 'list', ''])(
    'leaves “%s” as it is',
    (typed) => {
      expect(findSlip(typed, names)).toBeUndefined();
    },
  );
});
