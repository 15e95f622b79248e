// Tests where quoted speech begins and ends, in the marks of several countries.

import { describe, expect, it } from 'vitest';
import { hideSpeeches, listSpeeches } from './list-speeches.ts';

function list(text: string): readonly string[] {
  return listSpeeches(text).map(({ start, end }) => text.slice(start, end));
}

describe('listSpeeches', () => {
  it.each([
    ['“Come in,” said Maud. “Sit.”', ['“Come in,”', '“Sit.”']],
    ['"It is 6" wide," said Maud.', ['"It is 6"']],
    ['A plank 6" wide. "Good," said Maud.', ['"Good,"']],
    ['*"Come in,"* said Maud. _"Sit."_', ['"Come in,"', '"Sit."']],
    ['„Komm herein“, sagte sie. „Setz dich.”', ['„Komm herein“', '„Setz dich.”']],
    ['« Entrez », dit-elle.', ['« Entrez »']],
    ['»Komm«, sagte sie. »Setz dich.«', ['»Komm«', '»Setz dich.«']],
    ['”Tule”, sanoi Maija.', ['”Tule”']],
    ['「来い」と言った。', ['「来い」']],
    ['“He said ‘go’ and “stop”', ['“He said ‘go’ and “stop”']],
  ])('AK6: finds speech between double marks: %s', (text, speeches) => {
    expect(list(text)).toEqual(speeches);
  });

  it.each([
    ['‘I don’t know,’ said he. ‘Ask the boys’ master.’', ['‘I don’t know,’', '‘Ask the boys’ master.’']],
    ['‘I’m goin’ home an’ that’s all,’ said he.', ['‘I’m goin’ home an’ that’s all,’']],
    ['He said ‘yes’ and left the boys’ hats. ‘No!’', ['‘yes’', '‘No!’']],
    ['‘He cried “Go!” and “Don’t!” to me,’ said she.', ['‘He cried “Go!” and “Don’t!” to me,’']],
    ['The boys’ hats, and the dogs’ bones.', []],
    ['It was ‘tis and ‘em.', []],
    ['‘We went on.\n\nThe boys’ hats lay there.', ['‘We went on.']],
    ["'I don't know,' said he. 'Twas the dogs' bone. 'Come!'", ["'I don't know,'", "'Come!'"]],
    ["It was in '98, and rock 'n' roll.", []],
    ["*Argo*'s crew, and the dogs, 'came'", ["'came'"]],
  ])('BR22: tells a single closing mark from an apostrophe: %s', (text, speeches) => {
    expect(list(text)).toEqual(speeches);
  });

  it.each([
    ['—Hola —dijo él—. ¿Qué tal?', ['—Hola ', '—. ¿Qué tal?']],
    ['— Привет, — сказал он. — Как дела?', ['— Привет, ', '— Как дела?']],
    ['—Come up, he said.', ['—Come up, he said.']],
    ['He went — and came — back.', []],
  ])('AK6: finds speech behind a dash that begins a paragraph: %s', (text, speeches) => {
    expect(list(text)).toEqual(speeches);
  });

  it('AK6: speech ends with its paragraph, and hidden speech leaves the other words in their places', () => {
    const text = 'One.\n\n“Two, said he.\r\n\r\nThree “four” five.';
    expect(list(text)).toEqual(['“Two, said he.', '“four”']);
    const from = text.indexOf('Three');
    expect(listSpeeches(text, { start: from + 7, end: from + 9 })).toEqual([
      { start: from + 6, end: from + 12 },
    ]);
    expect(hideSpeeches(text, { start: from, end: text.length })).toBe('Three        five.');
    expect(hideSpeeches(text, { start: from + 8, end: text.length })).toBe('     five.');
  });

  it('AK6: takes time in proportion to the text', () => {
    const text = "‘a ' “ ".repeat(20_000);
    expect(listSpeeches(text).length).toBeLessThan(20_000);
    expect(listSpeeches(`${' '.repeat(200_000)}x ${'‘A '.repeat(40_000)}`)).toEqual([]);
  });
});
