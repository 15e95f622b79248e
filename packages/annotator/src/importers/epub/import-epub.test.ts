// Proves what EPUBs in the layouts of various tools are turned into: every word is in its chapter.

import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildEpub, type EpubLayout, escapeText, type TestChapter } from '../../../test/build-epub.ts';
import type { ZipEntry } from '../../../test/build-zip.ts';
import { readThreads } from '../../../test/read-threads.ts';
import { createTemporaryFolder } from '../../../test/temporary-folder.ts';
import { sumWords } from '../book.ts';
import { importEpub } from './import-epub.ts';

const layouts: readonly EpubLayout[] = ['calibre', 'pandoc', 'ebookmaker', 'sigil'];

function importBook(bytes: Uint8Array) {
  const folder = createTemporaryFolder();
  const path = folder.write('book.epub', bytes);
  const destination = folder.path('book.db');
  try {
    const report = importEpub({ path, destination, title: 'Book' });
    return { report, threads: readThreads(destination) };
  } catch (error) {
    expect(readdirSync(folder.dir)).toEqual(['book.epub']);
    throw error;
  }
}

const story: readonly TestChapter[] = [
  {
    part: 'Part One',
    title: 'Chapter 1: Ebb',
    paragraphs: ['Asa & Bo went <down> to the water.', 'It was high.'],
  },
  {
    part: 'Part One',
    title: 'Chapter 2: Flow',
    paragraphs: ['Café, naïve; “quoted” — dashed…', 'Two.', 'Three.'],
  },
  { part: 'Part Two', title: 'Chapter 1: Slack', paragraphs: ['第一章。水很高。', 'Вода была высокой.'] },
  { title: 'Epilogue', paragraphs: ['Nothing moved.', 'Then it did.'] },
];
const titles = [
  'Part One · Chapter 1: Ebb',
  'Part One · Chapter 2: Flow',
  'Part Two · Chapter 1: Slack',
  'Epilogue',
];

describe('importEpub', () => {
  it.each(layouts)('CO17: a book laid out as by %s keeps its chapters, parts and every word', (layout) => {
    const { report, threads } = importBook(buildEpub(layout, story));
    expect(threads.map(({ title }) => title)).toEqual(titles);
    expect(threads.map(({ body }) => body)).toEqual(story.map(({ paragraphs }) => paragraphs.join('\n\n')));
    expect(report).toMatchObject({ kind: 'epub', bookTitle: 'The Tide', author: 'A. Person', threads: 4 });
  });

  it('CO17: what is left out of a book is reported, word for word', () => {
    const gutenberg = importBook(buildEpub('ebookmaker', story)).report;
    expect(gutenberg.leftOut).toEqual([
      { what: 'what Project Gutenberg prints around a book', words: 7 + 9 + 10 + 10 + 3 },
      { what: 'a table of contents', words: 1 + 4 + 10 },
      { what: 'a title page', words: 5 },
    ]);
    expect(gutenberg.warnings).toEqual(['A picture was left out.']);
    expect(importBook(buildEpub('sigil', story)).report.leftOut).toEqual([
      { what: 'pages outside the reading order', words: 4 },
      { what: 'a table of contents', words: 1 + 4 + 10 + 1 },
    ]);
  });

  it('CO17: pages that are printed around a story are left out and named; a page that may be story stays', () => {
    const around = (title: string, words = 12): TestChapter => ({
      title,
      paragraphs: ['It is said here.', 'Words '.repeat(words - 4).trim()],
    });
    const long = around('Recommendations', 400);
    const pages = [
      around('Title'),
      ...story,
      around('About the Author'),
      around('About Time'),
      long,
      around('Also by A. Person'),
    ];
    const { threads, report } = importBook(buildEpub('calibre', pages));
    expect(threads.map(({ title }) => title)).toEqual([...titles, 'About Time', 'Recommendations']);
    expect(report.threadTitles).toEqual([...titles, 'About Time', 'Recommendations']);
    expect(report.leftOut.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['a title page', 'a page about the book or its author', 'advertising']),
    );
  });

  it('CO19: the words of the file are the words that are stored, chapter by chapter, in every layout', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[a-z]{1,9}$/),
      fc.constantFrom('Soma', 'naïve', '水', 'dont’t', 'a&b', '<x>', '—', '&amp;', '3', '\u{1f701}'),
    );
    const paragraph = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
    const chapters = fc
      .array(fc.array(paragraph, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 6 })
      .map((bodies) =>
        bodies.map((paragraphs, at) => ({
          part: at < 2 ? `Book ${at + 1}` : undefined,
          title: `Chapter ${at + 1} of ${bodies.length}`,
          paragraphs: [`Once ${at}`, ...paragraphs],
        })),
      );
    fc.assert(
      fc.property(fc.constantFrom(...layouts), chapters, (layout, drafts) => {
        const { report, threads } = importBook(buildEpub(layout, drafts));
        expect(threads.map(({ words }) => words)).toEqual(
          drafts.map(({ paragraphs }) => sumWords(paragraphs)),
        );
        expect(report.words).toBe(sumWords(drafts.flatMap(({ paragraphs }) => paragraphs)));
      }),
      { numRuns: 25 },
    );
  });

  const importPage = (body: string) => {
    const content = `<html><body>${body}</body></html>`;
    return importBook(buildEpub('pandoc', story, [{ name: 'EPUB/text/ch004.xhtml', content }]));
  };

  it.each([
    ['breaks', '<p>One<br/>two<br/><br/>three</p>', 'One\ntwo\n\nthree'],
    ['a change of scene', '<p>One</p><hr/><p>two</p>', 'One\n\n* * *\n\ntwo'],
    ['lists', '<ul><li>One</li><li><p>two</p></li></ul>', 'One\n\ntwo'],
    ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>', 'a\tb\nc\td'],
    [
      'inline marks',
      '<p><i>One</i> t<b>w</b>o&nbsp;three &mdash; so\u00adma &eacute;</p>',
      'One two three — soma é',
    ],
    [
      'notes',
      '<p>Word<a epub:type="noteref" href="#n">1</a> so<sup><a href="#m">[2]</a></sup>.</p>',
      'Word so.',
    ],
    ['ruby', '<p><ruby>漢<rt>かん</rt>字<rp>(</rp><rt>じ</rt></ruby></p>', '漢字'],
    ['page numbers', '<p>on<span class="pagenum">[Pg 12]</span>ward</p>', 'onward'],
    ['verse', '<p>Said:</p><pre>\n  one\n    two\n</pre>', 'Said:\n\n  one\n    two'],
    ['a drawn initial', '<p><img alt="T" src="t.png"/>he tide</p>', 'The tide'],
    ['scripts', '<p>One</p><script>var a = "<p>no</p>";</script><style>p{}</style>', 'One'],
    ['broken markup', '<p>One<p>two</div></i> &nosuch; < three', 'One\n\ntwo &nosuch; < three'],
  ])('CO17: %s read as a reader sees them', (_what, body, text) => {
    expect(importPage(body).threads.at(-1)?.body).toBe(text);
  });

  it('CO17: notes, readings and page numbers are counted among what is left out', () => {
    const { report } = importPage(
      '<p>Word<a role="doc-noteref" href="#n">1</a> <ruby>漢<rt>かん</rt></ruby></p>',
    );
    expect(report.leftOut).toContainEqual({ what: 'marks of notes', words: 1 });
    expect(report.leftOut).toContainEqual({ what: 'readings of characters (ruby)', words: 2 });
  });

  it('CO17: a chapter over several files is one, several in one file are several, and sections stay in their chapter', () => {
    const long = Array.from({ length: 30 }, () => 'Nine words stand in each one of these lines.');
    const sections = [
      { part: 'Chapter One', title: 'Morning', paragraphs: ['Before.'] },
      { title: 'Chapter Two', paragraphs: ['After.'] },
    ];
    const { threads } = importBook(
      buildEpub('pandoc', sections, [
        {
          name: 'EPUB/text/ch001.xhtml',
          content: `<body><h1>Chapter One</h1><p>${long.join('</p><p>')}</p><h2 id="s0">Morning</h2><p>Then.</p></body>`,
        },
        {
          name: 'EPUB/nav.xhtml',
          content:
            '<nav epub:type="toc"><ol><li><a href="text/ch001.xhtml">Chapter One</a><ol><li><a href="text/ch001.xhtml#s0">Morning</a></li></ol></li><li><a href="text/ch002.xhtml">Chapter Two</a></li></ol></nav>',
        },
      ]),
    );
    expect(threads.map(({ title }) => title)).toEqual(['Chapter One', 'Chapter Two']);
    expect(threads[0]?.body).toContain('Morning\n\nThen.');
  });

  it('CO17: without a table of contents, headings divide a book', () => {
    const { threads } = importBook(
      buildEpub('sigil', story, [{ name: 'OEBPS/Text/nav.xhtml', content: '<p>nothing</p>' }]),
    );
    expect(threads.map(({ title }) => title)).toEqual(story.map(({ title }) => title));
  });

  it('CO17: pages that are listed but missing are reported, and the rest is read', () => {
    const opf = (text: string) =>
      text.replace('<spine toc="ncx">', '<spine toc="ncx"><itemref idref="gone"/>');
    const whole = buildEpub('calibre', story);
    expect(importBook(whole).report.warnings).toEqual([]);
    const content = `<package><manifest><item id="a" href="a.html"/><item id="b" href="b.html"/></manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/></spine></package>`;
    const { report } = importBook(
      buildEpub('calibre', story, [
        { name: 'content.opf', content: opf(content) },
        { name: 'a.html', content: '<p>All there is.</p>' },
      ]),
    );
    expect(report.warnings.join(' ')).toMatch(/names pages that are not in it: c, b\.html/);
    expect(report.words).toBe(3);
  });

  const bomb = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
    '',
  );
  it('CO18: entities that a page declares do not grow, and none is fetched', () => {
    const { threads } = importBook(
      buildEpub('pandoc', story, [
        {
          name: 'EPUB/text/ch004.xhtml',
          content: `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY l0 "lol">${bomb}<!ENTITY f SYSTEM "file:///etc/passwd">]><html><body><p>One &l10; &f; two</p></body></html>`,
        },
      ]),
    );
    expect(threads.at(-1)?.body).toBe('One &l10; &f; two');
  });

  const encrypted = (algorithm: string, uri: string): ZipEntry => ({
    name: 'META-INF/encryption.xml',
    content: `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`,
  });

  it.each<[string, readonly ZipEntry[], RegExp]>([
    [
      'locked by DRM',
      [encrypted('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'EPUB/text/ch001.xhtml')],
      /protected by DRM/,
    ],
    [
      'without its package',
      [{ name: 'META-INF/container.xml', content: '<container><rootfile full-path="no.opf"/></container>' }],
      /package no\.opf is missing/,
    ],
    [
      'without a reading order',
      [{ name: 'EPUB/content.opf', content: '<package/>' }],
      /names no reading order/,
    ],
    [
      'of pictures',
      [1, 2, 3, 4].map((at) => ({ name: `EPUB/text/ch00${at}.xhtml`, content: '<img src="p.png"/>' })),
      /holds no text/,
    ],
    [
      'nested without end',
      [{ name: 'EPUB/text/ch001.xhtml', content: '<div>'.repeat(20_000) }],
      /nests elements more than/,
    ],
  ])('CO10: a book %s is refused, and nothing is left behind', (_what, entries, message) => {
    const files =
      entries.length === 4 ? [...entries, { name: 'EPUB/text/title_page.xhtml', content: '' }] : entries;
    expect(() => importBook(buildEpub('pandoc', story, files))).toThrow(message);
  });

  it('CO17: obfuscated fonts do not count as a lock', () => {
    const font = encrypted('http://www.idpf.org/2008/embedding', 'EPUB/fonts/a.otf');
    expect(importBook(buildEpub('pandoc', story, [font])).threads).toHaveLength(4);
  });

  it('CO17: names and titles are data', () => {
    const title = '../../etc/passwd <b>';
    const { threads } = importBook(
      buildEpub('sigil', [{ title, paragraphs: [escapeText('a <b>')] }, ...story]),
    );
    expect(threads[0]).toMatchObject({ title, body: 'a &lt;b&gt;' });
  });
});
