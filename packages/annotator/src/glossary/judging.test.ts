// Tests which terms are admitted at once, which names count as alike, and which new definitions drop too much of the old.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AdmissionCase, checkAdmission } from './admission.ts';
import { countCommonTrigrams, detectLikeness } from './duplicates.ts';
import { findNarrowing } from './narrowing.ts';

const admits = (term: string, contexts: readonly string[], reading: Partial<AdmissionCase> = {}) => {
  const once = { aliases: [], posts: 1, wasHeld: false, isEnglish: true };
  return checkAdmission({ term, contexts, ...once, ...reading }).isAdmitted;
};

describe('checkAdmission', () => {
  it('GL9: a name with a capital inside a sentence is admitted at its first mention', () => {
    expect(admits('Hope', ['They came to Hope in the evening.'])).toBe(true);
    expect(admits('Tarnvale', ['Tarnvale was far.'])).toBe(true);
    expect(admits('Gate of Sorrows', ['He went through the Gate of Sorrows.'])).toBe(true);
  });

  it('GL9: a plain word that only begins a sentence, or is shouted, is held', () => {
    expect(admits('Hope', ['Hope is thin.', '“Hope,” he said.'])).toBe(false);
    expect(admits('Stop', ['STOP THE HORSES AT THE GATE NOW'])).toBe(false);
    expect(admits('Presently', ['Presently he came.'])).toBe(false);
  });

  it('GL9: a bare generic phrase or a plain word is held until it is named or proposed again', () => {
    expect(admits('old fort', ['They saw an old fort.'])).toBe(false);
    expect(admits('old fort', ['They saw an old fort.'], { wasHeld: true })).toBe(true);
    expect(admits('thinning', ['This they called the thinning.'])).toBe(true);
    expect(admits('thinning', ['The thinning is a cold wind.'])).toBe(false);
  });

  it('GL9: a coined word is admitted at its first sentence', () => {
    expect(admits('thoat', ['He rode a thoat.'])).toBe(true);
    expect(admits('skarn', ['A skarn is a fish.'])).toBe(true);
  });

  it('GL9: never throws, and more readings never undo an admission', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const texts = fc.array(text, { maxLength: 3 });
    fc.assert(
      fc.property(text, texts, fc.nat(4), fc.boolean(), (term, contexts, posts, isEnglish) => {
        const reading = { posts, isEnglish };
        if (!admits(term, contexts, reading)) return;
        expect(admits(term, contexts, { ...reading, posts: posts + 1 })).toBe(true);
        expect(admits(term, contexts, { ...reading, wasHeld: true })).toBe(true);
      }),
    );
  });
});

describe('detectLikeness', () => {
  const thing = (term: string, aliases: string[] = [], tags: string[] = []) => ({ term, aliases, tags });

  it('GL10: one term in two spellings, one name under two terms, and near names are reported', () => {
    expect(detectLikeness(thing('Tars-Tarkas'), thing('tars tarkas'))).toBe('same-term');
    expect(detectLikeness(thing('The Thoats'), thing('thoat'))).toBe('same-name');
    expect(detectLikeness(thing('Soma'), thing('Keeper', ['Soma']))).toBe('same-name');
    expect(detectLikeness(thing('Tars Tarkus'), thing('Tars Tarkas'))).toBe('similar');
    expect(detectLikeness(thing('Old Soma'), thing('Soma'))).toBe('similar');
    expect(detectLikeness(thing('Dejah'), thing('Dejah Thoris'))).toBe('similar');
  });

  it('GL10: homographs marked as such, other things with the same name, and short names are left alone', () => {
    expect(detectLikeness(thing('Dawn (character)'), thing('Dawn (time)'))).toBeUndefined();
    expect(detectLikeness(thing('Prince of Zodanga'), thing('Zodanga'))).toBeUndefined();
    expect(detectLikeness(thing('Zodanga Palace'), thing('Zodanga'))).toBeUndefined();
    expect(detectLikeness(thing('Thark'), thing('Thurn'))).toBeUndefined();
    expect(
      detectLikeness(thing('Zodanga', [], ['location']), thing('Old Zodanga', [], ['character'])),
    ).toBeUndefined();
  });

  it('GL10: likeness does not depend on the order, and a thing is like itself', () => {
    const name = fc.array(fc.constantFrom('Tars', 'Tarkas', 'the', 'Old', 'Soma', 'of', 'Somas'), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [one, other] = [thing(a.join(' ')), thing(b.join(' '))];
        expect(detectLikeness(one, other)).toBe(detectLikeness(other, one));
        expect(detectLikeness(one, one)).toBe('same-term');
        expect(countCommonTrigrams(a.join(''), b.join(''))).toBe(countCommonTrigrams(b.join(''), a.join('')));
      }),
    );
  });
});

describe('findNarrowing', () => {
  const full =
    'The last priest of Ilm, keeper of the drowned bell, who sold his brother to the harbour guild.';

  it('GL11: most of a definition may not be dropped without something in its place', () => {
    expect(findNarrowing(full, 'A priest.')?.lost).toContain('keeper');
    expect(findNarrowing(full, `${full} He died at sea.`)).toBeUndefined();
    expect(
      findNarrowing(
        full,
        'A spy of the northern king who only posed as clergy, and who burned three villages at night.',
      ),
    ).toBeUndefined();
    expect(findNarrowing('A priest.', 'A spy.')).toBeUndefined();
  });

  it.each([
    ['three of eight words are kept', 'old bell keeper', true],
    ['half of the words is kept', 'old bell keeper harbour', false],
    ['three are kept and two new ones come', 'old bell keeper died drunk', true],
    ['two are kept and half as many come as are lost', 'old bell died drunk rich', false],
    ['words are said again or in another number', 'bells bell old olds keepers', true],
    ['nothing is kept and nothing comes', '', true],
  ])(
    'GL11: narrowing means to lose more than half without half as much in its place: %s',
    (_, next, isNarrowing) => {
      const old = 'old bell keeper harbour guild priest brother spy';
      expect(findNarrowing(old, next) !== undefined).toBe(isNarrowing);
    },
  );

  it('GL11: condensing is not narrowing: names, relatives and roles stay, and episodes go', () => {
    const long =
      'Prince of [[Helium]] and son of [[John Carter]]. He bought a flier in the morning, flew over the market, was seen by a guard, hid behind a wall of ochre moss, lost his sword there and wept bitterly until night fell over the lamps. He loves [[Thuvia]], whom Astok wants to marry.';
    const condensed = 'Prince of [[Helium]], son of [[John Carter]], a flier who loves [[Thuvia]].';
    expect(findNarrowing(long, condensed)).toBeUndefined();
    expect(
      findNarrowing(long, 'A prince who flew, hid behind a wall, lost a sword and wept.')?.lost,
    ).toContain('helium');
    expect(findNarrowing(long, 'Prince of [[Helium]], son of [[John Carter]].')).toBeDefined();
  });

  it('GL11: a definition of less than six words has little to lose', () => {
    expect(findNarrowing('old bell keeper harbour guild', 'bell')).toBeUndefined();
    expect(findNarrowing('old bell keeper harbour guild spy', 'bell')).toBeDefined();
    expect(findNarrowing('old bell, old bell, old bell', 'bell')).toBeUndefined();
  });

  it('GL11: words that say nothing by themselves do not count as lost, and each lost word is named once', () => {
    const old =
      'It was he who was with them in the bell, the keeper of the harbour, of the guild, and of the old spy';
    expect(findNarrowing(old, 'bell keeper harbour guild old spy')).toBeUndefined();
    expect(findNarrowing(old, 'the bell keeper')?.lost).toEqual(['harbour', 'guild', 'old', 'spy']);
    expect(findNarrowing('Bells, bell, keeper, harbour, guild, old spy', 'spy')?.lost).toEqual([
      'bells',
      'keeper',
      'harbour',
      'guild',
      'old',
    ]);
  });

  it('GL11: adding words is never narrowing', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.lorem({ maxCount: 10 }), (old, more) => {
        expect(findNarrowing(old, `${more} ${old}`)).toBeUndefined();
      }),
    );
  });
});
