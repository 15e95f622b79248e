// Tests what a reply asks to look up before it answers, and that such calls do not count as said.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showSpans } from '../events/show-event.ts';
import { completeReply } from './complete-reply.ts';
import { parseLookUps } from './parse-look-ups.ts';
import { parseResponse } from './parse-message.ts';

describe('look-ups', () => {
  it('LU1: are found as calls, on a line of their own, and in tags', () => {
    const text = `recall("studio", deep=true) search('the "old" pier') plans()\nsearch "Anna’s wedding"\n<search>lamp oil</search> <plans>oil</plans> PLANS("Anna")`;
    expect(parseLookUps(text)).toEqual([
      { kind: 'recall', key: 'studio', isDeep: true },
      { kind: 'search', words: 'the "old" pier' },
      { kind: 'plans', topic: undefined },
      { kind: 'search', words: 'Anna’s wedding' },
      { kind: 'search', words: 'lamp oil' },
      { kind: 'plans', topic: 'oil' },
      { kind: 'plans', topic: 'Anna' },
    ]);
  });

  it('LU1: recall anything by a name, whether it is a key or not', () => {
    expect(parseLookUps('recall("User\'s home")')).toEqual([
      { kind: 'recall', key: "User's home", isDeep: false },
    ]);
    expect(parseLookUps('recall "studio"\nrecall("[pier]")')).toEqual([
      { kind: 'recall', key: 'studio', isDeep: false },
      { kind: 'recall', key: 'pier', isDeep: false },
    ]);
  });

  it.each([
    'I will search "the attic" first',
    'my plans (many)',
    'search()',
    'recall("")',
    'research("x")',
    'search("x"',
  ])('LU1: %s is not one', (text) => {
    expect(parseLookUps(text)).toEqual([]);
  });

  it('LU1: are at most eight, in time proportional to the text', () => {
    const property = fc.property(
      fc.array(fc.constantFrom('search("', 'a', '")', 'plans(', ')', '<search>', '\n')),
      (parts) => {
        expect(parseLookUps(parts.join('')).length).toBeLessThanOrEqual(8);
      },
    );
    fc.assert(property);
    expect(parseLookUps('search("a '.repeat(100_000))).toEqual([]);
  });

  it('LU2: are left out of everything that counts as said', () => {
    const said = (text: string) => showSpans(completeReply(parseResponse(text), {}).spans);
    expect(said('Let me see. recall("studio") It is by the pier.')).toBe('Let me see.\nIt is by the pier.');
    expect(said('search("lamp oil")\nplans()')).toBe('');
    expect(said('<feeling>glad</feeling> Hello.\nrecall "studio"')).toBe('Hello.');
    expect(said('I recall "paris" fondly.')).toBe('I recall "paris" fondly.');
  });
});
