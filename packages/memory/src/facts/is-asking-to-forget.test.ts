// Tests recognising that somebody asks to have something forgotten.
import { expect, test } from 'vitest';
import { cutForgetting, isAskingToForget, stripForgetting } from './is-asking-to-forget.ts';

test.each([
  'Please forget what I said about the tea tin, and that Tom has money hidden.',
  'Forget the tea tin.',
  'I talked too much yesterday. Could you please forget about my brother?',
  'I’d like you to forget everything I told you about Tom.',
  'Please forget that.',
  'So forget that I ever mentioned Tom',
  'Delete what I said about Tom from your memory, please.',
  'Please don’t hold on to that, I’d rather forget it.',
  'I’d rather you forgot that I said so.',
  'Please don’t remember that.',
  'Don’t remember that, please.',
  'Don’t keep that.',
  'Oh, don’t hold on to this.',
  'I would rather you did not keep that.',
  'Could you please not keep what I told you about Tom?',
])('FG11: somebody asks to forget: %s', (text) => {
  expect(isAskingToForget(text)).toBe(true);
});

test.each([
  'Don’t forget the tea tin.',
  'Never forget that I love you.',
  'I forget what he said.',
  'I forgot the tea tin, and Tom will forget it too.',
  'Did you forget what I said?',
  'You forget that I was there.',
  'Forget it.',
  'Forget it, let us go.',
  'If you forget the milk, I will be cross.',
  'She said: “Forget what I told you.”',
  'Please delete the old photos on my phone.',
  'I must not forget the milk.',
  'I don’t remember that.',
  'I found the letter, but didn’t keep it.',
  'I found the letter, but did not keep it.',
  'Sorry, don’t remember that.',
  'Don’t remember that.',
  'I read the letter, never keep it.',
  'Please don’t keep it in the fridge.',
  'You do not remember that evening.',
  'I would rather forget that night.',
])('FG11: nobody asks to forget: %s', (text) => {
  expect(isAskingToForget(text)).toBe(false);
});

test('FG11: of a request to forget, only the words for what is meant are left, in any script', () => {
  expect(stripForgetting('Please forget what I’ve told you about Toñita.')).toBe('Toñita');
  expect(stripForgetting('Good day. Please forget all that I said about Itō and Çan.')).toBe('Itō Çan');
  for (const [text, words] of [
    ["Please forget what I said about the forty loaves, I'm ashamed of it.", 'forty loaves'],
    ['Could you forget the letter to Anna – it was silly?', 'letter Anna'],
    ['I talk too much, so please forget my debts because they are nobody’s business.', 'debts'],
    ['Forget what I said about the cake, please, and about Tom.', 'cake'],
    ['Please forget what I did as a nurse since May, since I am ashamed.', 'did as a nurse since May'],
    ['Please forget what I said about the tin, and that Tom has money hidden.', 'tin Tom has money hidden'],
  ] as const)
    expect(stripForgetting(text)).toBe(words);
});

test('MT30: the sentences that ask are cut, and nothing else', () => {
  const text =
    'I baked today. Please forget what I said about the loaves, I am ashamed. The key moved.\nForget it.';
  expect(cutForgetting(text)).toBe('I baked today. The key moved.\nForget it.');
  expect(cutForgetting('Please forget what I said about Tom.')).toBe('');
  expect(cutForgetting('Don’t forget the tin.')).toBe('Don’t forget the tin.');
});
