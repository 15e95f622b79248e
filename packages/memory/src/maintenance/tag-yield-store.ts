// Stores which replies a model was already asked to tag afterwards (the tag pass), and reads the newest replies.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EventId } from '../events/event.ts';

export interface ReplyText {
  readonly id: EventId;
  readonly text: string;
}

export interface TagYieldStore {
  /** Lists the companion's newest replies from which something may be learnt, newest first. */
  listReplies(limit: number): ReplyText[];
  isPassed(id: EventId): boolean;
  /** `promptVersion` is the version of the texts with which the model was asked. */
  markPassed(pass: { id: EventId; model: string; promptVersion: string; reply: string; atMs: number }): void;
}

export function openTagYieldStore(connection: Connection): TagYieldStore {
  const replies = connection.prepare<[number], ReplyText>(
    `SELECT id, text FROM standing_event WHERE side = 'companion' AND is_parroted = 0 AND text <> '' ORDER BY at_ms DESC, id DESC LIMIT ?`,
  );
  const passed = connection.prepare<[number], number>('SELECT 1 FROM tag_pass WHERE event_id = ?').pluck();
  const mark = connection.prepare(
    'INSERT OR IGNORE INTO tag_pass (event_id, model, reply, at_ms) VALUES (:id, :model, :reply, :atMs)',
  );
  const notePrompt = connection.prepare(
    'INSERT INTO tag_pass_prompt (event_id, version) VALUES (:id, :version)',
  );
  return {
    listReplies: (limit) => replies.all(limit),
    isPassed: (id) => passed.get(id) !== undefined,
    markPassed({ promptVersion: version, ...pass }) {
      if (mark.run(pass).changes > 0) notePrompt.run({ id: pass.id, version });
    },
  };
}
