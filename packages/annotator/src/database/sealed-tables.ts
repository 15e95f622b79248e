// Sealed tables: the tables whose rows each have a seal; the other tables can be rebuilt from these and the story.

import type { SealedTable } from '@terrarium/kernel/seal-record';

/** A table whose rows are only appended, with rising ids. */
function buildAppendedTable(table: string, columns: string, key = 'id'): SealedTable {
  return { table, key: [key], columns: columns.split(' '), isChain: true };
}

/** A table whose rows may change or be deleted. */
function buildChangingTable(table: string, columns: string, key = 'id'): SealedTable {
  return { table, key: key.split(' '), columns: columns.split(' ') };
}

export const sealedTables: readonly SealedTable[] = [
  buildAppendedTable('change', 'entry_id corpus thread post step_id author model prompt_version reason at'),
  buildAppendedTable('revision', 'entry_id change_id field new'),
  buildAppendedTable('correction', 'scene_id', 'revision_id'),
  buildAppendedTable('step', 'conversation_id scene_id kind payload at'),
  buildAppendedTable('message', 'conversation_id step_id scene_id wire tokens shown', 'sequence'),
  buildAppendedTable(
    'fold',
    'conversation_id step_id after_sequence kept preamble_id cumulative_id chunk_ids scenes_trimmed reasoning_trimmed_through replies_cut_through tiers tokens_before tokens_after turns_removed milliseconds',
  ),
  buildAppendedTable(
    'summary',
    'kind corpus thread_id chunk_index first_scene last_scene entry_ids origin body',
  ),
  buildAppendedTable(
    'snapshot',
    'type step_id revision_id fold_id sequence scene_id entry_count tokens note created_at read_part_id held_change_id',
  ),
  buildAppendedTable('curator_decision', 'step_id entry_id term outcome target_id reason'),
  buildAppendedTable('held_change', 'candidate_id surface is_held'),
  buildAppendedTable('held_meaning', 'part_id definition evidence', 'held_change_id'),
  buildAppendedTable('summon', 'snapshot_id step_id model created_at'),
  buildAppendedTable('summon_message', 'summon_id step_id wire at'),
  buildAppendedTable('proposal', 'entry_id step_id author field value reason at'),
  buildAppendedTable('corpus_difference', 'corpus post kind digest at'),
  buildAppendedTable('read_part', 'corpus thread post start_at end_at posts_total words_total'),
  buildAppendedTable('preamble', 'version instructions tools'),
  buildChangingTable('conversation', 'purpose scene_id forked_before created_at'),
  buildChangingTable('summon_end', 'step_id summary at', 'summon_id'),
  buildChangingTable('kept_apart', 'step_id author reason at', 'one other'),
  buildChangingTable('candidate', 'surface normal mentions posts first_part last_part'),
  buildChangingTable('planned_corpus', 'fingerprint scene_count post_count file_stamp', 'corpus'),
  buildChangingTable('planned_posts', 'digests', 'scene_id'),
  buildChangingTable(
    'scene',
    'corpus thread_id scene_index first_post_id last_post_id post_count span_start span_end is_thread_start is_thread_end status is_indexed attempts calls prompt_tokens cached_tokens output_tokens seconds last_error',
  ),
  buildChangingTable('run', 'started_at updated_at ended_at outcome model prompt_version context_budget'),
  buildChangingTable(
    'progress',
    'last_corpus last_thread_id last_post_id current_snapshot_id posts_processed entries_created entries_updated',
  ),
];
