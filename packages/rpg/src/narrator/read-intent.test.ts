// Tests reading what a player means: a character's own death, deeds that are kept up, and figures of speech.

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

it.each([
  ['I strike a match.', 'use', 'a match'],
  ['I hit the road.', 'go', ''],
  ['I hit the sack', 'rest', ''],
  ['I kill time.', 'wait', ''],
  ['I shoot him a dark look.', 'look', 'him'],
  ['I steal a glance at her.', 'look', 'her'],
  ['I sneak a look at the letter.', 'look', 'the letter'],
  ['I kick my boots off.', 'wear', 'my boots'],
  ['I pay attention.', 'listen', ''],
  ['I pay Mira a visit.', 'go', 'mira'],
  ['I pay her a compliment.', 'talk', 'her'],
  ['I would never kill her.', 'refrain', ''],
  ['I will never sell it.', 'refrain', ''],
  ['We’ll never steal it.', 'refrain', ''],
])(
  'NA3: a figure of speech is what it means, and what never happens is not done: %s',
  (words, kind, rest) => {
    const read = readIntent(words);
    expect([read.kind, read.rest.trim()]).toEqual([kind, rest]);
  },
);

it.each([
  ['I strike the matchmaker.', 'attack'],
  ['I hit him.', 'attack'],
  ['I kill the guard.', 'attack'],
  ['I shoot him.', 'attack'],
  ['I steal the lamp.', 'steal'],
  ['I sneak past her.', 'sneak'],
  ['I kick him.', 'attack'],
  ['I pay him.', 'payment'],
])('NA3: the same verb with somebody or something behind it is that deed: %s', (words, kind) => {
  expect(readIntent(words).kind).toBe(kind);
});
