// Sealed tables: lists the tables of rpg.db whose rows have seals; verification rebuilds the derived tables from them.

import type { SealedTable } from '@terrarium/kernel/seal-record';

const action = ['tool', 'arguments', 'by', 'answer', 'is_ok', 'patches', 'outcome'];

export const sealedTables: readonly SealedTable[] = [
  { table: 'manifests', key: ['hash'], columns: ['id', 'name', 'version', 'json', 'origin'] },
  {
    table: 'sessions',
    key: ['id'],
    columns: ['name', 'manifest_hash', 'seed', 'created_at_ms', 'head'],
  },
  {
    table: 'turn',
    key: ['id'],
    columns: [
      'session_id',
      'parent',
      'number',
      'words',
      'narrative',
      'suggestions',
      'state_hash',
      'is_aside',
      'at_ms',
    ],
    isChain: true,
  },
  { table: 'event', key: ['turn_id', 'position'], columns: action },
  {
    table: 'roll',
    key: ['turn_id', 'roll_index'],
    columns: ['expression', 'total', 'target', 'outcome', 'reason', 'asked_by', 'roll'],
  },
  {
    table: 'head_move',
    key: ['id'],
    columns: ['session_id', 'from_turn', 'to_turn', 'reason', 'at_ms'],
    isChain: true,
  },
  { table: 'branch', key: ['session_id', 'name'], columns: ['turn_id'] },
  {
    table: 'memories',
    key: ['id'],
    columns: [
      'session_id',
      'key',
      'kind',
      'content',
      'tags',
      'importance',
      'source',
      'turn_number',
      'position',
      'json',
    ],
    isCounted: true,
  },
  { table: 'turn_metadata', key: ['turn_id'], columns: ['summary', 'tags', 'importance', 'lore'] },
  { table: 'turn_prompt', key: ['turn_id', 'position'], columns: ['model', 'version'] },
  { table: 'story_so_far', key: ['turn_id'], columns: ['text', 'model', 'version', 'at_ms'] },
  { table: 'turn_mark', key: ['turn_id', 'position'], columns: ['kind', 'quote', 'says'] },
  { table: 'draft', key: ['session_id'], columns: ['parent', 'words', 'is_aside', 'at_ms'] },
  { table: 'draft_action', key: ['session_id', 'position'], columns: action },
  { table: 'draft_reply', key: ['session_id', 'position'], columns: ['reply'] },
  { table: 'unanswered', key: ['id'], columns: ['session_id', 'parent', 'words', 'at_ms'] },
  { table: 'text_embedder', key: ['id'], columns: ['name', 'dimensions'] },
  { table: 'text_vector', key: ['embedder_id', 'place'], columns: ['vector'] },
  { table: 'session_settings', key: ['session_id'], columns: ['json'] },
  { table: 'session_zero', key: ['name'], columns: ['json', 'changed_at_ms'] },
  { table: 'rulebook_reply', key: ['id'], columns: ['part_hash', 'model', 'reply', 'at_ms'] },
  { table: 'game_event', key: ['session_id', 'sequence'], columns: ['kind', 'move_id', 'json'] },
  { table: 'vector_change', key: ['rowid'], columns: ['count'] },
];
