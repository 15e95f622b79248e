// Tests how statements are cut out of their sentences.

import { expect, test } from 'vitest';
import { listNameRanges } from './choose-definition.ts';
import { cutStatement } from './cut-statement.ts';
import { listSpans } from './list-spans.ts';
import { tagText } from './tag-text.ts';

function cut(text: string, name: string): string | undefined {
  const tokens = tagText(text);
  const [best] = listSpans(tokens, listNameRanges(tokens, [name]));
  return best && cutStatement({ text, tokens }, best);
}

test('BR12: a definition keeps the first word of a sentence that belongs to the next', () => {
  const words = 'That night Old Pell was found beneath the Bell Stair.';
  expect(cut(words, 'Old Pell')).toBe(words);
  expect(cut('That Mr. Pell, the proprietor, had gone to the sea was known.', 'Pell')).toMatch(/^Mr\. Pell/u);
  expect(cut('So great was Old Pell that nobody laughed.', 'Old Pell')).toMatch(/^So great was Old Pell/u);
  expect(cut('But then Old Pell went slowly up the stair.', 'Old Pell')).toBe(
    'Old Pell went slowly up the stair.',
  );
});

test('BR12: only what says what somebody is stands without its sentence', () => {
  for (const whole of [
    'There sat Old Pell, who had turned to look at the lamps.',
    'He found room for Old Pell, a mouldering loft in which were sacks.',
    'All this was to Old Pell, an entrance into a new life.',
    'With the long lamp Old Pell somewhat parried the blows.',
  ])
    expect(cut(whole, 'Old Pell')).toBe(whole);
  expect(cut('There sat Old Pell, who was the keeper of the lamps, and slept.', 'Old Pell')).toBe(
    'Old Pell, who was the keeper of the lamps',
  );
});

test('BR12: a definition that is cut within a clause says so, and no word is cut', () => {
  expect(cut('I knew that the pleasant “kaor” of Old Pell’s greeting fell on deaf ears.', 'Old Pell')).toBe(
    '…of Old Pell’s greeting fell on deaf ears',
  );
  expect(cut('Old Pell suffered long from a disorder (he named it himself), and coughed.', 'Old Pell')).toBe(
    'Old Pell suffered long from a disorder…',
  );
  expect(cut('She said “wait”; when the bell rang twice, Old Pell was already asleep.', 'Old Pell')).toBe(
    'When the bell rang twice, Old Pell was already asleep',
  );
  expect(cut('“I am sorry for you!” said Old Pell in my ear.', 'Old Pell')).toBe('…said Old Pell in my ear');
  expect(cut('“It is you, my dear Old Pell,” said the child.', 'Old Pell')).toBe(
    'It is you, my dear Old Pell',
  );
  expect(cut('“Oh!” ‘When he came, Old Pell was silent.’', 'Old Pell')).toMatch(/^When he came/u);
  const long = `Old Pell had ${'a house and '.repeat(7)}his great-grandfather’s boat ${'and some oars '.repeat(9)}.`;
  expect(cut(long, 'Old Pell')).toMatch(/his great-grandfather’s…$/u);
});

test('BR12: a phrase that explains needs no ellipsis', () => {
  expect(cut('Then I bowed to Old Pell, keeper of the seven lamps, and left.', 'Old Pell')).toBe(
    'Old Pell, keeper of the seven lamps',
  );
});

test('BR12: a phrase that is cut within a list says so', () => {
  const officer = 'Old Pell was an English officer who had lost his ship, his hat and his way.';
  expect(cut(officer, 'Old Pell')).toBe('Old Pell was an English officer who had lost his ship…');
  expect(cut('Old Pell was an English officer who had lost his ship, a quiet man.', 'Old Pell')).not.toMatch(
    /…$/u,
  );
  expect(cut('Then I bowed to Old Pell, keeper of lamps, keys and ropes.', 'Old Pell')).toBe(
    'Old Pell, keeper of lamps…',
  );
  expect(cut('There stood Old Pell, a man with a beard, a lamp and a rope.', 'Old Pell')).toBe(
    'Old Pell, a man with a beard…',
  );
  expect(cut('There stood Old Pell, a tall man, a lawyer and a drunk.', 'Old Pell')).toBe(
    'Old Pell, a tall man',
  );
});
