// Tests reading what a player means: a character's own death, and deeds that are kept up, such as "I keep hitting".

import { expect, it } from 'vitest';
import { readIntent } from './read-intent.ts';

it('NA116: only words in which the character itself dies are read as its death', () => {
  const { kind } = readIntent('I die');
  for (const words of [
    'I die.',
    'I drown!',
    'I drop dead and lie there',
    'I die here',
    'I kill myself',
    'I drown myself',
  ])
    expect([words, readIntent(words).kind]).toEqual([words, kind]);
  for (const words of [
    'I drown the guard in the trough',
    'I drown my sorrows in ale',
    'I die to know who did it',
  ])
    expect([words, readIntent(words).kind]).not.toEqual([words, kind]);
});

it('NA3: a deed that is kept up is that deed', () => {
  const read = (words: string) => {
    const { kind, rest } = readIntent(words);
    return [kind, rest.trim()];
  };
  expect(read('I keep hitting')).toEqual(['attack', '']);
  expect(read('I keep on striking him')).toEqual(['attack', 'him']);
  expect(read('I continue attacking Hob')).toEqual(['attack', 'hob']);
  expect(read('continue to search')).toEqual(['search', '']);
  expect(read('keep watch')[0]).toBe('wait');
});
