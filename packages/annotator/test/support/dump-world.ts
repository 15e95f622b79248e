// Dumps the database after a run, without the times and attempts, which may differ between runs of the same story.

import type { Connection } from '@terrarium/kernel/open-database';

const queries = {
  step: `SELECT id, conversation_id, scene_id, kind, json_remove(unpack_text(payload), '$.record.seconds') payload FROM step ORDER BY id`,
  message: 'SELECT *, unpack_text(wire) wire FROM message ORDER BY sequence',
  fold: `SELECT id, conversation_id, step_id, after_sequence, kept, preamble_id, cumulative_id, chunk_ids, scenes_trimmed,
    reasoning_trimmed_through, replies_cut_through, tiers, tokens_before, tokens_after, turns_removed FROM fold ORDER BY id`,
  summary: 'SELECT *, unpack_text(body) body FROM summary ORDER BY id',
  snapshot: `SELECT id, type, step_id, revision_id, fold_id, sequence, scene_id, entry_count, tokens, note FROM snapshot
    WHERE note = '' ORDER BY id`,
  scene: `SELECT id, corpus, thread_id, scene_index, status, is_indexed, calls, prompt_tokens, cached_tokens, output_tokens,
    last_error FROM scene ORDER BY id`,
  progress: 'SELECT last_post_id, posts_processed, entries_created, entries_updated FROM progress',
  entry: `SELECT id, term, aliases, definition, status, tags, first_post, last_post, revision FROM entry ORDER BY id`,
  evidence: 'SELECT * FROM evidence ORDER BY entry_id, ordinal',
  change: `SELECT id, entry_id, corpus, thread, post, step_id, author, model, prompt_version, reason FROM change ORDER BY id`,
  revision: 'SELECT * FROM revision ORDER BY id',
  mention: 'SELECT * FROM mention ORDER BY entry_id, part_id',
  summon: 'SELECT id, snapshot_id, step_id, model FROM summon ORDER BY id',
  summon_message: 'SELECT id, summon_id, step_id, unpack_text(wire) wire FROM summon_message ORDER BY id',
  summon_end: 'SELECT summon_id, step_id, summary FROM summon_end ORDER BY summon_id',
  candidate: 'SELECT * FROM candidate ORDER BY id',
  curator_decision: 'SELECT * FROM curator_decision ORDER BY id',
} as const;

type Row = Readonly<Record<string, unknown>>;

export type WorldDump = Readonly<Record<keyof typeof queries, readonly Row[]>>;

export function dumpWorld(connection: Connection): WorldDump {
  const entries = Object.entries(queries).map(([table, sql]) => [
    table,
    connection.prepare<[], Row>(sql).all(),
  ]);
  return Object.fromEntries(entries) as WorldDump;
}
