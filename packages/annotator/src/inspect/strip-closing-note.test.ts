// Tests that only an end about the glossary is stripped from a summary for a recap.

import { describe, expect, it } from 'vitest';
import { stripClosingNote } from './strip-closing-note.ts';

const told = 'Soma kept the gate. Vell looked for a glossary, and burned.';

describe('a summary', () => {
  it.each([
    `${told}\n\nThe glossary now has Soma and Vell.`,
    `${told} Entries were made for Soma and Vell.`,
    `${told} Im Glossar stehen Soma und Vell.`,
    `${told} Le glossaire a Soma et Vell.`,
    `${told}\nGlossary: Soma. She keeps the gate. Vell, too.`,
    `${told}\n\n**Glossary:** Soma, Vell.`,
  ])('AK1: is told without its end if that is about the glossary: %s', (text) => {
    expect(stripClosingNote(text)).toBe(told);
  });

  it.each(['Soma kept the gate. Vell slept.', 'The glossary has Soma.', ''])(
    'AK1: stays as it is: %s',
    (text) => {
      expect(stripClosingNote(text)).toBe(text);
    },
  );
});
