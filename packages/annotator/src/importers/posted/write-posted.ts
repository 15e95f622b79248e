// Writes what was posted on a board or a forum as a corpus: its own numbers stay, and only the author's posts are story.

import { UsageError } from '@terrarium/kernel/errors';
import { type CorpusWriter, openCorpusWriter } from '../../corpus/corpus-writer-store.ts';
import { mergeLeftOut } from '../book.ts';
import {
  createTextTally,
  type ImportReport,
  type ImportTarget,
  storyTags,
  type TextTally,
} from '../import-report.ts';
import type { PostedStory, PostedThread } from './posted-thread.ts';

/** Throws `UsageError` for threads without a word of story; nothing is left behind then. */
export function writePosted(
  target: ImportTarget,
  kind: ImportReport['kind'],
  story: PostedStory,
): ImportReport {
  if (!story.threads.some(({ posts }) => posts.some(({ isStory }) => isStory)))
    throw refuseEmpty(target.path);
  const tally = createTextTally();
  const writer = openCorpusWriter(target.destination);
  try {
    for (const thread of story.threads) writeThread(writer, thread, tally);
  } catch (error) {
    writer.deleteDraft();
    throw error;
  }
  const { posts, threads } = writer.finish();
  return {
    kind,
    posts,
    threads,
    threadTitles: story.threads.map(({ title }) => title),
    ...tally.read(),
    encoding: story.encoding,
    bookTitle: story.title,
    author: story.author,
    headingWords: 0,
    leftOut: mergeLeftOut(story.leftOut),
    warnings: story.warnings,
    unknownKeys: [],
  };
}

function writeThread(writer: CorpusWriter, thread: PostedThread, tally: TextTally): void {
  const threadId = writer.addThread(thread.title);
  for (const { isStory, tags = [], ...post } of thread.posts) {
    const given = isStory ? [...storyTags, ...tags] : tags;
    writer.addPost({ ...post, threadId, tags: given });
    tally.count(post.body, given);
  }
}

function refuseEmpty(path: string): UsageError {
  return new UsageError({
    code: 'import.no-text',
    happened: `${path} holds no posts with words in them.`,
    todo: 'Check that it is the thread you meant, and that it was saved whole. Nothing was imported.',
  });
}
