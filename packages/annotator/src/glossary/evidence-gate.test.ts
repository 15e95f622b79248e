// Tests which quotes the evidence gate accepts as evidence for an entry, and which it refuses.

import { findExactQuote } from '@terrarium/kernel/find-exact-quote';
import { normaliseQuote } from '@terrarium/kernel/normalise-quote';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PostId } from '../corpus/corpus.ts';
import type { CitablePost, CitableText, EvidenceClaim } from './citable-text.ts';
import { checkEvidence } from './evidence-gate.ts';
import { hasAnyName } from './is-naming.ts';
import { isSamePlace } from './is-same-place.ts';

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
  it('GL5: a quote is accepted if it is in the post word for word, apart from white space and typographic signs', () => {
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

  it('GL5: a quote that was copied with sentence labels or in quotation marks counts as the quote', () => {
    const { accepted } = checkEvidence(
      [quote('"[2] Then Soma slept on the hill"', 2)],
      ['Soma'],
      buildText(),
    );
    expect(accepted).toMatchObject([{ postId: 2, quote: 'Then Soma slept on the hill' }]);
  });

  it('GL5: a quote with a different letter or case is not exact, nor is one that ends inside a word', () => {
    for (const wanted of ['then Soma slept', 'Soma Slept', 'oma slept', 'Soma sle']) {
      expect(findExactQuote(bodies[1] ?? '', wanted, { start: 0, end: 999 })).toBeUndefined();
    }
  });

  it('GL6: a label means its sentence, and two labels also what is between them', () => {
    const { accepted } = checkEvidence([label(2, 2), label(1, 2, 2)], ['Soma'], buildText());
    expect(accepted.map((piece) => piece.quote)).toEqual([
      'Then Soma slept on the hill above the harbour until the morning came.',
      'Nobody slept. Then Soma slept on the hill above the harbour until the morning came.',
    ]);
    expect(checkEvidence([label(9)], ['Soma'], buildText()).refusals[0]).toContain('its labels are 1 to 3');
    expect(checkEvidence([label(1, 1, 9)], ['Soma'], buildText()).refusals[0]).toContain(
      'has no sentence [9]:',
    );
  });

  it('GL6: a sentence that needs the one before is widened to it, but only as far as a name', () => {
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

  it('GL7: a quote that is close to several passages is sent back with these', () => {
    const text = buildText(['Soma rode the grey horse home. Much later Soma rode the gray horse home.']);
    const { accepted, refusals } = checkEvidence([quote('Soma rode the gruy horse home', 1)], ['Soma'], text);
    expect(accepted).toEqual([]);
    expect(refusals[0]).toContain('close to several passages');
  });

  it('GL8: a quote from another post of the scene is accepted for that post, and the answer says so', () => {
    const { accepted, notes } = checkEvidence(
      [quote('Then Soma slept on the hill', 3)],
      ['Soma'],
      buildText(),
    );
    expect(accepted).toMatchObject([{ postId: 2 }]);
    expect(notes).toEqual(['The quote is in post 2.']);
  });

  it('GL8: what was not read cannot be cited', () => {
    const { accepted, refusals } = checkEvidence([label(1, 77)], ['Soma'], buildText());
    expect(accepted).toEqual([]);
    expect(refusals[0]).toContain('Posts of this scene: 1, 2, 3.');
  });

  it('GL5: words that are in the post but name nothing are refused, with sentences that would do', () => {
    const { refusals } = checkEvidence([quote('A bell rang on the hill.', 3)], ['Soma'], buildText());
    expect(refusals[0]).toContain('does not name "Soma"');
    expect(refusals[0]).toContain('post 2 [2]');
  });

  it('TL20: if claims are refused for the same lack, what would do is said only once', () => {
    const claims = [quote('A bell rang on the hill.', 3), quote('The hill was green.', 2)];
    const { refusals } = checkEvidence(claims, ['Vell'], buildText());
    expect(refusals).toHaveLength(2);
    expect(refusals.join(' ').split('No post read so far names "Vell"')).toHaveLength(2);
    for (const refusal of refusals) expect(refusal).toContain('does not name "Vell".');
  });

  it('GL5: words that are in no post are refused, with the closest passage', () => {
    const { refusals } = checkEvidence(
      [quote('the old priest of Ilm sang of a tired king', 1)],
      ['Soma'],
      buildText(),
    );
    expect(refusals[0]).toContain('Closest passage: post 1 [2]');
  });

  it.each([
    ['white space around quotation marks', '  “ Then Soma slept on the hill ”  '],
    ['a label of several digits', '[12] Then Soma slept on the hill'],
    ['a label without a space behind it', '[2]Then Soma slept on the hill'],
    ['labels between the sentences', '[1] Nobody slept. [2] Then Soma slept'],
    ['a label inside quotation marks', '"[2]Then Soma slept"'],
  ])('GL5: marks that a prompt puts around words are ignored: %s', (_, wanted) => {
    const { accepted } = checkEvidence([quote(wanted, 2)], ['Soma'], buildText());
    const words = wanted.replace(/\[\d+\] ?|[“”"]/g, '').trim();
    expect(accepted).toMatchObject([{ quote: words, isSnapped: false }]);
  });

  it('GL5: the same words cited twice are kept once, but other words of the same post are kept too', () => {
    const claims = [
      quote('Then Soma', 2),
      quote('Then Soma', 2),
      quote('Then Soma slept', 2),
      quote('Soma slept', 2),
    ];
    const { accepted } = checkEvidence(claims, ['Soma'], buildText());
    expect(accepted.map((piece) => piece.quote)).toEqual(['Then Soma', 'Then Soma slept', 'Soma slept']);
    const [piece] = accepted;
    if (piece === undefined) throw new Error('nothing was accepted');
    expect(isSamePlace(piece, { ...piece, quote: 'said otherwise' })).toBe(true);
    const changes = [{ corpus: 'other' }, { postId: 9 as PostId }, { start: 0 }, { end: 999 }];
    for (const change of changes) expect(isSamePlace(piece, { ...piece, ...change })).toBe(false);
  });

  it('GL5: an empty claim is sent back with what it needs', () => {
    for (const claim of [{}, { quote: ' ' }, { quote: '', postId: 1 as PostId }]) {
      expect(checkEvidence([claim], ['Soma'], buildText()).refusals).toEqual([
        'Evidence needs a quote or a sentence label.',
      ]);
    }
  });

  it('GL6: if a quote is in no post, the label that came with it counts; otherwise the quote counts', () => {
    const both = (words: string) => ({ ...quote(words, 2), label: { first: 2, last: 2 } });
    const cite = (words: string) => checkEvidence([both(words)], ['Soma'], buildText()).accepted[0]?.quote;
    expect(cite('Phaidor ate seventeen cakes')).toMatch(/^Then Soma .* came\.$/);
    expect(cite(' ')).toMatch(/^Then Soma .* came\.$/);
    expect(cite('Then Soma slept')).toBe('Then Soma slept');
  });

  it('GL6: a label without a post belongs to the only post, and to none if there are several', () => {
    const claim = { label: { first: 1, last: 1 } };
    expect(checkEvidence([claim], ['Soma'], buildText(['Soma came.'])).accepted).toHaveLength(1);
    expect(checkEvidence([claim], ['Soma'], buildText()).refusals).toEqual([
      'The evidence names no post. Posts of this scene: 1, 2, 3.',
    ]);
  });

  it('GL6: labels that no sentence has are refused; of labels in the wrong order, the first counts', () => {
    const text = buildText(['Soma came. Soma went.']);
    for (const claim of [label(0, 1, 2), label(1, 1, 3), label(3)]) {
      expect(checkEvidence([claim], ['Soma'], text).refusals[0]).toContain('its labels are 1 to 2');
    }
    expect(checkEvidence([label(2, 1, 1)], ['Soma'], text).accepted[0]?.quote).toBe('Soma went.');
  });

  it('GL6: a passage is widened by at most two sentences, and never beyond its own last one', () => {
    const text = buildText(['Soma came. He sat. He ate. He slept. He rose. Soma went.']);
    const cite = (first: number) => checkEvidence([label(first)], ['Soma'], text).accepted[0]?.quote;
    expect(cite(2)).toBe('Soma came. He sat.');
    expect(cite(3)).toBe('Soma came. He sat. He ate.');
    expect(cite(4)).toBeUndefined();
    expect(cite(5)).toBeUndefined();
  });

  it('GL6: sentences without spaces between them are widened just as far', () => {
    const text = buildText(['黎明は来た。彼は座った。彼は食べた。彼は寝た。彼は起きた。']);
    const cite = (first: number) => checkEvidence([label(first)], ['黎明'], text).accepted[0]?.quote;
    expect(cite(2)).toBe('黎明は来た。彼は座った。');
    expect(cite(3)).toBe('黎明は来た。彼は座った。彼は食べた。');
    expect(cite(4)).toBeUndefined();
  });

  it('GL5: a passage has a name only if it contains the whole name', () => {
    expect(hasAnyName('Then Soma slept.', ['Toma', 'Soma'])).toBe(true);
    expect(hasAnyName('Then Somar slept.', ['Toma', 'Soma'])).toBe(false);
  });

  it('GL6: a widened quote is marked as different from the words that were sent; a widened sentence is not', () => {
    const text = buildText(['Soma came. He sat on the wall. On the hill stood Soma.']);
    const cite = (claim: ReturnType<typeof quote> | ReturnType<typeof label>) =>
      checkEvidence([claim], ['Soma'], text).accepted[0];
    expect(cite(quote('sat on the wall'))).toMatchObject({
      quote: 'Soma came. He sat on the wall.',
      isSnapped: true,
    });
    expect(cite(quote('On the hill'))).toMatchObject({ quote: 'On the hill stood Soma.', isSnapped: true });
    expect(cite(label(2))).toMatchObject({ quote: 'Soma came. He sat on the wall.', isSnapped: false });
    expect(cite(label(1))).toMatchObject({ quote: 'Soma came.', isSnapped: false });
  });

  it('GL7: a likeness of 0.85 is enough, less is not', () => {
    const text = buildText(['Soma sat by the bed.']);
    const cite = (words: string) => checkEvidence([quote(words)], ['Soma'], text).accepted;
    expect(cite('Soma lay my the bed.')).toMatchObject([{ quote: 'Soma sat by the bed.', isSnapped: true }]);
    expect(cite('Soma lay my the bad.')).toEqual([]);
  });

  it('GL7: of close passages, only those that name the entry count, first those of the given post', () => {
    const one = 'Soma rode the grey horse home.';
    const other = 'Toma rode the grey horse home.';
    const meant = { quote: 'Soma rode the gray horse home.' };
    const cite = (bodiesShown: string[], claim: EvidenceClaim) =>
      checkEvidence([claim], ['Soma'], buildText(bodiesShown)).accepted.map((piece) => piece.postId);
    expect(cite([other, one, other], meant)).toEqual([2]);
    expect(cite([one, one, one], { ...meant, postId: 2 as PostId })).toEqual([2]);
    expect(cite([one, one, one], meant)).toEqual([]);
    expect(cite([one, other], { ...meant, postId: 2 as PostId })).toEqual([1]);
  });

  it('GL7: of many close passages three are shown, with their places and in their words', () => {
    const text = buildText(Array.from({ length: 5 }, () => 'Soma rode the grey horse home.'));
    const { refusals } = checkEvidence([{ quote: 'Soma rode the gray horse home.' }], ['Soma'], text);
    const places = [1, 2, 3].map((id) => `post ${id} [1] "Soma rode the grey horse home."`).join('; ');
    expect(refusals).toEqual([`The quote is close to several passages: ${places}. Copy the one you mean.`]);
  });

  it('GL8: a post that was read before the scene can be cited, by quote and by label', () => {
    const earlier: CitablePost = {
      corpus: 'main',
      postId: 7 as PostId,
      body: 'Soma was born.',
      span: { start: 0, end: 14 },
    };
    const text: CitableText = { scene: [], findEarlier: (id) => (id === 7 ? earlier : undefined) };
    const { accepted, notes } = checkEvidence([quote('Soma was', 7), label(1, 7)], ['Soma'], text);
    expect(accepted.map((piece) => piece.quote)).toEqual(['Soma was', 'Soma was born.']);
    expect(notes).toEqual([]);
    expect(checkEvidence([quote('Soma was', 8)], ['Soma'], text).refusals).toEqual([
      'Post 8 has not been read yet. Posts of this scene: none.',
    ]);
  });

  it('GL8: the part of a post that was not read cannot be cited, quoted roughly or leant on', () => {
    const body = 'Soma came. He sat. Soma left the hill at dawn.';
    const post: CitablePost = { corpus: 'main', postId: 1 as PostId, body, span: { start: 11, end: 18 } };
    const text: CitableText = { scene: [post], findEarlier: () => undefined };
    const claims = [
      'Soma left the hill at dawn.',
      'Soma left a hill at dawn.',
      'Soma came.',
      'He sat.',
      'sat. Soma',
    ];
    const { accepted, refusals } = checkEvidence(
      claims.map((words) => quote(words)),
      ['Soma'],
      text,
    );
    expect(accepted).toEqual([]);
    expect(refusals).toHaveLength(claims.length);
    refusals.forEach((refusal, index) => {
      expect(refusal.replace(claims[index] ?? '', '')).not.toMatch(/came|left/);
    });
  });

  it('GL5: at most three sentences that would do are offered, and none if there is none', () => {
    const many = buildText(['A bell rang. Soma one. Soma two. Soma three. Soma four.']);
    const [offered] = checkEvidence([quote('A bell rang.')], ['Soma'], many).refusals;
    expect(offered?.match(/"Soma \w+\."/g)).toEqual(['"Soma one."', '"Soma two."', '"Soma three."']);
    expect(offered).not.toMatch(/that do:.*bell/);
    const [none] = checkEvidence(
      [quote('A bell rang on the hill.', 3)],
      ['Toma', 'Tom'],
      buildText(),
    ).refusals;
    expect(none).toContain('No post read so far names "Toma" or "Tom"');
  });

  it('GL5: if no post of the scene names the entry, sentences of posts that were read before are offered', () => {
    const { scene } = buildText();
    const before = { scene: [], findEarlier: () => scene[2], listBearing: () => scene.slice(0, 2) };
    const [offered] = checkEvidence([label(1, 3)], ['Soma'], before).refusals;
    expect(offered).toContain('. Sentences that do: post 1 [2] "“Soma,”');
    expect(offered).toContain('post 2 [2]');
    expect(offered).not.toContain('No post');
  });

  it('GL5: the closest passage is the one most similar to the quote, and small words alone are not similar', () => {
    const text = buildText([
      'The old priest of Ilm sang.',
      'The old priest of the bell sang a song.',
      'On the hill.',
    ]);
    const refuse = (words: string) => checkEvidence([quote(words)], ['Soma'], text).refusals[0];
    expect(refuse('The old priest of the bell sang no psalm.')).toContain('Closest passage: post 2 [1]');
    expect(refuse('on incomprehensibilities')).not.toContain('Closest');
  });

  it('GL7: a quote with other capitals or punctuation counts as the passage with its words', () => {
    const text = buildText([
      'He saw the Jeddak, who slept. Old Soma, the king, slept too.',
      'The king slept.',
    ]);
    const judge = (words: string, post = 1) => checkEvidence([quote(words, post)], ['Soma'], text);
    expect(judge('old soma; THE KING — slept too').accepted).toMatchObject([
      { postId: 1, quote: 'Old Soma, the king, slept too.', isSnapped: true },
    ]);
    // Words without the name are also found, and are judged like every passage without the name.
    expect(judge('He saw the jeddak who slept').refusals[0]).toContain(
      'post 1 [1] "He saw the Jeddak, who slept." does not name "Soma"',
    );
  });

  it('GL5: sentences that would do are not offered if another piece of evidence names the entry', () => {
    const text = buildText(['Soma slept.', 'A bell rang.']);
    const { accepted, refusals } = checkEvidence([label(1, 1), label(1, 2)], ['Soma'], text);
    expect(accepted).toHaveLength(1);
    expect(refusals).toEqual(['post 2 [1] "A bell rang." does not name "Soma".']);
  });

  it('GL5: what is sent back is one line with at most 160 characters of the text', () => {
    const body = `A bell\n\n  ${'rang and '.repeat(40)}fell.`;
    const [refusal = ''] = checkEvidence([quote(body)], ['Soma'], buildText([body])).refusals;
    const [shown = ''] = /"[^"]*"/.exec(refusal) ?? [];
    expect(shown).toMatch(/^"A bell rang and .*…"$/);
    expect(shown).toHaveLength(162);
  });

  it('GL5, GL23: whatever is offered, accepted evidence is in its post, and names the entry or is beside a quote that does', () => {
    const words = fc.array(
      fc.constantFrom(
        'Soma',
        'soma',
        'he',
        'slept',
        '“on',
        'the—',
        'hill.',
        '\n\n',
        '&',
        '<b>',
        '[2]',
        '黎明',
      ),
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
          const naming = accepted.filter((piece) => hasAnyName(piece.quote, ['Soma', '黎明']));
          for (const piece of accepted) {
            expect(posts[piece.postId - 1]?.slice(piece.start, piece.end)).toBe(piece.quote);
            expect(naming.some(({ postId }) => Math.abs(postId - piece.postId) <= 1)).toBe(true);
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

  const talk = [
    '“How do you explain it, John Carter?” asked the boy.',
    '“I never age, and I love life,” was the answer.',
    'The boy was silent. He rode home. Then he slept. Then he dreamt.',
  ];

  it('GL23: a sentence that points back is accepted together with one that has the name, and comes after it', () => {
    const { accepted, refusals } = checkEvidence(
      [label(1, 2), label(1, 1)],
      ['John Carter'],
      buildText(talk),
    );
    expect(accepted.map(({ quote: words }) => words)).toEqual([talk[0], talk[1]]);
    expect(refusals).toEqual([]);
  });

  it('GL23: it may lean on a quote that the entry has already', () => {
    const text = buildText(talk);
    const { accepted } = checkEvidence([label(1, 1)], ['John Carter'], text);
    const later = checkEvidence([label(1, 2)], ['John Carter'], text, accepted);
    expect(later.accepted.map(({ quote: words }) => words)).toEqual([talk[1]]);
    expect(checkEvidence([label(1, 2)], ['John Carter'], text).accepted).toEqual([]);
  });

  it('GL23: alone it is refused with the sentence that could be cited with it', () => {
    const [refusal] = checkEvidence([label(1, 2)], ['John Carter'], buildText(talk)).refusals;
    expect(refusal).toContain('Cite with it a sentence that does: post 1 [1] "“How do you');
  });

  it('GL23: a narrator’s own words are accepted in any post that the narrator tells, outside of direct speech', () => {
    const told = ['My name is John Carter.', 'Rain fell.', 'I closed my eyes. “I am dead,” he said.'];
    const cite = (first: number, isTold: boolean) => {
      const text = { ...buildText(told), isTold: () => isTold };
      return checkEvidence([label(1, 1), label(first, 3)], ['John Carter'], text).accepted.length;
    };
    expect([cite(1, true), cite(2, true), cite(1, false)]).toEqual([2, 1, 1]);
    const alone = { ...buildText(told), isTold: () => true };
    expect(checkEvidence([label(1, 3)], ['John Carter'], alone).accepted).toEqual([]);
  });

  it('GL5: a quote need not repeat the readings of Japanese words', () => {
    const told = [
      '『私は｜御堂紗夜《みどうさや》。この鐘ノ浦《かねのうら》の灯守り《ひもり》だ』と《名》を言った。',
    ];
    const find = (words: string, names: readonly string[] = ['御堂紗夜']) =>
      checkEvidence([quote(words)], names, buildText(told)).accepted.map((piece) => piece.quote);
    const [found = ''] = find('私は御堂紗夜。この鐘ノ浦の灯守りだ');
    expect(found).toBe('私は｜御堂紗夜《みどうさや》。この鐘ノ浦《かねのうら》の灯守り《ひもり》だ');
    expect(find(found)).toEqual([found]);
    expect(find('御堂紗夜。この鐘ノ浦《かねのうら》の灯守りだ』と《名》を')).toHaveLength(1);
    expect(find('御堂紗夜。この鐘ノ浦の灯守りだ』とを言った')).toEqual([]);
    const printed = [
      'ここにいると霧喰い（きりくい）に食われる(くわれる)と、俺（れん）と紗夜は（たぶん）思う。',
    ];
    const findPrinted = (words: string) =>
      checkEvidence([quote(words)], ['霧喰い'], buildText(printed)).accepted.length;
    expect(findPrinted('ここにいると霧喰いに食われると、俺と紗夜は（たぶん）思う')).toBe(1);
    expect(normaliseQuote(printed.join()).text).toBe(
      'ここにいると霧喰いに食われると、俺と紗夜は（たぶん）思う。',
    );
  });

  it('GL23: a refusal says what would do for a narrator, and for a person who may turn out to be one', () => {
    const told = ['My name is John Carter.', 'Rain fell.', 'I slept.', '“I am cold,” said the boy.'];
    const [named] = checkEvidence([label(1, 1)], ['John Carter'], buildText(told)).accepted;
    const refuse = (
      postId: number,
      about: Partial<CitableText>,
      stands = named === undefined ? [] : [{ ...named, postId: 99 as PostId }],
    ) =>
      checkEvidence(
        [label(1, postId)],
        ['John Carter'],
        { ...buildText(told.slice(1)), ...about },
        stands,
      ).refusals.join(' ');
    const narrator = { isTold: () => true };
    const own = 'The entry is a narrator: a sentence with "I", outside of speech, is taken too';
    expect(refuse(1, narrator)).toMatch(new RegExp(`does not name "John Carter"\\. ${own}\\.$`, 'u'));
    expect(refuse(2, narrator)).toBe('');
    expect(refuse(3, narrator)).toContain(`${own}.`);
    expect(refuse(2, narrator, [])).toContain(`${own} beside one that does.`);
    const hint = 'If "I" is "John Carter", add the tag "narrator": then such a sentence is taken.';
    expect(refuse(2, { mayBeTagged: true })).toContain(hint);
    for (const [post, about] of [
      [1, { mayBeTagged: true }],
      [3, { mayBeTagged: true }],
      [2, {}],
    ] as const)
      expect(refuse(post, about)).not.toContain('narrator');
  });

  it('GL23: a sentence that points at nobody, or is further away, is refused', () => {
    const cite = (claim: EvidenceClaim) =>
      checkEvidence([label(1, 1), claim], ['John Carter'], buildText(talk)).accepted.length;
    expect(cite(label(1, 2))).toBe(2);
    expect(cite(label(2, 3))).toBe(1);
    const pointless = [talk[0] ?? '', 'The wind rose over the dead city.'];
    const both = checkEvidence([label(1, 1), label(1, 2)], ['John Carter'], buildText(pointless));
    expect(both.accepted).toHaveLength(1);
    expect(both.refusals[0]).not.toContain('Cite with it');
  });
});
