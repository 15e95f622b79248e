// Counts the posts, threads, words and characters of a corpus file.

import type { Connection } from '@terrarium/kernel/open-database';
import { createTextTally } from './import-report.ts';

export interface CorpusMeasure {
  readonly posts: number;
  readonly threads: number;
  readonly storyPosts: number;
  readonly words: number;
  readonly characters: number;
}

/** Reads each body once, one at a time. */
export function measureCorpus(connection: Connection): CorpusMeasure {
  const tally = createTextTally();
  let posts = 0;
  const bodies = connection.prepare<[], { body: string }>(
    `SELECT coalesce(CAST(body AS TEXT), '') AS body FROM post`,
  );
  for (const { body } of bodies.iterate()) {
    posts += 1;
    tally.count(body, []);
  }
  const counts = connection
    .prepare<[], { threads: number; story: number }>(
      `SELECT (SELECT count(DISTINCT thread_id) FROM post) AS threads,
        (SELECT count(*) FROM post WHERE id IN (SELECT post_id FROM tag WHERE name = 'qm_post')) AS story`,
    )
    .get();
  return { ...tally.read(), posts, threads: counts?.threads ?? 0, storyPosts: counts?.story ?? 0 };
}
