// Lists the runs of capitalised words in a story: the plainest way to find its names, as a baseline for the bench.

import { buildTermKey } from '@terrarium/annotator/lexicon';
import type { Post } from './data.ts';
import type { Scored } from './score.ts';
import { splitSentences } from './text.ts';

/** Capitalised words inside a sentence: they follow a word, a comma, or the full stop of a title. */
const run =
  /(?<=(?:[\p{L},;’']|\b(?:Mr|Mrs|Ms|Dr|St|Rev|Col|Capt)\.) )\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*/gu;

/**
 * Every run of capitalised words inside a sentence, the most frequent first, with the first sentence that contains it.
 */
export function listCapitalRuns(posts: readonly Post[]): readonly Scored[] {
  const found = new Map<string, { term: string; count: number; quote: string; postId: number }>();
  for (const post of posts) {
    for (const { text } of splitSentences(post.body)) {
      for (const [match] of text.matchAll(run)) {
        const term = match.replace(/[’']s?$/, '');
        if (term === 'I' || /^I[’']/.test(term)) continue;
        const row = found.get(buildTermKey(term)) ?? { term, count: 0, quote: text, postId: post.id };
        row.count++;
        found.set(buildTermKey(term), row);
      }
    }
  }
  return [...found.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ term, quote, postId }) => ({
      term,
      aliases: [],
      definition: quote,
      evidence: [{ postId, quote }],
      firstPost: postId,
    }));
}
