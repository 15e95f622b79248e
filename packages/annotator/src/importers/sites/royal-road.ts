// Royal Road: chapters as saved from a browser; what its authors say beside them stands in boxes of its own.

import { aroundStory, type PageRules } from '../markup/page-rules.ts';

/**
 * The chapter is `div.chapter-inner`, tables in it (status boxes) among it, notes are `div.author-note-portlet`; lines
 * against theft are paragraphs of a class that the page's own style sheet hides. Shape: dteviot/WebToEpub
 * plugin/js/parsers/RoyalRoadParser.js, JimmXinu/FanFicFare fanficfare/adapters/adapter_royalroadcom.py.
 */
export const royalRoad: PageRules = {
  name: 'a chapter of Royal Road',
  outside: { leftOut: aroundStory },
  fates: [
    ['.author-note-portlet', { apart: 'note' }],
    ['.author-note', { apart: 'note' }],
    ['.chapter-inner', 'story'],
  ],
  pageTitle: /^(?<chapter>.+) - (?<book>.+?) \| Royal Road$/u,
};
