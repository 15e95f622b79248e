// Archive of Our Own: its downloads (HTML, and the EPUBs that Calibre makes of them) and its pages as saved from a browser.

import { aroundStory, type PageRules } from '../markup/page-rules.ts';

/**
 * Downloads: a preface, chapters with their notes, an afterword. Shape: otwcode/otwarchive
 * app/views/downloads/_download_preface.html.erb, _download_chapter.html.erb, _download_afterword.html.erb.
 */
export const archiveDownload: PageRules = {
  name: 'a download of Archive of Our Own',
  outside: 'story',
  fates: [
    ['h2.heading', 'story'],
    ['#preface', { apart: 'about' }],
    ['#afterword', { apart: 'about' }],
    ['div.meta', { apart: 'about' }],
  ],
  chapterHeadings: ['h2.heading', 'h2.toc-heading'],
  labels: [
    [/^(?:chapter )?summary$/iu, 'summary'],
    [/^(?:chapter )?notes$/iu, 'note'],
    [/^(?:chapter )?end notes$/iu, 'end-note'],
    [/^please drop by the archive/iu, 'about'],
  ],
  title: 'h1',
  author: 'div.byline',
};

/** Pages of the site itself. Shape: otwcode/otwarchive app/views/chapters/_chapter.html.erb. */
export const archivePage: PageRules = {
  name: 'a page of Archive of Our Own',
  outside: { leftOut: aroundStory },
  fates: [
    ['h3.title', 'story'],
    ['.landmark', { leftOut: aroundStory }],
    ['.end', { apart: 'end-note' }],
    ['.summary', { apart: 'summary' }],
    ['.notes', { apart: 'note' }],
    ['.preface', { apart: 'about' }],
    ['dl.work', { apart: 'about' }],
    ['#workskin', 'story'],
  ],
  chapterHeadings: ['h3.title'],
  title: 'h2.title',
  author: 'h3.byline',
};
