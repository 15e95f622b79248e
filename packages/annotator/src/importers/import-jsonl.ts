// Imports JSON lines: one post per line, one thread per distinct (thread, chapter).

import { UsageError } from '@terrarium/kernel/errors';
import { type LineLimits, type NumberedLine, readLines } from '@terrarium/kernel/read-lines';
import {
  type CorpusWriter,
  openCorpusWriter,
  RepeatedIdError,
  type WrittenCorpus,
} from '../corpus/corpus-writer-store.ts';
import {
  createTextTally,
  type ImportReport,
  type ImportTarget,
  storyTags,
  type TextTally,
} from './import-report.ts';
import { type PostLine, parsePostLine } from './parse-post-line.ts';

export interface JsonlTarget extends ImportTarget {
  readonly limits?: LineLimits;
}

/** What is known from the lines so far. */
interface Progress {
  readonly threads: Map<string, number>;
  readonly unknownKeys: Set<string>;
  readonly tally: TextTally;
  foreignIds: number;
  posts: number;
}

/**
 * Makes a corpus of the file, line by line. Throws `UsageError` if a line is unusable; nothing is imported in that
 * case.
 */
export function importJsonl(target: JsonlTarget): ImportReport {
  const writer = openCorpusWriter(target.destination);
  const progress: Progress = {
    threads: new Map(),
    unknownKeys: new Set(),
    tally: createTextTally(),
    foreignIds: 0,
    posts: 0,
  };
  try {
    for (const { line, post } of readPosts(target)) addPost(writer, post, { progress, target, line });
    if (progress.posts === 0) throw refuseEmpty(target.path);
  } catch (error) {
    writer.deleteDraft();
    throw error;
  }
  return buildReport(progress, finish(writer, target));
}

/** Reads posts line by line. Throws `UsageError` if a line is unusable. */
export function* readPosts(
  target: Pick<JsonlTarget, 'path' | 'limits'>,
): Generator<{ readonly line: NumberedLine; readonly post: PostLine }> {
  for (const line of readLines(target.path, target.limits)) {
    if (line.text.trim() === '') continue;
    const post = parsePostLine(line.text);
    if ('issue' in post) throw refuseLine(target.path, line, post.issue);
    yield { line, post };
  }
}

interface Surroundings {
  readonly progress: Progress;
  readonly target: JsonlTarget;
  readonly line: NumberedLine;
}

function addPost(writer: CorpusWriter, post: PostLine, around: Surroundings): void {
  const { progress, target } = around;
  const key = JSON.stringify([post.thread ?? null, post.chapter ?? null]);
  const threadId = progress.threads.get(key) ?? writer.addThread(buildThreadTitle(post, target.title));
  progress.threads.set(key, threadId);
  const tags = post.tags ?? storyTags;
  writer.addPost({
    threadId,
    id: post.id,
    author: post.author,
    subject: post.title,
    time: post.time,
    body: post.body,
    tags,
  });
  progress.tally.count(post.body, tags);
  progress.posts += 1;
  if (post.hasForeignId) progress.foreignIds += 1;
  for (const unknown of post.unknownKeys) progress.unknownKeys.add(unknown);
}

/**
 * The names of the thread and the chapter. If the first post has a title, the title replaces the chapter's name. If
 * there is neither a thread nor a chapter, the title alone is used.
 */
function buildThreadTitle(post: PostLine, fallback: string): string {
  const chapter = post.chapter === undefined ? undefined : (post.title ?? post.chapter);
  const parts = [post.thread, chapter].filter((part) => part !== undefined);
  return parts.length === 0 ? (post.title ?? fallback) : parts.join(' · ');
}

function finish(writer: CorpusWriter, target: JsonlTarget): WrittenCorpus {
  try {
    return writer.finish();
  } catch (error) {
    throw error instanceof RepeatedIdError ? refuseRepeated(target, error) : error;
  }
}

function refuseRepeated(target: JsonlTarget, cause: RepeatedIdError): UsageError {
  const lines = listLines(target, cause.id).slice(0, 2);
  return new UsageError({
    code: cause.code,
    happened: `Lines ${lines.join(' and ')} of ${target.path} have the same id, ${cause.id}.`,
    todo: cause.todo,
    cause,
  });
}

/** Reads the file again: to remember the line of every id would not be worth it for a rare case. */
function listLines(target: JsonlTarget, id: number): readonly number[] {
  const lines: number[] = [];
  for (const { line, post } of readPosts(target)) if (post.id === id) lines.push(line.number);
  return lines;
}

function buildReport(progress: Progress, written: WrittenCorpus): ImportReport {
  const warnings: string[] = [];
  const sums = progress.tally.read();
  if (progress.foreignIds > 0) {
    const [what, whose] =
      progress.foreignIds === 1
        ? ['id is not an integer, or is too large', 'Its post got a new id']
        : ['ids are not integers, or are too large', 'Their posts got new ids'];
    warnings.push(`${progress.foreignIds} ${what}. ${whose}, larger than all others.`);
  }
  if (written.movedPosts > 0) {
    // Always plural: when one post is moved, another one takes its place.
    warnings.push(
      `${written.movedPosts} posts will be read in a different order from that of the file: by time if every post of a thread has one, otherwise by id.`,
    );
  }
  if (sums.storyPosts === 0)
    warnings.push('No post is tagged qm_post, so there is nothing to read as story.');
  return {
    kind: 'jsonl',
    posts: written.posts,
    threads: written.threads,
    ...sums,
    encoding: 'utf-8',
    warnings,
    headingWords: 0,
    leftOut: [],
    unknownKeys: [...progress.unknownKeys],
  };
}

function refuseLine(path: string, { number, text }: NumberedLine, issue: string): UsageError {
  const todo =
    number === 1 && isChatLine(text)
      ? 'It looks like a SillyTavern chat: import it into a memory with "terrarium memory import".'
      : 'Correct that line and import again.';
  return new UsageError({
    code: 'import.bad-line',
    happened: `Line ${number} of ${path} ${issue}.`,
    todo: `${todo} Nothing was imported.`,
  });
}

/** Whether a line is from a SillyTavern chat: its first line, or a message. */
function isChatLine(text: string): boolean {
  return /^\s*\{/u.test(text) && /"(?:chat_metadata|mes)"\s*:/u.test(text);
}

function refuseEmpty(path: string): UsageError {
  return new UsageError({
    code: 'import.no-text',
    happened: `${path} holds no posts.`,
    todo: 'Put one post on each line, such as {"body": "…"}. Nothing was imported.',
  });
}
