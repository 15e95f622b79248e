// Tests of the evidence gate.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PostId } from '../corpus/corpus.ts';
import { bearsName, type CitablePost, type CitableText, checkEvidence } from './evidence-gate.ts';
import { findExactQuote } from './locate-quote.ts';

const bodies = [
  'The gate stood open. “Soma,” he said — the old  priest of\nIlm — was “tired & cold”. He was the last of his order.',
  'Nobody slept. Then Soma slept on the hill above the harbour until the morning came. The hill was green.',
  'A bell rang on the hill.',
];

function buildText(shown: readonly string[] = bodies): CitableText {
  const scene = shown.map(
    (body, index): CitablePost => ({
      corpus: 'main',
      postId: (index + 1) as PostId,
      body,
      span: { start: 0, end: body.length },
    }),
  );
  return { scene, findEarlier: () => undefined };
}

const quote = (text: string, postId = 1) => ({ postId: postId as PostId, quote: text });
const label = (first: number, postId = 1, last = first) => ({
  postId: postId as PostId,
  label: { first, last },
});

describe('checkEvidence', () => {
  it('GL5: a quote is accepted where it stands word for word, white space and typographic signs folded', () => {
    const wanted = '"Soma," he said -- the old priest of Ilm - was "tired &amp; cold".';
    const { accepted } = checkEvidence([quote(wanted)], ['Soma'], buildText());
    expect(accepted).toMatchObject([
      {
        postId: 1,
        quote: '“Soma,” he said — the old  priest of\nIlm — was “tired & cold”.',
        isSnapped: false,
      },
    ]);
  });

  it('GL5: a quote copied with sentence labels or in quotation marks is the quote', () => {
    const { accepted } = checkEvidence(
      [quote('"[2] Then Soma slept on the hill"', 2)],
      ['Soma'],
      buildText(),
    );
    expect(accepted).toMatchObject([{ postId: 2, quote: 'Then Soma slept on the hill' }]);
  });

  it('GL5: a quote with another letter or case is not exact, and one that ends inside a word is not either', () => {
    for (const wanted of ['then Soma slept', 'Soma Slept', 'oma slept', 'Soma sle']) {
      expect(findExactQuote(bodies[1] ?? '', wanted, { start: 0, end: 999 })).toBeUndefined();
    }
  });

  it('GL6: a label stands for its sentence, and two for what lies between', () => {
    const { accepted } = checkEvidence([label(2, 2), label(1, 2, 2)], ['Soma'], buildText());
    expect(accepted.map((piece) => piece.quote)).toEqual([
      'Then Soma slept on the hill above the harbour until the morning came.',
      'Nobody slept. Then Soma slept on the hill above the harbour until the morning came.',
    ]);
    expect(checkEvidence([label(9)], ['Soma'], buildText()).refusals[0]).toContain('its labels are 1 to 3');
  });

  it('GL6: a sentence that leans on the one before is widened to it, and only as far as a name stands', () => {
    const { accepted } = checkEvidence([label(3)], ['Soma'], buildText());
    expect(accepted[0]?.quote).toMatch(/^“Soma,” .* order\.$/s);
    expect(checkEvidence([label(1, 3)], ['Soma'], buildText()).accepted).toEqual([]);
  });

  it('GL7: one close passage that names the entry is taken for the quote, in its real words, and marked', () => {
    const { accepted } = checkEvidence(
      [quote('Then Soma slept upon the hill above the harbour', 2)],
      ['Soma'],
      buildText(),
    );
    expect(accepted).toMatchObject([
      { quote: 'Then Soma slept on the hill above the harbour', isSnapped: true },
    ]);
  });

  it('GL7: a quote close to several passages goes back with them', () => {
    const text = buildText(['Soma rode the grey horse home. Much later Soma rode the gray horse home.']);
    const { accepted, refusals } = checkEvidence([quote('Soma rode the gruy horse home', 1)], ['Soma'], text);
    expect(accepted).toEqual([]);
    expect(refusals[0]).toContain('close to several passages');
  });

  it('GL8: a quote of another post of the scene is accepted there, and that is said', () => {
    const { accepted, notes } = checkEvidence(
      [quote('Then Soma slept on the hill', 3)],
      ['Soma'],
      buildText(),
    );
    expect(accepted).toMatchObject([{ postId: 2 }]);
    expect(notes).toEqual(['The quote stands in post 2.']);
  });

  it('GL8: what was not read cannot be cited', () => {
    const { accepted, refusals } = checkEvidence([label(1, 77)], ['Soma'], buildText());
    expect(accepted).toEqual([]);
    expect(refusals[0]).toContain('Posts of this scene: 1, 2, 3.');
  });

  it('GL5: words that stand there but name nothing are refused with the sentences that do', () => {
    const { refusals } = checkEvidence([quote('A bell rang on the hill.', 3)], ['Soma'], buildText());
    expect(refusals[0]).toContain('does not name "Soma"');
    expect(refusals[0]).toContain('post 2 [2]');
  });

  it('GL5: words that stand nowhere are refused with the closest passage', () => {
    const { refusals } = checkEvidence(
      [quote('the old priest of Ilm sang of a tired king', 1)],
      ['Soma'],
      buildText(),
    );
    expect(refusals[0]).toContain('Closest passage: post 1 [2]');
  });

  it('GL5: whatever is offered, what is accepted stands in its post and names the entry', () => {
    const words = fc.array(
      fc.constantFrom('Soma', 'soma', 'slept', '“on', 'the—', 'hill.', '\n\n', '&', '<b>', '[2]', '黎明'),
      { maxLength: 25 },
    );
    const text = words.map((list) => list.join(' '));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.array(text, { maxLength: 3 }),
        fc.nat(4),
        (posts, quotes, number) => {
          const claims = [
            ...quotes.map((one) => quote(one, number)),
            label(number, 1),
            { quote: '', label: undefined },
          ];
          const { accepted } = checkEvidence(claims, ['Soma', '黎明'], buildText(posts));
          for (const piece of accepted) {
            expect(posts[piece.postId - 1]?.slice(piece.start, piece.end)).toBe(piece.quote);
            expect(bearsName(piece.quote, ['Soma', '黎明'])).toBe(true);
          }
        },
      ),
    );
  });

  it('GL5: every sentence that names the entry is accepted as its own quote', () => {
    const sentence = fc.array(fc.constantFrom('he', 'saw', '“the”', 'hill', 'and'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), (sentences) => {
        const body = sentences.map((words) => `Soma ${words.join(' ')}.`).join(' ');
        const claims = sentences.map((words) => quote(`Soma ${words.join('  ').replace(/[“”]/g, '"')}.`));
        const { refusals, accepted } = checkEvidence(claims, ['Soma'], buildText([body]));
        expect(refusals).toEqual([]);
        expect(accepted.every((piece) => !piece.isSnapped)).toBe(true);
      }),
    );
  });
});
