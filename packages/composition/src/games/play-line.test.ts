// Tests how a line that a player types is understood.

import { describe, expect, it } from 'vitest';
import { parsePlayLine } from './play-line.ts';

describe('a line at the table', () => {
  it.each(['undo', 'redo', 'retry', 'sheet', 'quests', 'map', 'log', 'save', 'help', 'Undo'])(
    'takes the lone word %s for a command, and words in any company',
    (word) => {
      expect(parsePlayLine(word, true)).toEqual({ kind: 'command', name: word.toLowerCase(), rest: '' });
      expect(parsePlayLine(`${word} it`, true)).toEqual({ kind: 'words', words: `${word} it` });
      expect(parsePlayLine(`//${word}`, true)).toEqual({ kind: 'words', words: word });
    },
  );

  it.each([
    ['9', true, { kind: 'choice', number: 9 }],
    ['100.', true, { kind: 'choice', number: 100 }],
    ['0', true, { kind: 'choice', number: 0 }],
    ['9', false, { kind: 'words', words: '9' }],
    ['//9', true, { kind: 'words', words: '9' }],
    ['9 coins', true, { kind: 'words', words: '9 coins' }],
    ['//shrug', true, { kind: 'words', words: '/shrug' }],
  ])('takes %j, where choices are there: %j, for %j', (line, hasChoices, taken) => {
    expect(parsePlayLine(line, hasChoices)).toEqual(taken);
  });
});
