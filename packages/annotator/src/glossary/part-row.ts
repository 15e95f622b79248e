// Part row: the row of a part (a post that was read, or a piece of a long one), and its conversion into a value.

import type { PostId, ThreadId } from '../corpus/corpus.ts';
import type { ReadPart } from './read-parts.ts';

export interface PartRow {
  readonly id: number;
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
  readonly start_at: number;
  readonly end_at: number;
}

export function buildPart(row: PartRow): ReadPart {
  const position = { corpus: row.corpus, threadId: row.thread as ThreadId, postId: row.post as PostId };
  return { id: row.id, position, start: row.start_at, end: row.end_at };
}
