// Tests which plain words tell that somebody, or an animal, has died.
import { expect, it } from 'vitest';
import { readDeaths } from './read-deaths.ts';

it.each([
  ['My dog died.', 'dog', undefined, 'died'],
  ['Sadly, our old cat Pepper has passed away in spring.', 'cat', 'pepper', 'passed away in spring'],
  ['Karl died two years ago.', undefined, 'karl', 'died two years ago'],
  ['My husband is dead, and I live alone.', 'husband', undefined, 'is dead'],
  ['We had to put Max to sleep.', undefined, 'max', 'put Max to sleep'],
  ['We had to put our cat down last week.', 'cat', undefined, 'put our cat down last week'],
  ['Yesterday we buried our rabbit Flopsy.', 'rabbit', 'flopsy', 'buried our rabbit Flopsy'],
  ["My husband's dead.", 'husband', undefined, 'dead'],
] as const)('FP17: "%s" tells of a death', (text, kind, name, value) => {
  const isOfAnimal = text.includes(' put ');
  expect(readDeaths(text)).toEqual([
    { kind, name, value, isOfAnimal, quote: expect.stringContaining(value) },
  ]);
});

it.each([
  'My dog nearly died.',
  'If my dog died I would cry.',
  'Did Max die?',
  'Max died laughing.',
  'Karl is dead tired.',
  'The noise died down.',
  'My phone died and I had no charger?',
  'She said my dog died.',
  'When my dog died I was ten.',
  'I put Max to bed.',
  'We put my dog in the car.',
  'We do not want to put Max down.',
  "My sister's dog died.",
  'We put Max down on the sofa.',
  'I put our baby down for a nap.',
  'We buried my brother in the sand.',
  'My wife passed on a dessert.',
  'Tom is dead on his feet.',
  'My mum died a thousand deaths.',
  'Karl died in season 3.',
])('FP17: "%s" tells of none', (text) => {
  expect(readDeaths(text)).toEqual([]);
});
