// Tests how a definition is written from the statements of the story.

import { expect, test } from 'vitest';
import { parseDefinition, renderDefinition, type Statement } from './choose-definition.ts';

function render(...texts: readonly string[]): string {
  return renderDefinition(texts.map((text) => ({ text }) as Statement));
}

test('BR12: a definition has whole sentences: an end, a capital after an end, and both marks of a quotation', () => {
  expect(render('Jane, my elder sister')).toBe('Jane, my elder sister.');
  expect(render('Ready, my dear Jane,')).toBe('Ready, my dear Jane.');
  expect(render('Wickwright Marr," says Dunstan Crake.')).toBe('"Wickwright Marr," says Dunstan Crake.');
  expect(render('Wickwright Marr,” says Crake. “I had hoped')).toBe(
    '“Wickwright Marr,” says Crake. “I had hoped.”',
  );
  expect(render('Says he: "Jane,')).toBe('Says he: "Jane."');
  expect(render('my aunt, from her', 'for there was always Jane;')).toBe(
    'my aunt, from her. For there was always Jane.',
  );
  expect(render('Thus spoke Jane: “')).toBe('Thus spoke Jane.');
  for (const whole of [
    '"No," says Jane.',
    'Jane cried: “Now!”',
    'a lamp of 7" that burns.',
    'brannock, a crab.',
  ])
    expect(render(whole)).toBe(whole);
});

test('BR12: an ellipsis of a definition stays with the words that it stands beside', () => {
  const parts = ['…Mr. Pell, who came late…', '…and was the keeper of lamps.', 'Mr. Pell went.'];
  expect(parseDefinition(parts.join(' '), ['Mr. Pell']).map(({ text }) => text)).toEqual(parts);
  expect(render(...parts)).toBe(parts.join(' '));
});
