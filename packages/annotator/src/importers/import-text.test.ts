// Proves how plain texts fall into chapters and posts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { findChapters } from './find-chapters.ts';
import { importText } from './import-text.ts';
import { packPosts } from './pack-posts.ts';

const prose = (name: string) => `${name} went down to the water, and the water was high. `.repeat(12).trim();

function importBook(content: string | Uint8Array) {
  const folder = createTemporaryFolder();
  const path = folder.write('book.txt', content);
  const destination = folder.path('book.db');
  const report = importText({ path, destination, title: 'Book' });
  const corpus = openCorpus({ name: 'main', path: destination });
  const threads = [...corpus.iterateThreads()];
  const bodies = threads.flatMap(({ id }) => corpus.readRange({ threadId: id }).map((post) => post.body));
  corpus.close();
  return { report, titles: threads.map(({ title }) => title), bodies };
}

describe('importText', () => {
  it('CO12: a Gutenberg book loses its head, tail and contents, and falls into parts and chapters', () => {
    const { titles, bodies, report } = importBook(
      [
        'The Project Gutenberg eBook of The Tide\n\n*** START OF THE PROJECT GUTENBERG EBOOK THE TIDE ***',
        'Produced by A. Person',
        'THE TIDE',
        'CONTENTS',
        'BOOK I\n\nChapter I. Ebb\n\nChapter II. Flow\n\nBOOK II\n\nChapter I. Slack',
        `BOOK I\n\nChapter I. Ebb\n\n${prose('Asa')}\n\n* * *\n\n${prose('Bo')}`,
        `Chapter II. Flow\n\n${prose('Cal')}`,
        `BOOK II\n\nChapter I. Slack\n\n${prose('Dee')}`,
        '*** END OF THE PROJECT GUTENBERG EBOOK THE TIDE ***\n\nlicence',
      ].join('\n\n'),
    );
    expect(titles).toEqual([
      'BOOK I · Chapter I. Ebb',
      'BOOK I · Chapter II. Flow',
      'BOOK II · Chapter I. Slack',
    ]);
    expect(bodies[0]).toContain('* * *');
    expect(bodies.join('\n')).not.toMatch(/Gutenberg|licence|Produced|Chapter/);
    expect(report.warnings.join(' ')).toMatch(/Project Gutenberg.*words were left out/);
  });

  it.each([
    [
      'CHAPTER I\n\nON THE HILLS\n\n',
      'CHAPTER II\n\nTHE ESCAPE\n\n',
      ['CHAPTER I: ON THE HILLS', 'CHAPTER II: THE ESCAPE'],
    ],
    ['Chapter 1: Rain\n\n', 'Chapter 2: “Why?”\n\n', ['Chapter 1: Rain', 'Chapter 2: “Why?”']],
    ['Chapter One\n\n', 'Chapter Twenty-One\n\n', ['Chapter One', 'Chapter Twenty-One']],
    ['Prologue\n\n', 'Epilogue\n\n', ['Prologue', 'Epilogue']],
    ['# Rain\n\n', '# Snow\n\n', ['Rain', 'Snow']],
  ])('CO12: %j and %j are headings', (first, second, titles) => {
    const text = `${first}${prose('Asa')}\n\n${second}${prose('Bo')}`;
    const { chapters } = findChapters(text);
    expect(chapters.map(({ title }) => title)).toEqual(titles);
    expect(chapters.map(({ body }) => body)).toEqual([prose('Asa'), prose('Bo')]);
  });

  it('CO12: numerals alone count only as a series with text between', () => {
    const series = ['I', 'II', 'III'].map((numeral) => `${numeral}\n\n${prose(numeral)}`).join('\n\n');
    expect(findChapters(series).chapters.map(({ title }) => title)).toEqual(['I', 'II', 'III']);
    const strayed = series.replace('II\n\n', `1\n\n${prose('One')}\n\nII\n\n`);
    expect(findChapters(strayed).chapters.map(({ title }) => title)).toEqual(['I', 'II', 'III']);
    expect(findChapters('1. Salt\n\n2. Rope\n\n3. Tar\n\nThat was the list.').chapters).toEqual([]);
  });

  it.each([
    'Chapter 3 was the worst of it.',
    'Part of me wanted to go.',
    'Book two rooms, he said.',
    'I',
    '* * *',
  ])('CO12: %j is no heading', (line) => {
    expect(findChapters(`${prose('Asa')}\n\n${line}\n\n${prose('Bo')}`).chapters).toEqual([]);
  });

  it('CO12: without headings the text is divided by length, and the report says so', () => {
    const { report, titles } = importBook(`${prose('Asa')}\n\n`.repeat(200));
    expect(titles).toEqual(['Book · 1', 'Book · 2']);
    expect(report.warnings.join(' ')).toMatch(/No chapter headings were found/);
  });

  it.each([
    ['utf-8', Buffer.from('\u{feff}Café naïve')],
    ['utf-16le', Buffer.from('\u{feff}Café naïve', 'utf16le')],
    ['utf-16be', Buffer.from('\u{feff}Café naïve', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Café naïve', 'latin1')],
  ])('CO12: reads %s', (encoding, bytes) => {
    const { report, bodies } = importBook(bytes);
    expect([report.encoding, ...bodies]).toEqual([encoding, 'Café naïve']);
    expect(report.warnings.some((warning) => warning.includes('not UTF-8'))).toBe(
      encoding === 'windows-1252',
    );
  });

  it('CO12: a text of one paragraph a line is divided at its lines', () => {
    const { bodies } = importBook(Array.from({ length: 30 }, (_, at) => prose(`Man ${at}`)).join('\r\n'));
    expect(bodies.length).toBeGreaterThan(3);
    for (const body of bodies) expect(body.length).toBeLessThanOrEqual(4_000);
  });

  it('CO10: a file of white space is refused', () => {
    expect(() => importBook(' \n\n\t ')).toThrow(/holds no text/);
  });

  it('CO12: posts hold every word in order, none over the limit', () => {
    const texts = fc
      .array(fc.oneof(fc.lorem({ maxCount: 60 }), fc.constantFrom('\n\n', '\n', '🜁'.repeat(50))), {
        maxLength: 60,
      })
      .map((parts) => parts.join(''));
    const words = (text: string) => text.replace(/\s+/gu, '');
    fc.assert(
      fc.property(texts, (text) => {
        const posts = packPosts(text, { aim: 300, limit: 400 });
        expect(words(posts.join('\n'))).toBe(words(text));
        for (const post of posts) expect(post.length).toBeLessThanOrEqual(400);
      }),
    );
  });
});
