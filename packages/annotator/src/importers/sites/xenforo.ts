// XenForo: how a post and the head of a page of its forums (SpaceBattles, SufficientVelocity, QuestionableQuesting) are read.

import { aroundStory, type PageRules } from '../markup/page-rules.ts';

/**
 * A post, from its own element on: its words are in `.bbWrapper`, spoilers and quotations in it among them; names,
 * signatures, reactions and buttons are not. Shape: JimmXinu/FanFicFare fanficfare/adapters/base_xenforo2forum_adapter.py,
 * dteviot/WebToEpub plugin/js/parsers/SpacebattlesParser.js.
 */
export const forumPost: PageRules = {
  name: 'a forum',
  outside: { leftOut: aroundStory },
  fates: [
    ['.bbCodeBlock-expandLink', { leftOut: aroundStory }],
    ['.bbCodeBlock-shrinkLink', { leftOut: aroundStory }],
    ['.bbWrapper', 'story'],
  ],
  chapterHeadings: [],
  title: '.threadmarkLabel',
};

/** What stands before the first post. */
export const forumHead: PageRules = {
  name: 'a forum',
  outside: { leftOut: aroundStory },
  fates: [],
  title: 'h1.p-title-value',
};
