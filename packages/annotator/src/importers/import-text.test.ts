// Proves how plain texts are divided into chapters and posts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readThreads } from '../../test/read-threads.ts';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { countWords, sumWords } from './book.ts';
import { importText } from './import-text.ts';
import { packPosts } from './pack-posts.ts';
import { parseHeading } from './parse-heading.ts';
import { splitIntoChapters } from './split-into-chapters.ts';

const prose = (name: string) => `${name} went down to the water, and the water was high. `.repeat(12).trim();

function importBook(content: string | Uint8Array) {
  const folder = createTemporaryFolder();
  const path = folder.write('book.txt', content);
  const destination = folder.path('book.db');
  const report = importText({ path, destination, title: 'Book' });
  return { report, threads: readThreads(destination) };
}

const find = (text: string) => splitIntoChapters(text.split(/\n\n+/u));
const titlesOf = (text: string) => find(text).chapters.map(({ title }) => title);

describe('importText', () => {
  it('CO13: the length of a text in Japanese is told in characters, of any other in words', () => {
    expect(importBook('千鳥は桟橋に立っていた。鐘が鳴った。'.repeat(40)).report.isInCharacters).toBe(true);
    expect(importBook(prose('Asa')).report.isInCharacters).toBeUndefined();
  });

  it('CO12: a heading at the very beginning counts, even if no other follows', () => {
    const { threads, report } = importBook(`Chapter 1\n\nThe Gate\n\n${prose('Asa')}`);
    expect(threads.map(({ title }) => title)).toEqual(['Chapter 1: The Gate']);
    expect(threads[0]?.body).not.toContain('Chapter');
    expect(report).toMatchObject({ headingWords: 4, warnings: [] });
    expect(importBook(`${prose('Asa')}\n\nChapter 1\n\n${prose('Bo')}`).threads[0]?.title).toBe('Book');
  });

  it('CO12: a Gutenberg book loses its header, its end and its contents, and is divided into parts and chapters', () => {
    const { threads, report } = importBook(
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
    expect(threads.map(({ title }) => title)).toEqual([
      'BOOK I · Chapter I. Ebb',
      'BOOK I · Chapter II. Flow',
      'BOOK II · Chapter I. Slack',
    ]);
    expect(threads[0]?.body).toContain('* * *');
    expect(threads.map(({ body }) => body).join('\n')).not.toMatch(/Gutenberg|licence|Produced|Chapter/);
    expect(report.leftOut).toEqual([
      { what: 'what Project Gutenberg prints around a book', words: 7 + 10 + 4 + 11 },
      { what: 'a table of contents', words: 13 + 1 },
      { what: 'a title page', words: 2 },
    ]);
  });

  const gutenbergHeader = [
    'The Project Gutenberg eBook of The Tide, by A. Person',
    'This eBook is for the use of anyone anywhere.',
    'Title: The Tide\n       A Tale of Two Rivers',
    'Author: A. Person',
    'Release Date: March 1, 1998 [eBook #1]\n[Most recently updated: December 4, 2022]',
    'Language: English',
  ].join('\n\n');
  const chapters = `Chapter I. Ebb\n\n${prose('Asa')}\n\nChapter II. Flow\n\n${prose('Bo')}`;

  it('CO12: a Gutenberg header without the mark below it is left out; CO29: it states title and author', () => {
    const mark = '*** START OF THE PROJECT GUTENBERG EBOOK THE TIDE ***';
    const marked = importBook(`${gutenbergHeader}\n\n${mark}\n\n${chapters}`);
    const { report, threads } = importBook(`${gutenbergHeader}\n\n${chapters}`);
    expect(report).toMatchObject({ bookTitle: 'The Tide A Tale of Two Rivers', author: 'A. Person' });
    expect(marked.report).toMatchObject({ bookTitle: report.bookTitle, author: report.author });
    expect(threads).toEqual(marked.threads);
    expect(threads.map(({ title }) => title)).toEqual(['Chapter I. Ebb', 'Chapter II. Flow']);
    expect(report.leftOut).toEqual([
      { what: 'what Project Gutenberg prints around a book', words: countWords(gutenbergHeader) },
    ]);
  });

  it.each([
    ['灯守りの俺と、沈んだ鐘の都\n作者：霧野みなと', '灯守りの俺と、沈んだ鐘の都'],
    ['作者：霧野みなと\n灯守りの俺', undefined],
    ['The Tide\nby A. Person', 'The Tide'],
    ['the tide turned', undefined],
  ])('CO29: the line that opens a title page is the title, in any script: %j', (page, bookTitle) => {
    expect(importBook(`${page}\n\n\n${chapters}`).report.bookTitle).toBe(bookTitle);
  });

  it('CO12: words of a story that look like the fields of a Gutenberg header stay', () => {
    const letter = `Title: none\n\nAuthor: unknown\n\n${chapters}`;
    expect(importBook(letter).report.leftOut).toEqual([{ what: 'a title page', words: 4 }]);
    expect(importBook(letter).report.bookTitle).not.toBe('none');
    const told = `Project Gutenberg is what she read.\n\n${prose('Asa')}`;
    expect(importBook(told).report.leftOut).toEqual([]);
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
  ])('CO12: %j and %j are headings', (first, second, titles) => {
    const text = `${first}${prose('Asa')}\n\n${second}${prose('Bo')}`;
    const { chapters } = find(text);
    expect(chapters.map(({ title }) => title)).toEqual(titles);
    expect(chapters.map(({ paragraphs }) => paragraphs)).toEqual([[prose('Asa')], [prose('Bo')]]);
  });

  it.each([
    [
      'Kapitel 1\n\nDer Anfang\n\n',
      '2. Kapitel: Das Ende\n\n',
      ['Kapitel 1: Der Anfang', '2. Kapitel: Das Ende'],
    ],
    ['Erstes Kapitel\n\n', 'ZWEITES KAPITEL. Im Regen\n\n', ['Erstes Kapitel', 'ZWEITES KAPITEL. Im Regen']],
    ['Kapitel einundzwanzig\n\n', 'Epilog\n\n', ['Kapitel einundzwanzig', 'Epilog']],
    [
      'Chapitre premier\n\n',
      'Chapitre 2 : « Le départ »\n\n',
      ['Chapitre premier', 'Chapitre 2 : « Le départ »'],
    ],
    ['Avant-propos\n\n', 'Chapitre Ier\n\n', ['Avant-propos', 'Chapitre Ier']],
    ['Prólogo\n\n', 'Capítulo 3: ¿Por qué?\n\n', ['Prólogo', 'Capítulo 3: ¿Por qué?']],
    ['Capi\u0301tulo dos\n\n', 'CAPÍTULO VEINTITRÉS\n\n', ['Capi\u0301tulo dos', 'CAPÍTULO VEINTITRÉS']],
    ['Capitolo 4 - La notte\n\n', 'Capitolo ventitré\n\n', ['Capitolo 4 - La notte', 'Capitolo ventitré']],
    ['Capítulo um\n\n', 'Epílogo\n\n', ['Capítulo um', 'Epílogo']],
    ['Hoofdstuk 1\n\n', 'Tweede hoofdstuk\n\n', ['Hoofdstuk 1', 'Tweede hoofdstuk']],
    ['Rozdział pierwszy\n\n', 'ROZDZIAŁ II. Powrót\n\n', ['Rozdział pierwszy', 'ROZDZIAŁ II. Powrót']],
    ['Глава первая\n\n', 'ГЛАВА 2: Дождь\n\n', ['Глава первая', 'ГЛАВА 2: Дождь']],
    ['1. Bölüm\n\n', 'Bölüm 2: Dönüş\n\n', ['1. Bölüm', 'Bölüm 2: Dönüş']],
    ['Chương 1\n\n', 'Chương 2: Mưa\n\n', ['Chương 1', 'Chương 2: Mưa']],
    ['Bab 1\n\n', 'Bab Dua\n\n', ['Bab 1', 'Bab Dua']],
    ['บทที่ 1\n\n', 'บทที่ 2 ฝนตก\n\n', ['บทที่ 1', 'บทที่ 2 ฝนตก']],
    ['第一章\n\n', '第二章 归来\n\n', ['第一章', '第二章 归来']],
    ['楔子\n\n', '第１０２章：雨夜\n\n', ['楔子', '第１０２章：雨夜']],
    [
      '第一卷 青云 第九章 雨\n\n',
      '第二卷 归来 第十章 雪\n\n',
      ['第一卷 青云 第九章 雨', '第二卷 归来 第十章 雪'],
    ],
    ['プロローグ\n\n', '第1話 雨の夜\n\n', ['プロローグ', '第1話 雨の夜']],
    ['제1화\n\n', '2화: 비\n\n', ['제1화', '2화: 비']],
  ])('CO12: %j and %j are headings in their languages', (first, second, titles) => {
    const text = `${first}${prose('Asa')}\n\n${second}${prose('Bo')}`;
    const { chapters } = find(text);
    expect(chapters.map(({ title }) => title)).toEqual(titles);
    expect(chapters.map(({ paragraphs }) => paragraphs)).toEqual([[prose('Asa')], [prose('Bo')]]);
  });

  it.each([
    ['Erster Teil', 'Kapitel 1'],
    ['Première partie', 'Chapitre 1'],
    ['Primera parte', 'Capítulo 1'],
    ['Parte prima', 'Capitolo 1'],
    ['Часть первая', 'Глава 1'],
    ['第一卷 青云', '第1章'],
  ])('CO12: %s holds %s', (part, chapter) => {
    const second = chapter.replace('1', '2');
    const text = `${part}\n\n${chapter}\n\n${prose('Asa')}\n\n${second}\n\n${prose('Bo')}`;
    expect(titlesOf(text)).toEqual([`${part} · ${chapter}`, `${part} · ${second}`]);
  });

  it.each([
    'Kapitel 1 begann mit Regen.',
    'Erstes Kapitel des Buches',
    'Teil zwei von ihnen ging.',
    'Prologen',
    '3 Bücher',
    'Chapitre 2 de sa vie,',
    'Partie de chasse',
    'Première partie de la nuit',
    'Livre un peu de temps',
    'Préfaces',
    'Capítulo 3 del libro',
    'Parte primera del viaje',
    'Parte prima del mattino',
    'Capitolo due, poi tre',
    'Letter due.',
    'Chapter Eins',
    'Book un',
    '第二回目の雨が降った',
    '第一回，她就赢了！',
    '第一卷 完',
    '2권 샀다.',
    '3회 말, 그는 달렸다.',
    '3장 남았다',
    '第一章写得很好。',
    '3장이 남았다',
    'Глава семьи ушла в дом',
    'Bab el Mandeb',
    'Libros dos',
  ])('CO12: %j is none', (line) => {
    expect(parseHeading(line)).toBeUndefined();
  });

  it('CO12: numerals alone count only as a series with text between them', () => {
    const series = ['I', 'II', 'III'].map((numeral) => `${numeral}\n\n${prose(numeral)}`).join('\n\n');
    expect(titlesOf(series)).toEqual(['I', 'II', 'III']);
    const strayed = series.replace('II\n\n', `1\n\n${prose('One')}\n\nII\n\n`);
    expect(titlesOf(strayed)).toEqual(['I', 'II', 'III']);
    expect(find('1. Salt\n\n2. Rope\n\n3. Tar\n\nThat was the list.').chapters).toEqual([]);
  });

  it('CO12: a number before a title in capitals is a heading in a series', () => {
    const series = ['1 THE GATE', '2  “WHO GOES?”', '3 D’ARTAGNAN'];
    expect(titlesOf(series.map((line) => `${line}\n\n${prose('Asa')}`).join('\n\n'))).toEqual([
      '1 THE GATE',
      '2 “WHO GOES?”',
      '3 D’ARTAGNAN',
    ]);
    for (const line of ['1 TON', '2 men went', '3 A', 'I AM LOST', '1 THE 2ND GATE'])
      expect([line, parseHeading(line)?.level]).toEqual([line, line === '1 TON' ? 'numeral' : undefined]);
  });

  it.each([
    'Chapter 3 was the worst of it.',
    'Part of me wanted to go.',
    'Book two rooms, he said.',
    'I',
    '* * *',
  ])('CO12: %j is no heading', (line) => {
    expect(find(`${prose('Asa')}\n\n${line}\n\n${prose('Bo')}`).chapters).toEqual([]);
  });

  it('CO12: without headings the text is divided by length, and the report says so', () => {
    const { report, threads } = importBook(`${prose('Asa')}\n\n`.repeat(200));
    expect(threads.map(({ title }) => title)).toEqual(['Book · 1', 'Book · 2']);
    expect(report.warnings.join(' ')).toMatch(/No chapter headings were found/);
  });

  it.each([
    ['utf-8', Buffer.from('\u{feff}Café naïve')],
    ['utf-16le', Buffer.from('\u{feff}Café naïve', 'utf16le')],
    ['utf-16be', Buffer.from('\u{feff}Café naïve', 'utf16le').swap16()],
    ['utf-16le', Buffer.from('Caf\u00e9 na\u00efve', 'utf16le')],
    ['utf-16be', Buffer.from('Caf\u00e9 na\u00efve', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Café naïve', 'latin1')],
  ])('CO12: reads %s', (encoding, bytes) => {
    const { report, threads } = importBook(bytes);
    expect([report.encoding, ...threads.map(({ body }) => body)]).toEqual([encoding, 'Café naïve']);
    expect(report.warnings.some((warning) => warning.includes('not UTF-8'))).toBe(
      encoding === 'windows-1252',
    );
  });

  it('CO12: a text with one paragraph on each line is divided at its lines', () => {
    const lines = Array.from({ length: 30 }, (_, at) => prose(`Man ${at}`));
    const { report, threads } = importBook(lines.join('\r\n'));
    expect(report.posts).toBeGreaterThan(3);
    expect(threads[0]?.body).toBe(lines.join('\n\n'));
  });

  it.each([
    [
      'gb18030',
      '他走到河边，看见老人把灯交给了那个孩子。',
      'y/vX37W9utOx36Osv7S8+8DPyMuw0bXGvbu4+MHLxMe49rqi19Ohow==',
    ],
    [
      'big5',
      '他走到河邊，看見老人把燈交給了那個孩子。',
      'pUyoq6jsqmXD5KFBrN2oo6bRpEin4r9Ppea1uaRGqLqt06vEpGyhQw==',
    ],
    [
      'shift_jis',
      '彼は川へ行って、古い灯りを子どもに渡した。',
      'lN6CzZDsgtaNc4LBgsSBQYzDgqKTlILogvCOcYLHguCCyZNugrWCvYFC',
    ],
    [
      'euc-jp',
      '彼は川へ行って、古い灯りを子どもに渡した。',
      'yOCkz8DupNi51KTDpMahorjFpKTF9KTqpPK70qTJpOKky8XPpLekv6Gj',
    ],
    [
      'euc-kr',
      '그는 강으로 가서 아이에게 등불을 건네주었다.',
      'sde0wiCwrcC4t84gsKG8rSC+xsDMv6Gw1CC17rrSwLsgsMez18HWvvq02S4=',
    ],
    [
      'windows-1251',
      'Он пришёл к реке и отдал старую лампу ребёнку.',
      'zu0g7/Do+LjrIOog8OXq5SDoIO7y5ODrIPHy4PDz/iDr4Ozv8yDw5eG47erzLg==',
    ],
    [
      'koi8-r',
      'Он пришёл к реке и отдал старую лампу ребёнку.',
      '784g0NLJ26PMIMsg0sXLxSDJIM/UxMHMINPUwdLVwCDMwc3Q1SDSxcKjzsvVLg==',
    ],
  ])('CO12: reads prose in %s', (encoding, prose, bytes) => {
    const { report, threads } = importBook(Buffer.from(bytes, 'base64'));
    expect([report.encoding, ...threads.map(({ body }) => body)]).toEqual([encoding, prose]);
    expect(report.warnings.join(' ')).toContain(`read as ${encoding}`);
    const characters = prose.match(/[\p{Script=Han}\p{Script=Hiragana}]/gu)?.length;
    expect(report.words).toBe(characters ?? prose.split(' ').length);
  });

  it('CO12: another alphabet in an encoding of its own is refused, not garbled', () => {
    const cyrillic = Buffer.from('Вода была высокой.', 'utf8').map((byte) => 0xc0 + (byte % 0x40));
    expect(() => importBook(cyrillic)).toThrow(/is not UTF-8.*Save it as UTF-8/);
  });

  it('CO10: a file of white space is refused', () => {
    expect(() => importBook(' \n\n\t ')).toThrow(/holds no text/);
  });

  it('CO12: numbers alone are headings beside a prologue and an epilogue', () => {
    const names = ['PROLOGUE', '1', '2', 'EPILOGUE'];
    expect(titlesOf(names.map((name) => `${name}\n\n${prose(name)}`).join('\n\n'))).toEqual(names);
  });

  it('CO12: prose before the first heading is kept; a list of the chapters is not', () => {
    const list =
      'CONTENTS\n\nI. Ebb ........ 3\nII. Flow ........ 9\nIII. Slack ...... 12\nIV. Storm ...... 15';
    const chapters = ['Chapter I. Ebb', 'Chapter II. Flow', 'Chapter III. Slack', 'Chapter IV. Storm'];
    const body = chapters.map((name) => `${name}\n\n${prose('Asa')}`).join('\n\n');
    const kept = find(
      `To all who waited with me through the long nights by the water, and to my mother.\n\n${body}`,
    );
    expect(kept.chapters.map(({ title }) => title)).toEqual(['Front matter', ...chapters]);
    const listed = find(`${list.replaceAll(/^I/gmu, 'Chapter I')}\n\n${body}`);
    expect(listed.chapters.map(({ title }) => title)).toEqual(chapters);
    expect(listed.leftOut).toContainEqual({ what: 'a table of contents', words: 1 + 4 * 5 });
  });

  it.each(['*\nChapter 1', '**Chapter 1**', '__\nChapter 1\n__'])(
    'CO19: ornaments beside a heading are counted with it: %j',
    (heading) => {
      const text = `${heading}\n\n${prose('Asa')}\n\nChapter 2\n\n${prose('Bo')}`;
      const { report } = importBook(text);
      expect(report.threads).toBe(2);
      expect(report.words + report.headingWords).toBe(countWords(text));
    },
  );

  it('CO19: words in the file are words stored, words of titles and words left out; chapters hold theirs', () => {
    const paragraph = fc.lorem({ maxCount: 30 }).map((text) => `${text}.`);
    const chapters = fc.array(fc.array(paragraph, { minLength: 1, maxLength: 6 }), {
      minLength: 2,
      maxLength: 6,
    });
    const fronts = fc.constantFrom(
      '',
      'THE TIDE\n\nby A. Person\n\n',
      `${prose('Once')}\n\n`,
      'Chapter 1\n\nChapter 2\n\n',
    );
    fc.assert(
      fc.property(chapters, fronts, (bodies, front) => {
        const text = bodies.map((body, at) => `Chapter ${at + 1}\n\n${body.join('\n\n')}`).join('\n\n\n');
        const { report, threads } = importBook(front + text);
        const left = report.leftOut.reduce((sum, { words }) => sum + words, 0);
        expect(report.words + report.headingWords + left).toBe(countWords(front + text));
        const own = threads.filter(({ title }) => title !== 'Front matter');
        expect(own.map(({ words }) => words)).toEqual(bodies.map((body) => sumWords(body)));
      }),
      { numRuns: 25 },
    );
  });

  it('CO12: posts have every word in order, and none is over the limit', () => {
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
