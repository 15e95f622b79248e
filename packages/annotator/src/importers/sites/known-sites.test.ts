// Proves what pages of known sites are turned into: chapters become story, and the other text is kept apart.

import { describe, expect, it } from 'vitest';
import { readThreads } from '../../../test/read-threads.ts';
import {
  renderArchiveDownload,
  renderArchivePage,
  renderFanficfare,
  renderFanficfareText,
  renderRoyalRoad,
} from '../../../test/site-pages.ts';
import { createTemporaryFolder } from '../../../test/temporary-folder.ts';
import { readApart } from '../../inspect/read-apart-store.ts';
import { importHtml } from '../import-html.ts';
import { importText } from '../import-text.ts';

const long = 'The water went out over the flats and nobody on the wall saw it go. '.repeat(4).trim();
const chapters = [
  { title: 'Chapter 1: Ebb', paragraphs: [`Asa went down. ${long}`, 'Nothing moved.'] },
  { title: 'Chapter 2: Flow', paragraphs: [`Bo stayed. ${long}`, 'Then it did.'] },
];
const bodies = chapters.map(({ title, paragraphs }) => [title, paragraphs.join('\n\n')]);

const renderLine = (style: string, attributes: string) =>
  `<html><head><title>Tide</title>${style}</head><body><h2>Ebb</h2><p>${long}</p><p ${attributes}>A line.</p><p>${long}</p></body></html>`;

function importPage(content: string, importer = importHtml) {
  const folder = createTemporaryFolder();
  const path = folder.write('page.html', content);
  const destination = folder.path('page.db');
  const report = importer({ path, destination, title: 'Page' });
  const apart = readApart({
    name: 'main',
    title: 'Page',
    path: destination,
    kind: 'imported',
    source: path,
    sourceHash: '',
  });
  const kept = apart.map(({ kind, under, text }) => [kind, under, text.replace(/\s+/gu, ' ')]);
  return { report, kept, threads: readThreads(destination).map(({ title, body }) => [title, body]) };
}

describe('pages of known sites', () => {
  it('CO23: in a download from Archive of Our Own, only the chapters are story', () => {
    const { report, kept, threads } = importPage(renderArchiveDownload(chapters));
    expect(threads).toEqual(bodies);
    expect(report).toMatchObject({ bookTitle: 'The Tide', author: 'A. Person', warnings: [], leftOut: [] });
    expect(kept.map(([kind, under]) => [kind, under])).toEqual([
      ['about', undefined],
      ['summary', undefined],
      ['note', undefined],
      ['summary', 'Chapter 1: Ebb'],
      ['note', 'Chapter 1: Ebb'],
      ['end-note', 'Chapter 1: Ebb'],
      ['summary', 'Chapter 2: Flow'],
      ['note', 'Chapter 2: Flow'],
      ['end-note', 'Chapter 2: Flow'],
      ['about', 'Chapter 2: Flow'],
      ['end-note', 'Chapter 2: Flow'],
      ['about', 'Chapter 2: Flow'],
    ]);
    expect(kept[4]?.[2]).toContain('NOTE of 1 with two paragraphs');
  });

  it('CO23: a download of one chapter is that chapter, though its own style hides the heading', () => {
    const { report, threads } = importPage(renderArchiveDownload(chapters.slice(0, 1)));
    expect(threads).toEqual(bodies.slice(0, 1));
    expect(report.apart?.map(({ kind }) => kind)).toEqual(['about', 'summary', 'note', 'end-note']);
  });

  it('CO23: so it is on a page of Archive of Our Own itself', () => {
    const { report, kept, threads } = importPage(renderArchivePage(chapters));
    expect(threads).toEqual(bodies);
    expect(report).toMatchObject({ bookTitle: 'The Tide', author: 'A. Person', warnings: [] });
    expect(kept.filter(([kind]) => kind === 'summary')).toHaveLength(3);
    expect(kept.filter(([kind]) => kind === 'note')).toHaveLength(2);
    expect(kept.filter(([kind]) => kind === 'end-note')).toHaveLength(2);
    expect(report.leftOut).toEqual([{ what: 'what the site puts around a story', words: 11 }]);
  });

  it('CO23: in a chapter of Royal Road, status boxes are story; notes and hidden lines are not', () => {
    const [chapter] = chapters;
    const { report, kept, threads } = importPage(renderRoyalRoad(chapter ?? { title: '', paragraphs: [] }));
    const [first, second] = chapter?.paragraphs ?? [];
    expect(threads).toEqual([['Chapter 1: Ebb', `${first}\n\nLevel:\t4\nMana\t12/30\n\n${second}`]]);
    expect(report).toMatchObject({ bookTitle: 'The Tide', author: 'A. Person', warnings: [] });
    expect(kept).toEqual([
      ['note', 'Chapter 1: Ebb', 'A note from A. Person NOTE before'],
      ['note', 'Chapter 1: Ebb', 'NOTE after'],
      ['hidden-line', 'Chapter 1: Ebb', 'This story was taken without leave; tell somebody if you see it.'],
    ]);
  });

  it('CO23: in an HTML file of FanFicFare, neither the table of contents nor the title page is story', () => {
    const { report, kept, threads } = importPage(renderFanficfare(chapters));
    expect(threads).toEqual(bodies);
    expect(report).toMatchObject({ bookTitle: 'The Tide', author: 'A. Person' });
    expect(kept.map(([kind]) => kind)).toEqual(['about', 'note', 'note']);
    expect(report.leftOut.map(({ what }) => what)).toEqual(['a table of contents']);
  });

  it('CO23: a text of FanFicFare keeps the titles of its chapters, whatever they are', () => {
    const untitled = chapters.map((chapter, at) => ({
      ...chapter,
      title: ['Low water', 'What came back'][at] ?? '',
    }));
    const { report, kept, threads } = importPage(renderFanficfareText(untitled), importText);
    expect(threads).toEqual(untitled.map(({ title, paragraphs }) => [title, paragraphs.join('\n\n')]));
    expect(report).toMatchObject({
      bookTitle: 'The Tide',
      author: 'A. Person',
      warnings: [],
      headingWords: 5,
    });
    expect(kept).toEqual([
      ['about', undefined, 'The Tide by A. Person Status: In-Progress Summary: SUMMARY of the work'],
    ]);
    expect(report.leftOut.map(({ what }) => what)).toEqual(['a table of contents', 'the closing line']);
  });

  it.each([
    ['a style for print alone', '<style>@media print{.x{display:none}}</style>', 'class="x"'],
    ['what opens at a click', '<style>.spoiler-inner{display:none}</style>', 'class="spoiler-inner"'],
    ['a rule for something else', '<style>.y .x{display:none}</style>', 'class="x"'],
    ['a size below one', '', 'style="font-size:0.9em"'],
  ])('CO23: a line stays story for %s', (_what, style, attributes) => {
    const { report, threads } = importPage(renderLine(style, attributes));
    expect(threads[0]?.[1]).toContain('A line.');
    expect(report.apart).toEqual([]);
  });

  it.each([
    ['a class', '<style>/* a */ p.x, .z { color: red; display : none }</style>', 'class="a x"'],
    ['a style of its own', '', 'style="position:absolute;left:-9999px"'],
    ['having no size', '', 'style="font-size:0"'],
  ])('CO23: a line that %s hides from every reader is not story', (_what, style, attributes) => {
    const { report, threads } = importPage(renderLine(style, attributes));
    expect(threads[0]?.[1]).toBe(`${long}\n\n${long}`);
    expect(report.apart).toEqual([{ kind: 'hidden-line', count: 1, words: 2 }]);
  });

  it('CO23: a long text, or most of a page, is story even if a style sheet hides it', () => {
    const style = '<style>.x{display:none}</style>';
    const lengthy = importPage(`${style}<html><h2>Ebb</h2><p>${long}</p><p class="x">${long} ${long}</p>`);
    expect(lengthy.report.words).toBeGreaterThan(160);
    const mostly = importPage(
      `<html>${style}<h2>Ebb</h2><p>${long}</p>${'<p class="x">It was low.</p>'.repeat(40)}`,
    );
    expect(mostly.report.words).toBe(60 + 120);
  });
});
