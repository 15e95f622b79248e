// Copies the records that another database had up to a snapshot, and rebuilds the rows that follow from them.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Snapshot } from '../journal/snapshot-store.ts';

/** For each table: which rows belong to the moment. Everything else is rebuilt from these rows. */
const copied: Readonly<Record<string, string>> = {
  planned_corpus: 'true',
  preamble: 'true',
  conversation: `purpose = 'reading' OR id IN (SELECT conversation_id FROM origin.step WHERE id <= :stepId)`,
  step: 'id <= :stepId',
  message: 'step_id <= :stepId',
  fold: 'coalesce(step_id, 0) <= :stepId',
  summary: `id IN (
    SELECT cumulative_id FROM origin.fold WHERE coalesce(step_id, 0) <= :stepId
    UNION SELECT value FROM origin.fold, json_each(chunk_ids) WHERE coalesce(step_id, 0) <= :stepId)`,
  snapshot: 'id <= :id',
  change: 'id <= :revisionId',
  revision: 'id <= :revisionId',
  correction: 'revision_id <= :revisionId',
  kept_apart: 'iif(step_id IS NULL, at <= :createdAt, step_id <= :stepId)',
  curator_decision: 'step_id <= :stepId',
  proposal: 'iif(step_id IS NULL, at <= :createdAt, step_id <= :stepId)',
  // Differences in the stories are copied even if they were noticed after the snapshot, because the branch gets the
  // stories in their present form.
  planned_posts: 'true',
  corpus_difference: 'true',
  held_change: 'id <= :heldChangeId',
  held_meaning: 'held_change_id <= :heldChangeId',
  summon: 'step_id <= :stepId',
  summon_message: 'step_id <= :stepId',
  summon_end: 'step_id <= :stepId',
};

/** Tables that are rebuilt, and not copied. */
export const madeAnew: readonly string[] = [
  'run',
  'progress',
  'scene',
  'entry',
  'evidence',
  'relation',
  'surface',
  'mention',
  'mention_sum',
  'mention_recount',
  'read_part',
  'read_words',
  'candidate',
  'entry_words',
  'entry_trigrams',
  'record_seal',
];

export const copiedTables: readonly string[] = Object.keys(copied);

const scenes = `INSERT INTO scene (id, corpus, thread_id, scene_index, first_post_id, last_post_id, post_count, span_start,
    span_end, is_thread_start, is_thread_end)
  SELECT id, corpus, thread_id, scene_index, first_post_id, last_post_id, post_count, span_start, span_end,
    is_thread_start, is_thread_end FROM origin.scene`;

/** A run that was in progress at the snapshot has no end yet. */
const runs = `INSERT INTO run (id, started_at, updated_at, ended_at, outcome, model, prompt_version, context_budget)
  SELECT id, started_at, min(updated_at, :createdAt), iif(ended_at < :createdAt, ended_at, NULL),
    iif(ended_at < :createdAt, outcome, NULL), model, prompt_version, context_budget
  FROM origin.run WHERE started_at <= :createdAt`;

/**
 * Restores the status of scenes from the steps; a scene that is being read again keeps its status until it is closed.
 */
const statuses = `UPDATE scene SET attempts = told.attempts, last_error = told.last_error, status = coalesce(told.status, 'running')
  FROM (
    SELECT scene_id, sum(step.kind = 'scene-opened') attempts,
      (SELECT iif(purpose = 'retry' AND unpack_text(payload) ->> 'status' = 'skipped', 'failed', unpack_text(payload) ->> 'status')
       FROM step closing JOIN conversation ON conversation.id = closing.conversation_id
       WHERE closing.scene_id = step.scene_id AND closing.kind = 'scene-closed' ORDER BY closing.id DESC LIMIT 1) status,
      (SELECT iif(kind = 'scene-closed', nullif(unpack_text(payload) ->> 'reason', ''), NULL)
       FROM step newest WHERE newest.scene_id = step.scene_id AND newest.kind IN ('scene-opened', 'scene-closed')
       ORDER BY newest.id DESC LIMIT 1) last_error
    FROM step WHERE step.kind = 'scene-opened' OR step.kind = 'scene-closed' GROUP BY scene_id
  ) AS told WHERE told.scene_id = scene.id`;

const costs = `UPDATE scene SET calls = told.calls, prompt_tokens = told.prompt, cached_tokens = told.cached,
    output_tokens = told.output, seconds = told.seconds
  FROM (
    SELECT scene_id, count(*) calls, sum(iif(typeof(prompt) = 'integer', prompt, 0)) prompt,
      iif(sum(typeof(cached) <> 'integer') > 0, NULL, sum(cached)) cached,
      sum(iif(typeof(output) = 'integer', output, 0)) output, sum(seconds) seconds
    FROM (
      SELECT scene_id, json ->> '$.usage.promptTokens' prompt, json ->> '$.usage.cachedTokens' cached,
        json ->> '$.usage.outputTokens' output, json ->> '$.seconds' seconds
      FROM (SELECT scene_id, unpack_text(payload) -> 'record' json FROM step)
      WHERE json IS NOT NULL
    ) GROUP BY scene_id
  ) AS told WHERE told.scene_id = scene.id`;

const indexed = `UPDATE scene SET is_indexed = 1 WHERE EXISTS (
  SELECT 1 FROM read_part WHERE read_part.corpus = scene.corpus AND read_part.post = scene.last_post_id
    AND read_part.start_at = coalesce(scene.span_start, 0))`;

const closedInReading = `SELECT step.id, step.scene_id FROM step JOIN conversation ON conversation.id = conversation_id
  WHERE kind = 'scene-closed' AND purpose = 'reading'`;

const totals = `UPDATE progress SET current_snapshot_id = :id,
    posts_processed = (SELECT coalesce(sum(post_count), 0) FROM scene JOIN (${closedInReading}) closed ON closed.scene_id = scene.id),
    entries_created = (SELECT coalesce(sum(json_array_length(unpack_text(payload), '$.created')), 0) FROM step
      WHERE kind = 'call-answered'),
    entries_updated = (SELECT coalesce(sum(json_array_length(unpack_text(payload), '$.updated')), 0) FROM step
      WHERE kind = 'call-answered')`;

const position = `UPDATE progress SET last_corpus = corpus, last_thread_id = thread_id, last_post_id = scene.last_post_id
  FROM scene WHERE scene.id = (SELECT scene_id FROM (${closedInReading}) ORDER BY id DESC LIMIT 1)`;

/** Ids are never reused, not even those of deleted entries. */
const entryIds = `UPDATE sqlite_sequence SET seq = max(seq, (SELECT max(entry_id) FROM revision)) WHERE name = 'entry'`;

export interface BranchStore {
  /** Copies the records up to the snapshot. After it, rebuild the other tables and then call `finish`. */
  copyRecords(): void;
  /** Restores the ledger and the totals. Call it after the records are copied and the parts rebuilt. */
  finish(): void;
  close(): void;
}

/** Prepares to copy the records of another database, up to one of its snapshots, into a fresh database. */
export function openBranchStore(target: Connection, originPath: string, snapshot: Snapshot): BranchStore {
  target.prepare('ATTACH ? AS origin').run(originPath);
  const { id, stepId, revisionId, createdAt, heldChangeId = 0 } = snapshot;
  const values = { id, stepId, revisionId, createdAt, heldChangeId };
  const run = (sql: string) => {
    const named = Object.entries(values).filter(([name]) => sql.includes(`:${name}`));
    target.prepare(sql).run(Object.fromEntries(named));
  };
  return {
    copyRecords() {
      target.pragma('defer_foreign_keys = ON');
      run(scenes);
      run(runs);
      for (const [table, belongs] of Object.entries(copied)) {
        run(`INSERT INTO ${table} SELECT * FROM origin.${table} WHERE ${belongs} ORDER BY 1`);
      }
    },
    finish() {
      for (const sql of [statuses, costs, indexed, totals, position, entryIds]) run(sql);
    },
    close() {
      target.exec('DETACH origin');
    },
  };
}
