// Sealed tables: which tables of a memory have a seal for each row; the others can be made again from those.

import type { SealedTable } from '@terrarium/kernel/sealed-table';

/** The tags of an event as one text, as `renderTags` of the event store has it. */
const tagsText = `(SELECT group_concat(position || ' ' || tag || ' ' || start || ' ' || length, ';' ORDER BY position)
  FROM event_tag WHERE event_id = row.id)`;

export const sealedTables: readonly SealedTable[] = [
  {
    table: 'event',
    key: ['id'],
    columns: [
      ...['side', 'voice', 'text', 'at_ms', 'story_at_ms', 'turn', 'is_shown', 'is_parroted'],
      ...['image_path', 'origin', 'origin_key', 'tags_seal'],
    ],
    isChain: true,
    isOwn: true,
    parts: { table: 'event_tag', column: 'tags_seal', text: tagsText },
  },
  {
    table: 'working_memory',
    key: ['id'],
    columns: [
      ...['kind', 'content', 'normal_form', 'subject', 'event_id', 'status', 'created_at_ms', 'created_turn'],
      ...['refreshed_at_ms', 'refreshed_turn', 'due_at_ms', 'due_words', 'is_kept'],
    ],
    isOwn: true,
    note: '(SELECT max(id) FROM item_change WHERE item_id = row.id)',
  },
  {
    table: 'item_change',
    key: ['id'],
    columns: [
      ...['item_id', 'change', 'from_status', 'to_status', 'before', 'event_id', 'run_id', 'because'],
      ...['at_ms', 'turn'],
    ],
    isChain: true,
    isOwn: true,
  },
  {
    table: 'fragment',
    key: ['id'],
    columns: ['key', 'ambient', 'recognition', 'inventory', 'version', 'created_at_ms', 'updated_at_ms'],
    isCounted: true,
  },
  { table: 'fragment_source', key: ['fragment_id', 'event_id'], columns: [] },
  { table: 'edge', key: ['from_id', 'to_id'], columns: ['label'] },
  { table: 'working_memory_ref', key: ['item_id', 'fragment_id'], columns: [] },
  { table: 'text_embedder', key: ['id'], columns: ['name', 'dimensions'] },
  { table: 'text_vector', key: ['embedder_id', 'place'], columns: ['vector'] },
  {
    table: 'wake',
    key: ['id'],
    columns: ['at_ms', 'turn', 'event_id', 'tokens', 'ledger'],
    isChain: true,
  },
  { table: 'wake_words', key: ['wake_id'], columns: ['words'] },
  { table: 'recalled_fragment', key: ['key'], columns: ['turn', 'at_ms'] },
  {
    table: 'maintenance_run',
    key: ['id'],
    columns: [
      ...['kind', 'writer', 'status', 'after_event_id', 'up_to_event_id', 'started_at_ms', 'ended_at_ms'],
    ],
    isCounted: true,
  },
  {
    table: 'maintenance_batch',
    key: ['run_id', 'position'],
    columns: ['events_done', 'fragments_done', 'operations', 'refusals', 'reply'],
  },
  {
    table: 'maintenance_change',
    key: ['run_id', 'position'],
    columns: ['thing', 'name', 'before', 'after', 'because'],
  },
  {
    table: 'flag',
    key: ['id'],
    columns: ['text', 'events', 'made_at_ms', 'settled_at_ms'],
    isCounted: true,
  },
  {
    table: 'ambient_write',
    key: ['id'],
    columns: ['run_id', 'is_revert', 'former', 'text', 'because', 'written_at_ms'],
    isCounted: true,
  },
  { table: 'tag_pass', key: ['event_id'], columns: ['model', 'reply', 'at_ms'] },
  { table: 'batch_prompt', key: ['run_id', 'position'], columns: ['version'] },
  { table: 'tag_pass_prompt', key: ['event_id'], columns: ['version'] },
];
