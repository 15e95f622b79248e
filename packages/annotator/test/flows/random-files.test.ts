// Imports files with random content: each becomes a corpus, or an error that says what to do.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumWords } from '../../src/importers/book.ts';
import { detectSource } from '../../src/importers/detect-source.ts';
import { importEpub, readEpubBook } from '../../src/importers/epub/import-epub.ts';
import { importHtml, readHtmlBook } from '../../src/importers/import-html.ts';
import { importJsonl, readPosts } from '../../src/importers/import-jsonl.ts';
import { importMarkdown, readMarkdownBook } from '../../src/importers/import-markdown.ts';
import type { ImportReport, SourceKind } from '../../src/importers/import-report.ts';
import { linkSqlite } from '../../src/importers/import-sqlite.ts';
import { importText, readTextBook } from '../../src/importers/import-text.ts';
import { importPosted } from '../../src/importers/posted/import-posted.ts';
import { buildEpub, type EpubLayout } from '../build-epub.ts';
import { buildZip } from '../build-zip.ts';
import { countBookWords } from '../count-book-words.ts';
import { readThreads } from '../read-threads.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
/** The long proofs have 25,000 cases in all; otherwise, a sixteenth of them is tested. */
const cases = (full: number) => (isProof ? full : Math.ceil(full / 16));

const importers: Readonly<Record<SourceKind, (path: string, destination: string) => ImportReport>> = {
  text: (path, destination) => importText({ path, destination, title: 'T' }),
  markdown: (path, destination) => importMarkdown({ path, destination, title: 'T' }),
  html: (path, destination) => importHtml({ path, destination, title: 'T' }),
  epub: (path, destination) => importEpub({ path, destination, title: 'T' }),
  jsonl: (path, destination) => importJsonl({ path, destination, title: 'T' }),
  board: (path, destination) => importPosted({ path, destination, title: 'T' }, 'board'),
  forum: (path, destination) => importPosted({ path, destination, title: 'T' }, 'forum'),
  sqlite: (path) => linkSqlite(path),
};

const readers = { text: readTextBook, markdown: readMarkdownBook, html: readHtmlBook, epub: readEpubBook };

/** A file, and the kind as which it is imported; if the kind is undefined, it is detected. */
interface AnyFile {
  readonly bytes: Uint8Array;
  readonly kind?: SourceKind | undefined;
}

/** Expects that only the program's own errors are thrown, and that they leave nothing behind. */
function tryAnything(folder: TemporaryFolder, { bytes, kind }: AnyFile, act: typeof readAnything): void {
  const path = folder.write('file', bytes);
  try {
    act(path, kind ?? detectSource(path));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof StorageError)) throw error;
    expect(error.todo).not.toBe('');
    expect(readdirSync(folder.dir)).toEqual(['file']);
  } finally {
    // The file is deleted, rather than written over by the next case: some file systems write a file to the disk at
    // once if it is emptied and written again.
    rmSync(path);
  }
}

/**
 * Makes an import without its database, which would take most of the time, and checks that every word is accounted
 * for.
 */
function readAnything(path: string, kind: SourceKind): void {
  if (kind === 'sqlite') {
    linkSqlite(path);
  } else if (kind === 'board' || kind === 'forum') {
    importAnything(path, kind);
  } else if (kind === 'jsonl') {
    const lines = readFileSync(path, 'utf8')
      .replace(/^\u{feff}/u, '')
      .split('\n');
    expect([...readPosts({ path })]).toHaveLength(lines.filter((line) => line.trim() !== '').length);
  } else {
    const { chapters, headingWords, leftOut, apart } = readers[kind]({ path, title: 'T' });
    const accounted =
      sumWords(chapters.flatMap(({ paragraphs }) => paragraphs)) +
      headingWords +
      sumWords(apart.map(({ text }) => text)) +
      leftOut.reduce((sum, { words }) => sum + words, 0);
    const { fewest, most } = countBookWords(path, kind);
    expect(accounted).toBeGreaterThanOrEqual(fewest);
    expect(accounted).toBeLessThanOrEqual(most);
  }
}

function importAnything(path: string, kind: SourceKind): void {
  const destination = `${path}.db`;
  const report = importers[kind](path, destination);
  expect(report.posts).toBeGreaterThan(0);
  expect(report.leftOut.every(({ words }) => words > 0)).toBe(true);
  const stored = kind === 'sqlite' ? path : destination;
  expect(readThreads(stored).reduce((sum, { words }) => sum + words, 0)).toBe(report.words);
  rmSync(destination, { force: true });
}

const texts = [
  'Chapter 1\n\nOne.\n\nChapter 2\n\nTwo.',
  '---\ntitle: x\n---\n# One\n\n*a* [b](c) ![d](e)\n\n```\nf\n```\n\n| g | h |\n|---|---|\n\n<!-- i -->\n\n[j]: k\n\nTwo\n---\n\n> - 1. l[^m]',
  '<!DOCTYPE html><html><head><title>x</title></head><body><h1>One</h1><p>a<br>b<ruby>c<rt>d</rt></ruby><table><tr><td>e</td></tr></table><h1>Two</h1><pre> f </pre></body></html>',
  '{"id": 1, "thread": "a", "body": "b", "tags": ["c"], "time": 4}\n{"body": "d"}',
];
const story = [
  { part: 'One', title: 'A', paragraphs: ['Soma went.', 'Then.'] },
  { part: 'Two', title: 'B', paragraphs: ['Bo stayed.', 'Now.'] },
];
const layouts: readonly EpubLayout[] = ['calibre', 'pandoc', 'ebookmaker', 'sigil'];
const books = layouts.map((layout) => buildEpub(layout, story));

const pieces = fc.constantFrom(
  ...'# ## - * ** _ ` ``` ~~ > | [ ] ( ) ![ ]( <!-- --> <p> </p> <h1> <a href="#x"> <br/> <![CDATA[ <!DOCTYPE [ <!ENTITY & &amp; &#0; &#x110000; --- === I II 1. Chapter 1 CONTENTS'.split(
    ' ',
  ),
  '\n',
  '\n\n',
  '\r',
  '\t',
  ' ',
  '\u0000',
  '\ud800',
  '\u{10ff41}',
  'word',
  '*** START OF THE PROJECT GUTENBERG EBOOK ***',
  '*** END OF THE PROJECT GUTENBERG EBOOK ***',
);

interface Change {
  readonly at: number;
  readonly drop: number;
  readonly put: Uint8Array;
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat({ max: 40 }),
  put: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    pieces.map((piece) => Buffer.from(piece)),
  ),
});

function mutate(bytes: Uint8Array, changes: readonly Change[]): Buffer {
  return changes.reduce((changed, { at, drop, put }) => {
    const start = Math.floor(at * changed.length);
    return Buffer.concat([changed.subarray(0, start), put, changed.subarray(start + drop)]);
  }, Buffer.from(bytes));
}

const changes = fc.array(change, { minLength: 1, maxLength: 6 });
const anyKind = fc.option(fc.constantFrom<SourceKind>('text', 'markdown', 'html', 'epub', 'jsonl'), {
  nil: undefined,
});
const proseKind = fc.constantFrom<SourceKind>('text', 'markdown', 'html');

const container = '<container><rootfile full-path="p.opf"/></container>';
const opf =
  '<package><metadata><dc:title>x</dc:title></metadata><manifest><item id="a" href="a.html"/><item id="n" href="n.html" properties="nav"/><item id="x" href="x.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="x"><itemref idref="a"/></spine></package>';
const nav =
  '<nav epub:type="toc"><ol><li><a href="a.html#b">One</a><ol><li><a href="a.html#c">Two</a></li></ol></li></ol></nav>';
const ncx =
  '<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="a.html#b"/></navPoint></navMap></ncx>';
const page = '<body><h1 id="b">One</h1><p>Words.</p><h1 id="c">Two</h1><p>More.</p></body>';
const bookEntries = Object.entries({ 'p.opf': opf, 'n.html': nav, 'x.ncx': ncx, 'a.html': page });

const anyText = fc.string({ unit: 'binary' });
const soundPost = fc.record(
  {
    body: anyText,
    id: fc.oneof(fc.integer(), anyText),
    thread: fc.oneof(anyText, fc.integer()),
    chapter: fc.constantFrom('a', 'b', ''),
    title: anyText,
    time: fc.oneof(fc.double(), fc.constantFrom('2020-01-01', '1999-12-31 23:59:60Z')),
    tags: fc.oneof(anyText, fc.array(anyText)),
  },
  { requiredKeys: ['body'] },
);
const oddPost = fc.dictionary(
  fc.constantFrom('id', 'time', 'tags', 'body', 'x', '__proto__'),
  fc.jsonValue(),
);
const postLine = fc.oneof(
  { weight: 12, arbitrary: soundPost.map((post) => JSON.stringify(post)) },
  { weight: 1, arbitrary: oddPost.map((post) => JSON.stringify(post)) },
  { weight: 1, arbitrary: pieces },
);

/** Files of every kind, read without a database; `full` is the number of cases in the long proofs. */
const files: Readonly<Record<string, { readonly full: number; readonly file: fc.Arbitrary<AnyFile> }>> = {
  'random bytes': {
    full: 4_000,
    file: fc.record({ bytes: fc.uint8Array({ maxLength: 400 }), kind: anyKind }),
  },
  'marks of every kind in any order': {
    full: 7_000,
    file: fc.record({
      bytes: fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''))),
      kind: proseKind,
    }),
  },
  'sound files with some bytes changed': {
    full: 4_000,
    file: fc
      .tuple(fc.constantFrom(...texts), changes)
      .map(([text, made]) => ({ bytes: mutate(Buffer.from(text), made) })),
  },
  'JSON lines of any shape': {
    full: 2_000,
    file: fc
      .array(postLine, { maxLength: 5 })
      .map((lines) => ({ bytes: Buffer.from(lines.join('\n')), kind: 'jsonl' })),
  },
  'books with bytes of the archive changed': {
    full: 3_000,
    file: fc
      .tuple(fc.constantFrom(...books), changes)
      .map(([book, made]) => ({ bytes: mutate(book, made), kind: 'epub' })),
  },
  'books with a page, the package or the contents changed': {
    full: 4_000,
    file: fc.tuple(...bookEntries.map(() => fc.option(changes, { nil: [] }))).map((made) => ({
      bytes: buildZip([
        { name: 'META-INF/container.xml', content: container },
        ...bookEntries.map(([name, text], at) => ({
          name,
          content: mutate(Buffer.from(text), made[at] ?? []),
        })),
      ]),
      kind: 'epub',
    })),
  },
};
const wholeImports = 1_000;

describe('files that hold anything', () => {
  it.each(Object.entries(files))(
    'CO19, CO21: %s are read to the last word, or refused',
    (_what, { file, full }) => {
      const folder = createTemporaryFolder();
      fc.assert(
        fc.property(file, (drawn) => tryAnything(folder, drawn, readAnything)),
        { numRuns: cases(full) },
      );
    },
  );

  it('CO21: files of all these sorts make a corpus, or nothing', () => {
    const folder = createTemporaryFolder();
    fc.assert(
      fc.property(fc.oneof(...Object.values(files).map(({ file }) => file)), (drawn) =>
        tryAnything(folder, drawn, importAnything),
      ),
      { numRuns: cases(wholeImports) },
    );
  });

  it.each<[string, SourceKind, (size: number) => string]>([
    ['one line of words', 'text', (size) => 'word '.repeat(size / 5)],
    ['one line of one word', 'text', (size) => 'x'.repeat(size)],
    ['spaces and a word', 'markdown', (size) => `#${' '.repeat(size)}x`],
    ['spaces and a bar', 'markdown', (size) => `|${' '.repeat(size)}x|`],
    ['opened brackets', 'markdown', (size) => '['.repeat(size)],
    ['opened links', 'markdown', (size) => '[a]('.repeat(size / 4)],
    ['opened emphasis', 'markdown', (size) => '**a '.repeat(size / 4)],
    ['ticks', 'markdown', (size) => '`a '.repeat(size / 3)],
    ['opened tags', 'markdown', (size) => '<b '.repeat(size / 3)],
    ['opened paragraphs', 'html', (size) => '<p>a'.repeat(size / 4)],
    ['links to notes', 'html', (size) => `<p>${'a<a href="#n">[1]</a>'.repeat(size / 21)}`],
    ['line ends', 'html', (size) => `<p>${'a<br>'.repeat(size / 5)}`],
    ['entities', 'html', (size) => '&amp;'.repeat(size / 5)],
    ['less-than signs', 'html', (size) => '<'.repeat(size)],
  ])('CO21: %s, more than anybody writes', (_what, kind, build) => {
    const bytes = Buffer.from(build(isProof ? 1_000_000 : 200_000));
    tryAnything(createTemporaryFolder(), { bytes, kind }, importAnything);
  });
});
