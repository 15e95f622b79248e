// Tests that failures are told on a page in words that fit it.

import { beforeEach, expect, test, vi } from 'vitest';
import { renderPageWords } from './render-page-words.ts';

beforeEach(() => vi.stubGlobal('window', { location: { pathname: '/mars/settings' } }));

test.each([
  [
    'Convert it to EPUB first, and import that. Nothing was imported.',
    'Convert it to EPUB first, and bring that in. Nothing was brought in.',
  ],
  ['Unpack it, and import the card.json in it.', 'Unpack it, and bring in the card.json in it.'],
  ['Save it as UTF-8 and import it again.', 'Save it as UTF-8 and bring it in again.'],
  ['Correct that line and import again.', 'Correct that line and bring the file in again.'],
  [
    'Export it first: "terrarium memory import FILE --world DIR".',
    'Export it first: "terrarium memory import FILE --world DIR".',
  ],
])('RP8: “%s” is told on a page as “%s”', (told, shown) => {
  expect(renderPageWords(told)).toBe(shown);
});

test('SE3: a wrong address is told in one sentence, without the heading of a list', () => {
  const told =
    'The configuration has a problem:\n- --base-url (command line) must be the address of a server with http:// or https:// in front, such as "http://127.0.0.1:8080/v1"; it is another text.\n';
  expect(renderPageWords(told).trim()).toBe(
    'The address of the model’s server needs http:// or https:// in front, such as "http://127.0.0.1:8080/v1".',
  );
  const several = 'The configuration has 2 problems:\n- one\n- two\n';
  expect(renderPageWords(several)).toBe(several);
});
