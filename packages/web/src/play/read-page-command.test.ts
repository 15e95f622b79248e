// Tests which commands a page carries out itself.

import { expect, test } from 'vitest';
import { readPageCommand } from './read-page-command.ts';

test.each(['/quit', 'quit', ' /exit ', 'Exit'])('RP3: “%s” leads to the list of games', (line) => {
  expect(readPageCommand(line)).toEqual({ kind: 'leave' });
});

test('RP3: an edit without words opens the text of the turn', () => {
  expect(readPageCommand('/edit')).toEqual({ kind: 'edit', number: undefined });
  expect(readPageCommand('/edit 12')).toEqual({ kind: 'edit', number: 12 });
});

test.each(['/edit You climb.', '/edit 12 You climb.', 'I quit my post.', '/help quit', '//quit'])(
  'RP3: “%s” goes to the game',
  (line) => {
    expect(readPageCommand(line)).toBeUndefined();
  },
);
