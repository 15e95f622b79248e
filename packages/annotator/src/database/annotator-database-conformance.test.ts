// Checks that the annotator's database does what every store of ours must do.

import { type AppendOnlyTable, describeStore } from '@terrarium/kernel/testing/store-conformance';
import { vectorTables } from '@terrarium/kernel/vectors';
import { expect, it } from 'vitest';
import { vectorMigrations } from '../meaning/entry-vector-store.ts';
import { functions, openAnnotatorDatabase, readMigrations } from './open-annotator-database.ts';

/** Rows to which the rows of other tables refer. */
const ground = `
  INSERT OR IGNORE INTO scene (id, corpus, thread_id, scene_index, first_post_id, last_post_id, post_count, is_thread_start,
    is_thread_end) VALUES (1, 'main', 1, 0, 1, 1, 1, 1, 1);
  INSERT OR IGNORE INTO conversation (id, purpose, created_at) VALUES (1, 'reading', '2026');
  INSERT OR IGNORE INTO preamble (id, version, instructions, tools) VALUES (1, 'v', 'Read.', '[]');
  INSERT OR IGNORE INTO step (id, conversation_id, scene_id, kind, payload, at) VALUES (1, 1, 1, 'scene-opened', '{}', '2026');
`;

const madeChange = `INSERT INTO change (id, entry_id, corpus, thread, post, author, at)
  VALUES (1, 1, 'main', 1, 1, 'agent', '2026');`;

const appendOnly: readonly AppendOnlyTable[] = [
  { table: 'step', column: 'payload', fill: ground },
  {
    table: 'message',
    column: 'wire',
    fill: `${ground} INSERT INTO message (conversation_id, step_id, scene_id, wire, tokens, shown) VALUES (1, 1, 1, '{}', 1, '[]');`,
  },
  {
    table: 'fold',
    column: 'kept',
    fill: `${ground} INSERT INTO fold (conversation_id, step_id, after_sequence, kept, preamble_id, chunk_ids, scenes_trimmed,
      reasoning_trimmed_through, replies_cut_through, tiers, tokens_before, tokens_after, turns_removed, milliseconds)
      VALUES (1, 1, 0, '[]', 1, '[]', 0, 0, 0, '[]', 0, 0, 0, 0);`,
  },
  {
    table: 'summary',
    column: 'body',
    fill: `INSERT INTO summary (kind, entry_ids, origin, body) VALUES ('cumulative', '[]', 'model', 'So far.');`,
  },
  {
    table: 'snapshot',
    column: 'note',
    fill: `${ground} INSERT INTO snapshot (type, step_id, revision_id, fold_id, sequence, scene_id, entry_count, tokens, note,
      created_at) VALUES ('checkpoint', 1, 0, 1, 0, 1, 0, 0, '', '2026');`,
  },
  {
    table: 'kept_apart',
    column: 'reason',
    fill: `INSERT INTO kept_apart (one, other, author, at) VALUES (1, 2, 'human', '2026');`,
  },
  { table: 'change', column: 'reason', fill: madeChange },
  {
    table: 'curator_decision',
    column: 'reason',
    fill: `${ground} INSERT INTO curator_decision (step_id, entry_id, term, outcome, reason) VALUES (1, 1, 'Soma', 'CONFIRM', '');`,
  },
  {
    table: 'revision',
    column: 'new',
    fill: `${madeChange} INSERT INTO revision (entry_id, change_id, field) VALUES (1, 1, 'term');`,
  },
];

describeStore({
  title: 'the glossary',
  migrations: readMigrations(),
  functions,
  open: (path) => openAnnotatorDatabase({ path }),
  appendOnly,
});

it('ME2: keeps vectors in the tables of the kernel, word for word', () => {
  expect(vectorMigrations.map(({ sql }) => sql).join('\n')).toContain(vectorTables);
});
