// Proves that headings without blank lines around them are found, and that lists and running text are left alone.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readThreads } from '../../test/read-threads.ts';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { importText } from './import-text.ts';
import { parseHeading } from './parse-heading.ts';
import { splitOffHeadings } from './split-off-headings.ts';

const sentence = 'went down to the water, and the water was high.';
/** Running text that is broken at a page's width. */
const prose = (name: string) =>
  Array.from({ length: 3 }, (_, at) => `${name} ${sentence} It was day ${at},\nand nobody came.`).join('\n');

function importBook(content: string) {
  const folder = createTemporaryFolder();
  const destination = folder.path('book.db');
  importText({ path: folder.write('book.txt', content), destination, title: 'Book' });
  return readThreads(destination);
}

describe('splitOffHeadings', () => {
  it('CO12: a heading, its title and the text may stand on lines without a blank one between them', () => {
    const threads = importBook(
      [
        `The Tide\nChapter I.\nTHE EBB\n${prose('Asa')}`,
        prose('Bo'),
        `Chapter II.\nThe Flow\n${prose('Cal')}`,
        prose('Dee'),
        `Chapter III.\nSLACK`,
        prose('Eli'),
        prose('Fay'),
      ].join('\n\n'),
    );
    expect(threads.map(({ title }) => title)).toEqual([
      'Chapter I. THE EBB',
      'Chapter II. The Flow',
      'Chapter III. SLACK',
    ]);
    expect(threads.map(({ body }) => body).join('\n')).not.toMatch(/Chapter|THE EBB|The Flow/);
  });

  it.each([
    ['CHAPTER 12', 'CHAPTER 13'],
    ['Chapter Two', 'Chapter Three'],
    ['Chapitre premier', 'Chapitre deux'],
  ])('CO12: %j and %j are headings though the text follows at once', (first, second) => {
    const threads = importBook(`${first}\n${prose('Asa')}\n${second}\n${prose('Bo')}\n\n${prose('Cal')}`);
    expect(threads.map(({ title }) => title)).toEqual([first, second]);
    expect(threads[0]?.body).toMatch(/^Asa went down/);
  });

  it('CO12: lines of Chinese, Japanese and Korean are headings though each line is a paragraph', () => {
    const text = '\u3000\u3000李守安在山门前点亮了灯，等了整整一夜，可是谁也没有回来。第一章的事他早就忘了。';
    const lines = ['第九章 雨夜', text, text, '第十章', text, '第十一章：归来', text, '第十二章写得很好。'];
    expect(splitOffHeadings([lines.join('\n')])).toEqual([
      '第九章 雨夜',
      `${text}\n${text}`,
      '第十章',
      text,
      '第十一章：归来',
      `${text}\n第十二章写得很好。`,
    ]);
    expect(
      ['第二百零五章', '第二〇五章', '第２０５章', '205화'].map((one) => parseHeading(one)?.number),
    ).toEqual([205, 205, 205, 205]);
  });

  it('CO12: the first line of running text is not a title', () => {
    const broken = 'Asa went down to the water in the cold of the morning with\nBo and all the others.';
    const texts = ['Chapter 1', 'Chapter 2'].map((name) => `${name}\n${broken}`);
    expect(splitOffHeadings(texts)).toEqual(['Chapter 1', broken, 'Chapter 2', broken]);
  });

  it('CO12: a table of contents without blank lines is not a series of headings', () => {
    const list = 'The Tide\nChapter 1\nThe Ebb\nChapter 2\nThe Flow\nChapter 3\nSlack';
    const titles = ['The Ebb', 'The Flow', 'Slack'];
    const body = titles.map((title, at) => `Chapter ${at + 1}\n${title}\n${prose('Asa')}`).join('\n\n');
    const threads = importBook(`${list}\n\n${body}`);
    expect(threads.map(({ title }) => title)).toEqual(
      titles.map((title, at) => `Chapter ${at + 1}: ${title}`),
    );
  });

  it.each([
    'He opened the book once more, and there he began to read aloud in\nChapter 3\nand did not stop before the morning came up over the water.',
    'She had marked the place with a feather, and that was at the very end of\nChapter 3.',
  ])('CO12: a chapter that running text mentions is not a heading: %j', (text) => {
    const texts = [`Chapter 1\n${prose('Asa')}`, `Chapter 2\n${prose('Bo')}`, text];
    expect(splitOffHeadings(texts).at(-1)).toBe(text);
  });

  it('CO12: a number out of order is not a heading, nor is one alone', () => {
    const texts = [`Chapter 1\n${prose('Asa')}`, `Chapter 40\n${prose('Bo')}`, `Chapter 2\n${prose('Cal')}`];
    expect(splitOffHeadings(texts)).toEqual([
      'Chapter 1',
      prose('Asa'),
      `Chapter 40\n${prose('Bo')}`,
      'Chapter 2',
      prose('Cal'),
    ]);
    const single = [prose('Asa'), `Chapter 4\n${prose('Bo')}`];
    expect(splitOffHeadings(single)).toEqual(single);
  });

  it('CO19: separated paragraphs have the same lines as before, in order', () => {
    const line = fc.constantFrom(
      'Chapter 1',
      'Chapter 2',
      'CHAPTER III',
      'THE EBB',
      'The Flow',
      `Asa ${sentence}`,
    );
    const paragraph = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 8 }), (paragraphs) => {
        const words = (texts: readonly string[]) => texts.join('\n').replace(/\s+/gu, ' ');
        expect(words(splitOffHeadings(paragraphs))).toBe(words(paragraphs));
      }),
      { numRuns: 60 },
    );
  });
});
