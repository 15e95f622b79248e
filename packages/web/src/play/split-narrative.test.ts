// Tests how a paragraph of a narrative is split where it is emphasised or flagged.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitNarrative } from './split-narrative.ts';

function listPieces(text: string, quotes: readonly string[] = []): readonly string[] {
  const flags = quotes.map((quote) => ({ quote, says: `no ${quote}` }));
  return splitNarrative(text, flags).map(({ piece, kind, says }) => {
    const shown = { plain: piece, emphasised: `<${piece}>`, strong: `<<${piece}>>` }[kind];
    return says === undefined ? shown : `[${shown}]`;
  });
}

test('RP9: a flagged number is marked where it stands alone, also beside others that contain it', () => {
  expect(listPieces('You roll 17 of 16, and your Vigour falls to 1.', ['17', '16', '1'])).toEqual([
    'You roll ',
    '[17]',
    ' of ',
    '[16]',
    ', and your Vigour falls to ',
    '[1]',
    '.',
  ]);
  expect(listPieces('Ten of them.', ['of them', 'them'])).toEqual(['Ten ', '[of them]', '.']);
});

test('RP1: words between asterisks are emphasised, and lone asterisks stay', () => {
  expect(listPieces('almost know: *not that way.*')).toEqual(['almost know: ', '<not that way.>']);
  expect(listPieces('"I\'m *here*," he says.')).toEqual(['"I\'m ', '<here>', '," he says.']);
  expect(listPieces('*Not lying*', ['Not'])).toEqual(['[<Not>]', '< lying>']);
  expect(listPieces('**No.** Go.', ['No'])).toEqual(['[<<No>>]', '<<.>>', ' Go.']);
  for (const plain of ['5 * 3 * 2', 'a*b*c', '* * *', '*one', '**two*'])
    expect(listPieces(plain).join('')).toBe(plain);
});

test('RP1: nothing but asterisks is left out of any text', () => {
  const texts = fc.string({ unit: fc.constantFrom('*', 'a', ' ', '1', '.') });
  fc.assert(
    fc.property(texts, fc.array(texts, { maxLength: 3 }), (text, quotes) => {
      const shown = splitNarrative(
        text,
        quotes.map((quote) => ({ quote, says: '' })),
      );
      expect(shown.map(({ piece }) => piece.replaceAll('*', '')).join('')).toBe(text.replaceAll('*', ''));
    }),
  );
});
