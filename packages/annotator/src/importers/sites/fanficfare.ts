// FanFicFare: its HTML files and the pages of its EPUBs, whatever site the story came from.

import { contentsName } from '../book.ts';
import type { PageRules } from '../markup/page-rules.ts';

/**
 * Shape: JimmXinu/FanFicFare fanficfare/writers/writer_html.py and writer_epub.py; the classes of notes are those that
 * its adapters give them (fanficfare/adapters/base_otw_adapter.py).
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
