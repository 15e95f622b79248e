// Proves that in EPUBs from the web, and in books that name their parts, chapters become story and the rest is kept apart.

import { describe, expect, it } from 'vitest';
import { readThreads } from '../../../test/read-threads.ts';
import {
  type BookShape,
  buildArchiveBook,
  buildBook,
  buildFanficfareBook,
  buildWebToEpubBook,
} from '../../../test/site-books.ts';
import { createTemporaryFolder } from '../../../test/temporary-folder.ts';
import { importEpub } from './import-epub.ts';

const long = 'The water went out over the flats and nobody on the wall saw it go. '.repeat(4).trim();
const chapters = [
  { title: 'Chapter 1: Ebb', paragraphs: [`Asa went down. ${long}`, 'Nothing moved.'] },
  { title: 'Chapter 2: Flow', paragraphs: [`Bo stayed. ${long}`, 'Then it did.'] },
  { title: 'Chapter 3: Slack', paragraphs: [`Both waited. ${long}`, 'So it was.'] },
];
const bodies = chapters.map(({ title, paragraphs }) => [title, paragraphs.join('\n\n')]);

function importBook(bytes: Buffer) {
  const folder = createTemporaryFolder();
  const path = folder.write('book.epub', bytes);
  const destination = folder.path('book.db');
  const report = importEpub({ path, destination, title: 'Book' });
  const apart = Object.fromEntries((report.apart ?? []).map(({ kind, count }) => [kind, count]));
  return { report, apart, threads: readThreads(destination).map(({ title, body }) => [title, body]) };
}

const page = (at: number, markup = '') => ({
  name: `c${at}.xhtml`,
  title: chapters[at]?.title,
  markup: `<body><h2>${chapters[at]?.title}</h2>${chapters[at]?.paragraphs.map((text) => `<p>${text}</p>`).join('')}${markup}</body>`,
});
const pages = [page(0), page(1), page(2)];

describe('EPUBs from the web, and books that name their parts', () => {
  it('CO24: a download from Archive of Our Own as Calibre divides it is read as the page is', () => {
    const { apart, threads, report } = importBook(buildArchiveBook(chapters));
    expect(threads).toEqual(bodies);
    expect(apart).toEqual({ about: 3, summary: 4, note: 4, 'end-note': 4 });
    expect(report.leftOut).toEqual([]);
  });

  it.each(['Low water', 'Afterword', 'Preface'])(
    'CO24: a work of one chapter that is called %s is a story',
    (title) => {
      const only = chapters.slice(0, 1).map((chapter) => ({ ...chapter, title }));
      const { apart, threads } = importBook(buildArchiveBook(only));
      expect(threads.map(([, body]) => body)).toEqual([bodies[0]?.[1]]);
      expect(apart).toEqual({ about: 3, summary: 1, note: 1, 'end-note': 1 });
    },
  );

  it('CO24: in a book of FanFicFare, the pages for title, contents and log are not story', () => {
    const { apart, threads, report } = importBook(buildFanficfareBook(chapters));
    expect(threads).toEqual(bodies);
    expect(apart).toEqual({ about: 1, log: 1, note: 3, 'end-note': 3 });
    expect(report.leftOut.map(({ what }) => what)).toEqual(['a table of contents']);
  });

  it('CO24: in a book of WebToEpub, the page of information is not story, however long it is', () => {
    const { apart, threads } = importBook(buildWebToEpubBook(chapters));
    expect(threads).toEqual(bodies);
    expect(apart).toEqual({ about: 1, note: 3 });
  });

  it.each<[string, BookShape, Readonly<Record<string, number>>]>([
    [
      'notes and a notice of copyright',
      {
        pages: [
          { name: 'c.xhtml', markup: '<body epub:type="copyright-page"><p>Copyright of nobody.</p></body>' },
          page(0, '<aside epub:type="footnote" id="n1"><p>1. A note.</p></aside>'),
          page(1),
          page(2),
          {
            name: 'n.xhtml',
            title: 'Notes',
            markup: `<body><section epub:type="endnotes" role="doc-endnotes"><h2>Notes</h2>${`<p>${long}</p>`.repeat(30)}</section></body>`,
          },
        ],
      },
      { matter: 1, footnote: 2 },
    ],
    [
      'what its guide calls a title page and notes',
      {
        pages: [
          { name: 't.xhtml', title: 'Tide', markup: '<body><p>The Tide, a long story of the sea</p></body>' },
          ...pages,
          { name: 'n.xhtml', title: 'After', markup: `<body><h2>After</h2><p>${long.repeat(30)}</p></body>` },
        ],
        guide: '<reference type="title-page" href="t.xhtml"/><reference type="notes" href="n.xhtml"/>',
      },
      { matter: 1, footnote: 1 },
    ],
    [
      'what its landmarks call a dedication',
      {
        pages: [
          { name: 'd.xhtml', title: 'For', markup: '<body><p>For the ones who row.</p></body>' },
          ...pages,
        ],
        landmarks: '<li><a epub:type="dedication" href="d.xhtml">For</a></li>',
      },
      { matter: 1 },
    ],
  ])('CO24: a book keeps %s apart', (_what, shape, expected) => {
    const { apart, threads } = importBook(buildBook(shape));
    expect(threads).toEqual(bodies);
    expect(apart).toEqual(expected);
  });

  it('CO24: if a guide calls a chapter, or a place in one, a title page, nothing is taken away', () => {
    const first = {
      ...page(0),
      markup: `<body><h2>${chapters[0]?.title}</h2><p>${long.repeat(10)}</p></body>`,
    };
    const guide =
      '<reference type="title-page" href="c0.xhtml"/><reference type="dedication" href="c1.xhtml#x"/>';
    const { apart, threads } = importBook(buildBook({ pages: [first, page(1), page(2)], guide }));
    expect(threads.map(([title]) => title)).toEqual(chapters.map(({ title }) => title));
    expect(apart).toEqual({});
  });

  it('CO24: pages that are drawn are read, a line for each text', () => {
    const text = (line: string, at: number) => `<text x="10" y="${at * 20}">${line}</text>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><title>page</title><rect/><g>${['Asa went', 'down <tspan>to the</tspan> water.'].map(text).join('')}</g></svg>`;
    const drawn = { name: 'd.svg', title: 'Drawn', markup: `<?xml version="1.0"?>${svg}` };
    const { threads } = importBook(buildBook({ pages: [drawn, ...pages] }));
    expect(threads[0]).toEqual(['Drawn', 'Asa went\ndown to the water.']);
    expect(threads.slice(1)).toEqual(bodies);
  });
});
