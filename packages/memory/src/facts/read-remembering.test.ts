// Tests which words are read as a request to keep something in mind, and which are not.
import { expect, it } from 'vitest';
import { readRemembering } from './read-remembering.ts';

it.each([
  ['Please remember that the spare key is under the blue pot.', 'the spare key is under the blue pot'],
  ['please remember: the code of the gate is 4711', 'the code of the gate is 4711'],
  ['Oh, and please keep in mind that Lene cannot come on Fridays!', 'Lene cannot come on Fridays'],
  ['Remember that the boiler has to be filled up.', 'the boiler has to be filled up'],
  ['Can you please remember that it leaks when it rains?', 'it leaks when it rains'],
  ["Don't forget that Ute is vegan.", 'Ute is vegan'],
  ['I want you to remember the song of the ferry.', 'the song of the ferry'],
  ['He whistled when he shaved. Please remember that.', 'He whistled when he shaved.'],
])('WM23: "%s" asks to keep something in mind', (text, kept) => {
  expect(readRemembering(text)).toEqual([kept]);
});

it.each([
  'Do you remember that the key was lost?',
  'Remember that night in Paris? It rained.',
  'Remember that night in Paris.',
  'Remember when we met?',
  'Please remember me.',
  'Please remember.',
  'Yes, I know. Please remember that.',
  'Did he whistle when he shaved? Please remember that.',
  'Please remember to call Anna.',
  "You don't have to remember that the key is gone.",
  'I remember that the key was under the pot.',
  'He wrote: "Please remember that I love you."',
  'Tom: Please remember that I love you.',
  "Please don't forget about me.",
])('WM23: "%s" asks for nothing', (text) => {
  expect(readRemembering(text)).toEqual([]);
});
