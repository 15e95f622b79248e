// Imports files that hold anything at all: each becomes a corpus, or an error that says what to do.

import { readdirSync, rmSync } from 'node:fs';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectSource } from '../../src/importers/detect-source.ts';
import { importEpub } from '../../src/importers/epub/import-epub.ts';
import { importHtml } from '../../src/importers/import-html.ts';
import { importJsonl } from '../../src/importers/import-jsonl.ts';
import { importMarkdown } from '../../src/importers/import-markdown.ts';
import type { ImportReport, SourceKind } from '../../src/importers/import-report.ts';
import { linkSqlite } from '../../src/importers/import-sqlite.ts';
import { importText } from '../../src/importers/import-text.ts';
import { buildEpub, type EpubLayout } from '../build-epub.ts';
import { buildZip } from '../build-zip.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
/** Together 25,000 in full; each writes and removes a database, so that a fiftieth is what every day can bear. */
const cases = (full: number) => (isProof ? full : Math.round(full / 50));

const importers: Readonly<Record<SourceKind, (path: string, destination: string) => ImportReport>> = {
  text: (path, destination) => importText({ path, destination, title: 'T' }),
  markdown: (path, destination) => importMarkdown({ path, destination, title: 'T' }),
  html: (path, destination) => importHtml({ path, destination, title: 'T' }),
  epub: (path, destination) => importEpub({ path, destination, title: 'T' }),
  jsonl: (path, destination) => importJsonl({ path, destination, title: 'T' }),
  sqlite: (path) => linkSqlite(path),
};

/** Imports as what the file looks like, or as what it was made from; nothing but errors of ours comes through. */
function importAnything(folder: TemporaryFolder, bytes: Uint8Array, kind?: SourceKind): void {
  const path = folder.write('file', bytes);
  const destination = folder.path('out.db');
  try {
    const report = importers[kind ?? detectSource(path)](path, destination);
    expect(report.posts).toBeGreaterThan(0);
    expect(report.leftOut.every(({ words }) => words > 0)).toBe(true);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof StorageError)) throw error;
    expect(error.todo).not.toBe('');
    expect(readdirSync(folder.dir)).toEqual(['file']);
  } finally {
    rmSync(destination, { force: true });
  }
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
const kinds: readonly SourceKind[] = ['text', 'markdown', 'html', 'epub', 'jsonl'];

describe('files that hold anything', () => {
  it('CO21: random bytes', () => {
    const folder = createTemporaryFolder();
    const bytes = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(bytes, fc.option(fc.constantFrom(...kinds), { nil: undefined }), (content, kind) =>
        importAnything(folder, content, kind),
      ),
      { numRuns: cases(5_000) },
    );
  });

  it('CO21: marks of every kind in any order', () => {
    const folder = createTemporaryFolder();
    const kind = fc.constantFrom<SourceKind>('text', 'markdown', 'html');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), kind, (parts, as) =>
        importAnything(folder, Buffer.from(parts.join('')), as),
      ),
      { numRuns: cases(7_000) },
    );
  });

  it('CO21: sound files with some bytes changed', () => {
    const folder = createTemporaryFolder();
    fc.assert(
      fc.property(fc.constantFrom(...texts), changes, (text, changed) =>
        importAnything(folder, mutate(Buffer.from(text), changed)),
      ),
      { numRuns: cases(5_000) },
    );
  });

  it('CO21: books with bytes of the archive changed', () => {
    const folder = createTemporaryFolder();
    fc.assert(
      fc.property(fc.constantFrom(...books), changes, (book, changed) =>
        importAnything(folder, mutate(book, changed), 'epub'),
      ),
      { numRuns: cases(3_000) },
    );
  });

  it('CO21: books with a page, the package or the contents changed', () => {
    const folder = createTemporaryFolder();
    const opf =
      '<package><metadata><dc:title>x</dc:title></metadata><manifest><item id="a" href="a.html"/><item id="n" href="n.html" properties="nav"/><item id="x" href="x.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="x"><itemref idref="a"/></spine></package>';
    const nav =
      '<nav epub:type="toc"><ol><li><a href="a.html#b">One</a><ol><li><a href="a.html#c">Two</a></li></ol></li></ol></nav>';
    const ncx =
      '<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="a.html#b"/></navPoint></navMap></ncx>';
    const page = '<body><h1 id="b">One</h1><p>Words.</p><h1 id="c">Two</h1><p>More.</p></body>';
    const parts = fc.tuple(
      ...[opf, nav, ncx, page].map((text) =>
        fc.option(changes).map((made) => mutate(Buffer.from(text), made ?? [])),
      ),
    );
    fc.assert(
      fc.property(parts, ([ofPackage = '', ofNav = '', ofNcx = '', ofPage = '']) =>
        importAnything(
          folder,
          buildZip([
            {
              name: 'META-INF/container.xml',
              content: '<container><rootfile full-path="p.opf"/></container>',
            },
            { name: 'p.opf', content: ofPackage },
            { name: 'n.html', content: ofNav },
            { name: 'x.ncx', content: ofNcx },
            { name: 'a.html', content: ofPage },
          ]),
          'epub',
        ),
      ),
      { numRuns: cases(5_000) },
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
  ])('CO21: %s, a megabyte of them', (_what, kind, build) => {
    importAnything(createTemporaryFolder(), Buffer.from(build(1_000_000)), kind);
  });
});
