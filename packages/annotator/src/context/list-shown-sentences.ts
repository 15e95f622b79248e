// Lists the sentences that a request shows, so that a question about them can point at them instead of quoting them.

import type { Message } from '@terrarium/kernel/language-model';
import type { PostId } from '../corpus/corpus.ts';

/** For each corpus and post, the sentence labels that are in the messages. */
export type ShownSentences = ReadonlyMap<string, ReadonlyMap<PostId, ReadonlySet<number>>>;

const passages = /<story_passages corpus="([^"]*)"/u;
const postStart = '<post id="';
const postEnd = '\n</post>';
const label = /(?:^|\s)\[(\d{1,6})\] /gu;

/** Reads the messages as they were rendered, so posts that a fold removed or cut are left out. */
export function listShownSentences(messages: readonly Message[]): ShownSentences {
  const shown = new Map<string, Map<PostId, Set<number>>>();
  for (const { role, content } of messages) {
    const corpus = role === 'user' ? passages.exec(content)?.[1] : undefined;
    if (corpus === undefined) continue;
    const posts = shown.get(corpus) ?? new Map<PostId, Set<number>>();
    shown.set(corpus, posts);
    for (const { postId, text } of iteratePosts(content)) {
      const labels = posts.get(postId) ?? new Set<number>();
      posts.set(postId, labels);
      for (const match of text.matchAll(label)) labels.add(Number(match[1]));
    }
  }
  return shown;
}

function* iteratePosts(content: string): Generator<{ readonly postId: PostId; readonly text: string }> {
  for (let at = content.indexOf(postStart); at !== -1; at = content.indexOf(postStart, at + 1)) {
    const end = content.indexOf(postEnd, at);
    const postId = Number.parseInt(content.slice(at + postStart.length, at + postStart.length + 16), 10);
    yield { postId: postId as PostId, text: content.slice(at, end === -1 ? undefined : end) };
  }
}
