// Tests what is said of stories that cannot answer a question yet.

import { expect, test } from 'vitest';
import { describeUnread } from './describe-unread.ts';

test('RS11: a story that was not read for the glossary is named where nothing is found', () => {
  const read = { title: 'A Princess of Mars', chapters: 29, read: 40 };
  const unread = { title: 'The Gods of Mars', chapters: 22, read: 0 };
  expect(describeUnread([read])).toBeUndefined();
  expect(describeUnread([read, unread])).toBe(
    'Nothing of The Gods of Mars has been read for the glossary yet, so nothing is found in it.',
  );
  expect(describeUnread([unread])).toBe(
    'Nothing of the story has been read for the glossary yet, so nothing is found in it.',
  );
  expect(describeUnread([])).toBeUndefined();
});
