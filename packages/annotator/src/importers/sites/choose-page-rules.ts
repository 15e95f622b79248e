// Declares the page rules of known sites, and chooses the rules that fit a page.

import { contentsName } from '../book.ts';
import { aroundStory, type PageRules } from '../markup/page-rules.ts';

/**
 * Shape: JimmXinu/FanFicFare fanficfare/writers/writer_html.py and writer_epub.py; the classes of notes are the ones
 * that FanFicFare's adapters set (fanficfare/adapters/base_otw_adapter.py).
 */
export const fanficfare: PageRules = {
  name: 'FanFicFare',
  outside: 'story',
  fates: [
    ['body.fff_titlepage', { apart: 'about' }],
    ['body.fff_tocpage', { leftOut: contentsName }],
    ['body.fff_logpage', { apart: 'log' }],
    ['body.fff_coverpage', { leftOut: 'a cover' }],
    ['table.full', { apart: 'about' }],
    ['.fff_chapter_summary', { apart: 'summary' }],
    ['.fff_foot_notes', { apart: 'end-note' }],
    ['.fff_chapter_notes', { apart: 'note' }],
    ['.author-note-portlet', { apart: 'note' }],
  ],
  pageTitle: /^(?<book>.+) by (?<author>.+)$/u,
  labels: [
    [/^summary for the chapter:/iu, 'summary'],
    [/^(?:notes for the chapter|author's note):/iu, 'note'],
  ],
};

/**
 * Pages of downloads: a preface, chapters with their notes, an afterword. Shape: otwcode/otwarchive
 * app/views/downloads/_download_preface.html.erb, _download_chapter.html.erb, _download_afterword.html.erb.
 */
export const archiveDownload: PageRules = {
  name: 'a download from Archive of Our Own',
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
const archivePage: PageRules = {
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

/**
 * The chapter is `div.chapter-inner`, including its tables (status boxes); notes are `div.author-note-portlet`; lines
 * that show that a copy is stolen are paragraphs with a class that the page's style sheet hides. Shape:
 * dteviot/WebToEpub plugin/js/parsers/RoyalRoadParser.js, JimmXinu/FanFicFare
 * fanficfare/adapters/adapter_royalroadcom.py.
 */
const royalRoad: PageRules = {
  name: 'a chapter of Royal Road',
  outside: { leftOut: aroundStory },
  fates: [
    ['.author-note-portlet', { apart: 'note' }],
    ['.author-note', { apart: 'note' }],
    ['.chapter-inner', 'story'],
  ],
  pageTitle: /^(?<chapter>.+) - (?<book>.+?) \| Royal Road$/u,
};

/** Rules for all other pages. Notes that were copied from known sites still have the classes of these sites. */
export const plainPage: PageRules = {
  name: '',
  outside: 'story',
  fates: fanficfare.fates.filter(([name]) => /note|^body\.fff/u.test(name)),
};

interface Sign {
  readonly rules: PageRules;
  /** Patterns that must all occur in the page. */
  readonly signs: readonly RegExp[];
}

const signs: readonly Sign[] = [
  {
    rules: royalRoad,
    signs: [/<div\b[^<>]{0,300}\bchapter-inner\b/iu, /royalroad/iu],
  },
  { rules: archiveDownload, signs: [/archiveofourown\.org/iu, /\bid=["']?preface\b/iu] },
  { rules: archivePage, signs: [/archiveofourown\.org/iu, /\bid=["']?workskin\b/iu] },
  { rules: fanficfare, signs: [/<table class="full">/iu, /<a name="(?:TOCTOP|section0001)">/iu] },
];

export function choosePageRules(markup: string): PageRules {
  return signs.find((one) => one.signs.every((sign) => sign.test(markup)))?.rules ?? plainPage;
}
