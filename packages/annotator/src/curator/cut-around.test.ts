// Tests cutting a text around a name that is in it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import { cutAround, cutQuote } from './cut-around.ts';

const names = buildSurfaceIndex();
names.set(1, ['Tars Tarkas']);
const word = fc.constantFrom(
  'the',
  'green',
  'men',
  'came',
  'down.',
  'He',
  'spoke,',
  'slowly',
  'and',
  'wept.',
);
const words = fc.array(word, { maxLength: 120 }).map((list) => list.join(' '));

describe('a quote in a dossier', () => {
  it('CU7: has the name in it wherever the name is, has only words of the text, and is short', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 20, max: 300 }), (before, behind, characters) => {
        const text = `${before} Tars Tarkas ${behind}`.trim();
        const cut = cutAround(text, names, characters);
        expect(cut).toContain('Tars Tarkas');
        const bare = cut.replace(/^… | …$/gu, '');
        expect(` ${text} `).toContain(` ${bare} `);
        expect(bare.length).toBeLessThanOrEqual(Math.max(characters, 'Tars Tarkas'.length));
      }),
    );
  });

  it('CU7: is the whole sentence that names the entry, if that is short enough', () => {
    const text = 'The plain was empty. Tars Tarkas rode ahead. Nobody spoke for a long time.';
    expect(cutAround(text, names, 40)).toBe('… Tars Tarkas rode ahead. …');
  });

  it('CU7: is the beginning of a text that does not have the name', () => {
    expect(cutAround('Nobody spoke for a long time that day', names, 20)).toBe('Nobody spoke for a …');
  });

  it('CU7: has, of several sentences, the one that names the entry and the one at the other end', () => {
    const text =
      'Tars Tarkas halted. It was a hot day on the plain. He was the jeddak of a great and savage people.';
    const telling = 'He was the jeddak of a great and savage people.';
    expect(cutQuote(text, names, 80)).toBe(`Tars Tarkas halted. … ${telling}`);
    const turned = `${telling} It was a hot day on the plain. So spoke Tars Tarkas.`;
    expect(cutQuote(turned, names, 80)).toBe(`${telling} … So spoke Tars Tarkas.`);
    expect(cutQuote(text, names, 40)).toBe('Tars Tarkas halted. … He was the jeddak of …');
    expect(cutQuote(text, names, 400)).toBe(text);
    const unspaced = `Tars Tarkas halted. ${'塔'.repeat(300)}。`;
    expect(cutQuote(unspaced, names, 60)).toBe(`Tars Tarkas halted. … ${'塔'.repeat(41)} …`);
  });
});
