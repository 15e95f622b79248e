// Tests which letters of a proposed term become capitals in its entry.

import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { findSmallForm, writeAsStory } from './write-as-story.ts';

const body = [
  'Thoats ran past his valet, Matvey, to Wiesbaden. The old Kor of Vell saw it, and one kor more.',
  'Banths howled. He went to the Il Mare and the IL MARE. It was quiet at DORN. Matveyev came.',
].join(' ');

describe('a term', () => {
  const write = (term: string) => writeAsStory(term, openStory([[body]]).read(1));

  it.each([
    ['matvey', 'Matvey'],
    ['MATVEY', 'Matvey'],
    ['matvey (valet)', 'Matvey (valet)'],
    ['WIESBADEN', 'Wiesbaden'],
  ])('TL4: %s is written as the story writes it: %s', (term, written) => {
    expect(write(term)).toBe(written);
  });

  it.each(['Matvey', 'kor', 'Kor', 'banths', 'thoats', 'il mare', 'dorn', 'nowhere'])(
    'TL4: %s stays where the story has it so, is not sure, or only begins sentences with it',
    (term) => {
      expect(write(term)).toBe(term);
    },
  );

  it.each([
    ['Kor', 'kor'],
    ['Matvey', undefined],
    ['kor', undefined],
  ])('TL4: %s is in the scene in small letters too as %s', (term, small) => {
    expect(findSmallForm(term, openStory([[body]]).read(1))).toBe(small);
  });
});
