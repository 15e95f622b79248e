// Imports saved threads of image boards and saved pages of forums, one file or several of one story.

import { UsageError } from '@terrarium/kernel/errors';
import { detectSource } from '../detect-source.ts';
import type { ImportReport, ImportTarget, SourceKind } from '../import-report.ts';
import type { PostedStory } from './posted-thread.ts';
import { readBoard } from './read-board.ts';
import { readForum } from './read-forum.ts';
import { writePosted } from './write-posted.ts';

const readers: Readonly<Record<PostedKind, (paths: readonly string[]) => PostedStory>> = {
  board: readBoard,
  forum: readForum,
};

export type PostedKind = 'board' | 'forum';

export function isPosted(kind: SourceKind): kind is PostedKind {
  return kind in readers;
}

/** Makes one corpus of all of them. Throws `UsageError` for a file of another kind, or without posts. */
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
    happened: `${path} is not saved from the same place as the files before it.`,
    todo: 'Import it by itself. Nothing was imported.',
  });
}
