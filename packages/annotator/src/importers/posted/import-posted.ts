// Imports saved threads of image boards and saved pages of forums, one file or several of one story.

import { UsageError } from '@terrarium/kernel/errors';
import { type CorpusWriter, openCorpusWriter } from '../../corpus/corpus-writer-store.ts';
import { mergeLeftOut } from '../book.ts';
import { detectSource } from '../detect-source.ts';
import {
  createTextTally,
  type ImportReport,
  type ImportTarget,
  type SourceKind,
  storyTags,
  type TextTally,
} from '../import-report.ts';
import type { PostedStory, PostedThread } from './posted-thread.ts';
import { readBoard } from './read-board.ts';
import { readForum } from './read-forum.ts';

const readers: Readonly<Record<PostedKind, (paths: readonly string[]) => PostedStory>> = {
  board: readBoard,
  forum: readForum,
};

export type PostedKind = 'board' | 'forum';

export function isPosted(kind: SourceKind): kind is PostedKind {
  return kind in readers;
}

/** Makes one corpus of all files. Throws `UsageError` if a file is of another kind, or has no posts. */
export function importPosted(
  target: ImportTarget,
  kind: PostedKind,
  further: readonly string[] = [],
): ImportReport {
  for (const path of further) {
    if (detectSource(path) !== kind) throw refuseOther(path);
  }
  return writePosted(target, kind, readers[kind]([target.path, ...further]));
}

function refuseOther(path: string): UsageError {
  return new UsageError({
    code: 'import.not-a-chapter',
    happened: `${path} was not saved from the same place as the files before it.`,
    todo: 'Import it by itself. Nothing was imported.',
  });
}

/** Throws `UsageError` if the threads have no word of story; nothing is left behind in that case. */
function writePosted(target: ImportTarget, kind: ImportReport['kind'], story: PostedStory): ImportReport {
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
