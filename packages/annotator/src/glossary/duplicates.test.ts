// Tests which names count as alike: for each rule, names that are alike by it and names that are not.

import { describe, expect, it } from 'vitest';
import { detectLikeness, type Likeness, type NamedThing } from './duplicates.ts';

type Row<One> = readonly [what: string, pair: readonly [One, One], likeness: Likeness | undefined];

function thing(names: string, ...tags: string[]): NamedThing {
  const [term = '', ...aliases] = names.split('|');
  return { term, aliases, tags };
}

const judge = (one: string, other: string) => {
  const likeness = detectLikeness(thing(one), thing(other));
  expect(detectLikeness(thing(other), thing(one))).toBe(likeness);
  return likeness;
};

describe('detectLikeness', () => {
  it.each<Row<string>>([
    ['a word before', ['Old Zodanga', 'Zodanga'], 'similar'],
    ['two words before', ['Grand Old Zodanga', 'Zodanga'], 'similar'],
    ['a further name behind', ['Dejah', 'Dejah Thoris'], 'similar'],
    ['a further name and a plain word behind', ['Dejah', 'Dejah Thoris Morning'], 'similar'],
    ['an epithet behind', ['Zodanga the Grey', 'Zodanga'], 'similar'],
    ['an epithet behind two words', ['Kantos Zodanga the Old Grey', 'Kantos Zodanga'], 'similar'],
    ['an epithet on each', ['Zodanga the Grey', 'Zodanga the White'], undefined],
    ['a story behind', ['Zodanga the long way round', 'Zodanga'], undefined],
    ['an owner', ['Prince of Zodanga', 'Zodanga'], undefined],
    ['an owner of a longer name', ['Prince of Tars Zodanga', 'Tars Zodanga'], undefined],
    ['another thing behind', ['Zodanga Palace', 'Zodanga'], undefined],
    ['a plain word', ['Great Northern Gate', 'Gate'], undefined],
    ['a plain and a coined word', ['Old Garden Zodanga', 'Garden Zodanga'], 'similar'],
    ['only the last word shared', ['Old Kantos Zodanga', 'Mors Zodanga'], undefined],
    ['only the first word shared', ['Zodanga Kantos', 'Zodanga Mors Tarkas'], undefined],
    ['the name in the middle', ['Old Zodanga Palace', 'Zodanga'], undefined],
    ['a plain and a coined word behind others', ['Far Northern Garden Zodanga', 'Garden Zodanga'], 'similar'],
    ['a small word inside the name', ['Far Northern Mors of Zod', 'Mors of Zod'], 'similar'],
    ['two syllables of a script without spaces', ['王李明', '李明'], 'similar'],
    ['a syllable of a script without spaces', ['李明', '李'], undefined],
  ])('GL10: one name contains the other, %s', (_, [one, other], likeness) => {
    expect(judge(one, other)).toBe(likeness);
  });

  it.each<Row<string>>([
    ['one letter in seven', ['Barsoom', 'Barsoum'], 'similar'],
    ['one letter more', ['Zodanga', 'Zodangaa'], 'similar'],
    ['one letter in six', ['Zodang', 'Zodong'], undefined],
    ['one letter before six', ['Odanga', 'Zodanga'], undefined],
    ['one letter in five behind an article', ['The Thark', 'The Thurk'], undefined],
    ['two letters in eight', ['Zodangas', 'Zadangos'], undefined],
    [
      'two letters side by side in a long name',
      ['Kantos Kan Gathol Mor', 'Kantos Kan Gathux Mor'],
      'similar',
    ],
    ['the ends of a long name', ['Kantos Zodanga Gathol', 'Kantos Zodanga Gathra'], 'similar'],
    ['two plain words', ['The Hunting', 'The Hurting'], undefined],
    ['a plain word and a coined one', ['Hunting', 'Huntinq'], 'similar'],
    ['nothing in common', ['Zodanga', 'Phaidor'], undefined],
  ])('GL10: names that differ by a letter or two, %s', (_, [one, other], likeness) => {
    expect(judge(one, other)).toBe(likeness);
  });

  it.each<Row<string>>([
    ['both say so', ['Dawn (character)', 'Dawn (time)'], undefined],
    ['both say so of names with plural and article', ['The Thoats (herd)', 'Thoat (ship)'], undefined],
    ['one says so', ['Dawn', 'Dawn (time)'], 'same-name'],
    ['one says so, the other has white space around it', [' Dawn ', 'Dawn (time)'], 'same-name'],
    ['suffixes on other names', ['Old Zodanga (city)', 'Zodanga (realm)'], 'similar'],
  ])('GL10: suffixes tell homographs apart where %s', (_, [one, other], likeness) => {
    expect(judge(one, other)).toBe(likeness);
  });

  it('GL10: one alias in common is enough, whatever the other names are', () => {
    expect(judge('Soma|Keeper', 'Phaidor|Soma')).toBe('same-name');
    expect(judge('Phaidor|Old Zodanga', 'Kantos|Zodanga')).toBe('similar');
    expect(judge('Phaidor|Kantos', 'Soma|Thuvia')).toBeUndefined();
  });

  it.each<Row<string[]>>([
    ['two kinds', [['location'], ['character']], undefined],
    ['one kind', [['location'], ['location']], 'similar'],
    ['a kind and none', [['location'], []], 'similar'],
    ['a kind and one that nothing explains', [['location'], ['term', 'unexplained']], 'similar'],
    ['two tags that are no kinds', [['northern'], ['southern']], 'similar'],
    [
      'two kinds behind other tags',
      [
        ['northern', 'location'],
        ['northern', 'character'],
      ],
      undefined,
    ],
    [
      'one kind behind other tags',
      [
        ['northern', 'location'],
        ['southern', 'location'],
      ],
      'similar',
    ],
  ])('GL10: kinds tell near names apart, %s', (_, [tags, others], likeness) => {
    expect(detectLikeness(thing('Zodanga', ...tags), thing('Old Zodanga', ...others))).toBe(likeness);
    expect(detectLikeness(thing('Old Zodanga', ...others), thing('Zodanga', ...tags))).toBe(likeness);
  });

  it('GL10: things with one name are alike even if their kinds differ', () => {
    expect(detectLikeness(thing('Zodanga', 'location'), thing('The Zodangas', 'faction'))).toBe('same-name');
  });
});
