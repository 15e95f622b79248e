// Damages saved pages, threads and books at random: each is read or refused, and undamaged parts are not lost.

import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectSource } from '../../src/importers/detect-source.ts';
import { readEpubBook } from '../../src/importers/epub/import-epub.ts';
import { readHtmlBook } from '../../src/importers/import-html.ts';
import { readTextBook } from '../../src/importers/import-text.ts';
import { readBoard } from '../../src/importers/posted/read-board.ts';
import { readForum } from '../../src/importers/posted/read-forum.ts';
import { buildArchivedThread, buildBoardThread, renderForumPage } from '../saved-threads.ts';
import { buildArchiveBook, buildFanficfareBook, buildWebToEpubBook } from '../site-books.ts';
import {
  renderArchiveDownload,
  renderArchivePage,
  renderFanficfare,
  renderFanficfareText,
  renderRoyalRoad,
} from '../site-pages.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
/** All cases in the long proofs, otherwise a tenth of them. */
const numRuns = isProof ? 3_000 : 300;

const chapters = [1, 2, 3].map((number) => ({
  title: `Chapter ${number}: Tide`,
  paragraphs: [
    `first${number} word of many that make a line.`,
    `middle${number} ${'word '.repeat(40)}`,
    `last${number} word.`,
  ],
}));
const spoken = chapters.map(({ title, paragraphs }, at) => ({ title, text: paragraphs.join('\n\n'), at }));
const saved = spoken.map(({ text, at }) => ({ id: at + 1, trip: '!a', text }));
const marked = spoken.map(({ title, text, at }) => ({
  id: at + 1,
  author: 'A',
  mark: title,
  html: `${text.replaceAll('\n\n', '<br><br>')}<div class="bbCodeSpoiler">word</div>`,
}));

const files: Readonly<Record<string, string | Buffer>> = {
  'ao3.html': renderArchiveDownload(chapters),
  'ao3-page.html': renderArchivePage(chapters),
  'fff.html': renderFanficfare(chapters),
  'fff.txt': renderFanficfareText(chapters),
  'rr.html': renderRoyalRoad({ title: 'Tide', paragraphs: spoken.map(({ text }) => text) }),
  'forum.html': renderForumPage(marked),
  'board.json': JSON.stringify(buildBoardThread(saved)),
  'archive.json': JSON.stringify(buildArchivedThread(saved), undefined, 1),
  'ao3.epub': buildArchiveBook(chapters),
  'fff.epub': buildFanficfareBook(chapters),
  'web.epub': buildWebToEpubBook(chapters),
};

/** Everything that an import would take for the story, as one text. */
function readStory(path: string): string {
  const kind = detectSource(path);
  switch (kind) {
    case 'board':
    case 'forum':
      return (kind === 'board' ? readBoard([path]) : readForum([path])).threads
        .flatMap(({ posts }) => posts.filter(({ isStory }) => isStory).map(({ body }) => body))
        .join('\n');
    case 'text':
    case 'html':
    case 'epub': {
      const read = { text: readTextBook, html: readHtmlBook, epub: readEpubBook }[kind];
      return read({ path, title: 'T' })
        .chapters.flatMap(({ paragraphs }) => paragraphs)
        .join('\n');
    }
    default:
      throw new UsageError({ code: 'test.kind', happened: `${kind} is not tried.`, todo: 'Try another.' });
  }
}

const words = [1, 2, 3].flatMap((number) => [`first${number}`, `middle${number}`, `last${number}`]);

/** Where a file is cut, repeated or nested, as shares of its length. */
const damage = fc.record({
  how: fc.constantFrom('cut', 'double', 'drop', 'nest'),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  put: fc.constantFrom(
    '<div>',
    '</div>',
    '<style>',
    '-->',
    '<!--',
    '"',
    '<p class="notes">',
    '</article>',
    ']',
    '{"',
  ),
});

function apply(
  bytes: Buffer,
  { how, from, to, put }: { how: string; from: number; to: number; put: string },
): Buffer {
  const [start = 0, end = 0] = [from, to]
    .map((share) => Math.floor(share * bytes.length))
    .toSorted((a, b) => a - b);
  const part = bytes.subarray(start, end);
  switch (how) {
    case 'cut':
      return bytes.subarray(0, end);
    case 'double':
      return Buffer.concat([bytes.subarray(0, end), part, bytes.subarray(end)]);
    case 'drop':
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
    default:
      return Buffer.concat([bytes.subarray(0, start), Buffer.from(put), bytes.subarray(start)]);
  }
}

describe('damaged pages, threads and books', () => {
  it.each(Object.entries(files))('CO21: %s is whole, and each chapter of it is story', (name, content) => {
    const story = readStory(createTemporaryFolder().write(name, content));
    expect(words.filter((word) => !story.includes(word))).toEqual([]);
    expect(story).not.toMatch(/SUMMARY|NOTE|AFTER|NAVIGATION|BESIDE/u);
  });

  it('CO21: whatever is cut, doubled, dropped or inserted is read, or refused in our own words', () => {
    const folder = createTemporaryFolder();
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(files)),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        ([name, content], damages) => {
          const path = folder.write(name, damages.reduce(apply, Buffer.from(content)));
          try {
            readStory(path);
          } catch (error) {
            if (!(error instanceof UsageError || error instanceof StorageError)) throw error;
            expect(error.todo).not.toBe('');
          }
        },
      ),
      { numRuns },
    );
  });

  it('CO23: what is put around a page, or after it, takes none of its story away', () => {
    const pages = Object.entries(files).filter(([name]) => name.endsWith('.html'));
    const around = fc.constantFrom(
      '<div>',
      '<p>',
      '<section class="x"><div>',
      '<p class="notes">A line.</p>',
      '<style>.unused{display:none}</style>',
      '<!-- a -->',
      '<script>"</div>"</script>',
    );
    const folder = createTemporaryFolder();
    fc.assert(
      fc.property(fc.constantFrom(...pages), around, around, ([name, content], before, after) => {
        const page = String(content).replace(/<body([^>]*)>/u, (tag) => `${tag}${before}`);
        const story = readStory(folder.write(name, `${page}${after}`));
        expect(words.filter((word) => !story.includes(word))).toEqual([]);
      }),
      { numRuns: numRuns / 4 },
    );
  });

  it.each<[string, string, (size: number) => string]>([
    ['styles', 'a.html', (size) => `<html><style>${'.a{display:none}'.repeat(size / 16)}</style><p>x`],
    ['opened styles', 'a.html', (size) => `<html>${'<style>'.repeat(size / 7)}`],
    ['brackets of styles', 'a.html', (size) => `<html><style>${'{'.repeat(size)}</style><p>x`],
    ['classes', 'a.html', (size) => `<html>royalroad<div class="chapter-inner ${'a '.repeat(size / 2)}">x`],
    [
      'opened boxes',
      'a.html',
      (size) => `<html><div id=preface>archiveofourown.org ${'<p><div class=meta>a</div>'.repeat(size / 26)}`,
    ],
    ['opened posts', 'a.html', (size) => `<html id="XF">${'<article '.repeat(size / 9)}`],
    ['posts', 'a.html', (size) => `<html id="XF">${'<article data-content="post-1">'.repeat(size / 31)}`],
    [
      'posts of a board',
      'a.json',
      (size) => `{"posts":[${'{"no":1,"resto":0},'.repeat(size / 19)}{"no":1,"resto":0,"com":"x"}]}`,
    ],
    ['lists in lists', 'a.json', (size) => `[{"no":1,"resto":0,"x":${'['.repeat(size)}`],
    ['tabs', 'a.txt', (size) => `T\n\nby A\n\nTABLE OF CONTENTS\n\n${'\ta\n\n'.repeat(size / 4)}End file.`],
  ])('CO21: %s, a megabyte of them', (_what, name, build) => {
    const path = createTemporaryFolder().write(name, build(1_000_000));
    expect(() => {
      try {
        readStory(path);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
      }
    }).not.toThrow();
  });
});
