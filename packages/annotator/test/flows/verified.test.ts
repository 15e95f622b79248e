// Proves that verification accepts the result of a reading, and reports each planted corruption.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editEntry } from '../../src/edit/edit-glossary.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { buildLongStory } from '../support/long-story.ts';
import { readSampleWorld } from '../support/sample-world.ts';
import { buildSmallWorld } from '../support/small-world.ts';
import { buildStoryModel } from '../support/story-model.ts';

const world = buildSmallWorld(buildLongStory(2, 10));
const settings = { contextBudget: 6_000, curates: true };
beforeAll(async () => {
  const { run, connection } = world.open(buildStoryModel(), { settings });
  await runStates(run);
  connection.close();
});
afterAll(() => world.remove());

let copies = 0;

/** Opens a copy of the world that was read once. */
function openCopy(): Annotator {
  copies += 1;
  const databasePath = join(world.folder, `copy-${copies}.db`);
  copyFileSync(join(world.folder, 'annotator.db'), databasePath);
  const { run, connection } = world.open(buildStoryModel(), { settings, databasePath });
  return {
    world: { title: 'A small story', corpora: [] } as unknown as Annotator['world'],
    connection,
    corpora: run.corpora,
    stores: run.stores,
    close: () => connection.close(),
  };
}

/** Each corruption breaks one thing, after dropping the triggers and foreign keys that would prevent this. */
const corruptions: Readonly<Record<string, (connection: Connection) => void>> = {
  'a scene silently uncommitted': (db) => void db.exec(`UPDATE scene SET status = 'pending' WHERE id = 3`),
  'a scene silently committed': (db) => {
    db.exec(`INSERT INTO scene (corpus, thread_id, scene_index, first_post_id, last_post_id, post_count, is_thread_start,
      is_thread_end, status, is_indexed) VALUES ('main', 9, 0, 1, 1, 1, 1, 1, 'committed', 1)`);
  },
  'a lost step': (db) => {
    db.pragma('foreign_keys = OFF');
    db.exec('DROP TRIGGER step_is_append_only_delete');
    db.exec(`DELETE FROM step WHERE kind = 'call-answered' AND id > 10`);
  },
  'totals that count what is not there': (db) =>
    void db.exec('UPDATE progress SET entries_created = entries_created + 1'),
  'posts counted twice': (db) => void db.exec('UPDATE progress SET posts_processed = posts_processed + 5'),
  'a rewritten answer': (db) => {
    db.exec('DROP TRIGGER step_is_append_only_update');
    db.exec(
      `UPDATE step SET payload = json_set(unpack_text(payload), '$.created', json('[99]')) WHERE kind = 'call-answered'`,
    );
  },
  'a lost tool message': (db) => {
    db.exec('DROP TRIGGER message_is_append_only_delete');
    db.exec(`DELETE FROM message WHERE json_extract(unpack_text(wire), '$.role') = 'tool'`);
  },
  'a fold that keeps what came later': (db) => {
    db.exec('DROP TRIGGER fold_is_append_only_update');
    db.exec(`UPDATE fold SET kept = '[{"from":1,"to":99999}]' WHERE id = 2`);
  },
  'a bookmark into nothing': (db) => {
    db.exec('DROP TRIGGER snapshot_is_append_only_update');
    db.exec('UPDATE snapshot SET sequence = 99999 WHERE id = 1');
  },
  'a moved quote': (db) => void db.exec('UPDATE evidence SET start_at = start_at + 1, end_at = end_at + 1'),
  'an invented quote': (db) => void db.exec(`UPDATE evidence SET quote = 'Never written.'`),
  'an entry without evidence': (db) => void db.exec('DELETE FROM evidence WHERE entry_id = 1'),
  'a definition nobody wrote': (db) => void db.exec(`UPDATE entry SET definition = 'Made up.' WHERE id = 2`),
  'a miscounted mention': (db) => void db.exec('UPDATE mention SET mentions = mentions + 1'),
  'a lost revision': (db) => {
    db.exec('DROP TRIGGER revision_is_never_deleted');
    db.exec(`DELETE FROM revision WHERE field = 'definition' AND entry_id = 2`);
  },
  'an unguarded journal': (db) => void db.exec('DROP TRIGGER step_is_append_only_update'),
  'a rule of a table that reads otherwise': (db) => {
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    db.exec(
      `UPDATE sqlite_schema SET sql = replace(sql, '''REJECT''', '''REJEKT''') WHERE name = 'curator_decision'`,
    );
    db.unsafeMode(false);
  },
  'a counter of steps that is off': (db) =>
    void db.exec(`UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'step'`),
  'a decision nobody took': (db) => {
    db.exec('DROP TRIGGER curator_decision_is_append_only_update');
    db.exec(`UPDATE curator_decision SET outcome = 'REJECT' WHERE outcome <> 'REJECT'`);
  },
  'a changed corpus plan': (db) => void db.exec(`UPDATE planned_corpus SET fingerprint = 'another'`),
};

describe('verify', () => {
  it('RN4: finds nothing wrong with what a reading left', () => {
    const annotator = openCopy();
    expect(verifyAnnotator(annotator).problems).toEqual([]);
    annotator.close();
  });

  it('CU6: finds a decision about which step, list and revisions disagree', () => {
    const annotator = openCopy();
    corruptions['a decision nobody took']?.(annotator.connection);
    expect(verifyAnnotator(annotator).problems).toContainEqual(expect.objectContaining({ code: 'CU6' }));
    annotator.close();
  });

  it('CU6: accepts a person’s change of status after an entry was confirmed again', async () => {
    const sample = await readSampleWorld();
    const { annotator } = sample;
    const { glossary, curation } = annotator.stores;
    const again = curation
      .list()
      .filter(
        ({ outcome, stepId }) => outcome === 'CONFIRM' && glossary.readChangesOfStep(stepId).length === 0,
      );
    expect(again).not.toEqual([]);
    for (const { entryId } of again) {
      for (const status of ['tentative', 'confirmed', 'tentative'] as const) {
        editEntry(annotator, { id: entryId, reason: undefined }, { status });
        expect(verifyAnnotator(annotator).problems).toEqual([]);
      }
    }
    sample.remove();
  });

  it.each(Object.keys(corruptions))('RN4: finds %s', (name) => {
    const annotator = openCopy();
    corruptions[name]?.(annotator.connection);
    expect(verifyAnnotator(annotator).problems).not.toEqual([]);
    annotator.close();
  });
});
