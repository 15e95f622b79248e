// Tests parsing the block after a narrative: it is read in any spelling, never shown while streaming, and never fails.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureSure, splitAfterPart } from './parse-after.ts';
import { renderAfterPart } from './render-after-part.ts';

const full = {
  summary: 'Mira gave up the key.',
  tags: ['mira', 'key'],
  importance: 0.7,
  suggestions: ['Open the cellar', 'Ask why', 'Leave'],
};

describe('the block behind a narrative', () => {
  it.each([
    ['as asked', renderAfterPart(full)],
    ['as JSON', `\n<after>${JSON.stringify(full)}</after>`],
    [
      'in a fence, numbered, in bold',
      '\n```xml\n<AFTER>\n**Summary:** Mira gave up the key.\n**Tags:** Mira; #key\nimportance: 7/10\n1. Open the cellar\n2) Ask why\n* Leave\n</AFTER>\n```',
    ],
    [
      'in brackets, never closed, twice the same',
      '\n\n[after]\nsummary = Mira gave up the key.\ntags: mira, key\nImportance: 70 %\n- Open the cellar\n- open the cellar.\n- "Ask why"\n- Leave',
    ],
  ])('TU22: is read %s, and is no part of the narrative', (_how, block) => {
    expect(splitAfterPart(`She sighs.\n\nThe key falls.${block}`)).toEqual({
      narrative: 'She sighs.\n\nThe key falls.',
      after: full,
    });
  });

  it.each([
    ['7/10', 0.7],
    ['7/100', 0.07],
    ['1 / 100', 0.01],
    ['70/100', 0.7],
    ['1/10', 0.1],
    ['0.7', 0.7],
  ])('TU22: an importance of %s is read', (said, importance) => {
    expect(splitAfterPart(`So.\n<after>\nimportance: ${said}\n</after>`).after.importance).toBe(importance);
  });

  it('TU22: is empty where it is absent or is no such block, and every number is between 0 and 1', () => {
    expect(splitAfterPart('The <afterglow> is red, <b>after</b> all.').narrative).toBe(
      'The <afterglow> is red, <b>after</b> all.',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (narrative, body) => {
        const { after } = splitAfterPart(`${narrative}<after>${body}`);
        expect(after.importance ?? 0).toBeGreaterThanOrEqual(0);
        expect(after.importance ?? 0).toBeLessThanOrEqual(1);
        expect(new Set(after.suggestions).size).toBe(after.suggestions.length);
        expect(after.suggestions.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('TU22: comes back as it was rendered', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const part = fc.record({
      summary: word,
      tags: fc.uniqueArray(word, { maxLength: 5 }),
      importance: fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20),
      suggestions: fc.uniqueArray(word, { maxLength: 5 }),
    });
    fc.assert(
      fc.property(part, (after) => {
        expect(splitAfterPart(`Told.${renderAfterPart(after)}`)).toEqual({ narrative: 'Told.', after });
      }),
    );
  });

  it('TU14: is never shown, wherever a stream is cut: what is surely narrative is a beginning of the narrative', () => {
    const piece = fc.constantFrom(
      '<',
      'after',
      '>',
      '[after]',
      '\n',
      ' ',
      '```',
      'The end',
      '*',
      '<after>',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(), (pieces, seed) => {
        const text = pieces.join('');
        const cut = seed % (text.length + 1);
        const { narrative } = splitAfterPart(text);
        const sure = text.slice(0, measureSure(text.slice(0, cut)));
        expect(narrative.startsWith(sure.trimEnd())).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
