// Tests joining titles: a title such as "Mr." stays on the line of its name, and other words may break as before.

import { expect, test } from 'vitest';
import { joinTitles } from './join-titles.ts';

test('a title is held together with its name', () => {
  expect(joinTitles('Mr. Murdstone')).toBe('Mr.\u00a0Murdstone');
  expect(joinTitles('Steerforth, Mr. James Steerforth, Mrs. Gummidge')).toBe(
    'Steerforth, Mr.\u00a0James Steerforth, Mrs.\u00a0Gummidge',
  );
});

test('all else breaks where it did', () => {
  for (const name of ['Low Veyre', 'the East. Wind', 'Mr.', 'J. Steerforth', 'Amr. Said'])
    expect(joinTitles(name)).toBe(name);
});
