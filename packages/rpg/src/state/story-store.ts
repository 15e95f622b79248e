// Story store: keeps what a model wrote when it summed up the story to a turn, for the prompts after that turn.

import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { StorySoFar, Teller } from './session.ts';

export interface NewStory extends Teller {
  /** The last turn that is summed up. */
  readonly turn: number;
  readonly text: string;
  readonly atMs: number;
}

export interface StoryStore {
  /** Does nothing if the story was summed up to this turn before. */
  add(story: NewStory): void;
  /** The stories on the path from the opening to the head, the longest first. */
  listVisible(session: string): readonly StorySoFar[];
}

export const openStoryStore = openOnce(buildStoryStore);

function buildStoryStore(connection: Connection): StoryStore {
  const insert = connection.prepare<NewStory>(
    `INSERT INTO story_so_far (turn_id, text, model, version, at_ms)
     VALUES (:turn, :text, :model, :promptVersion, :atMs) ON CONFLICT (turn_id) DO NOTHING`,
  );
  const visible = connection.prepare<[string], StorySoFar>(
    `SELECT story_so_far.turn_id AS turn, head_path.number, text FROM story_so_far
     JOIN head_path ON head_path.turn_id = story_so_far.turn_id
     WHERE head_path.session_id = ? ORDER BY head_path.number DESC`,
  );
  return {
    add: ({ turn, text, model, promptVersion, atMs }) =>
      void insert.run({ turn, text, model, promptVersion, atMs }),
    listVisible: (session) => visible.all(session),
  };
}
