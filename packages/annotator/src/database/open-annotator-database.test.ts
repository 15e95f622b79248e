// Tests that the annotator's database refuses tables and triggers of others, and any change to rows that are only ever appended.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@terrarium/kernel/open-database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderSchemaPage } from '../verify/schema-page-store.ts';
import { functions, openAnnotatorDatabase, readMigrations } from './open-annotator-database.ts';

/** Tables whose rows are appended and never changed. */
const appendOnlyTables = [
  'step',
  'message',
  'fold',
  'summary',
  'snapshot',
  'change',
  'revision',
  'curator_decision',
  'kept_apart',
  'held_change',
  'summon',
  'summon_message',
  'summon_end',
  'proposal',
  'corpus_difference',
];

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-database-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('openAnnotatorDatabase', () => {
  it('ST6: refuses anything in the schema that no step made, at its own and at an older version, and changes nothing', () => {
    const folder = makeFolder();
    for (const version of readMigrations().map((step) => step.version)) {
      const path = join(folder, `v${version}.db`);
      const migrations = readMigrations().slice(0, version);
      const connection = openDatabase({ path, title: 'the glossary', migrations, functions });
      connection.exec('CREATE TRIGGER spy AFTER INSERT ON entry BEGIN DELETE FROM entry; END');
      connection.close();
      const before = readFileSync(path);
      expect(() => openAnnotatorDatabase({ path })).toThrow(
        expect.objectContaining({
          code: 'store.foreign-objects',
          happened: expect.stringContaining('trigger spy'),
        }),
      );
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  it('holds glossary and journal in one file, whole', () => {
    const connection = openAnnotatorDatabase({ path: join(makeFolder(), 'annotator.db') });
    onTestFinished(() => void connection.close());
    const tables = connection
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all();
    expect(tables).toEqual(expect.arrayContaining(['entry', 'revision', 'read_part', 'step']));
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    for (const table of ['entry', 'revision', 'read_words', 'step'])
      expect(renderSchemaPage()).toContain(`### ${table}\n`);
  });

  it('lets nobody change or delete a row of an append-only table', () => {
    const connection = openAnnotatorDatabase({ path: ':memory:' });
    onTestFinished(() => void connection.close());
    const triggers = connection
      .prepare<[], { name: string; sql: string }>(
        `SELECT tbl_name name, sql FROM sqlite_schema WHERE type = 'trigger'`,
      )
      .all();
    const guarded = (verb: string) =>
      triggers.filter(({ sql }) => sql.toUpperCase().includes(`BEFORE ${verb} ON`)).map(({ name }) => name);
    expect(guarded('UPDATE')).toEqual(expect.arrayContaining([...appendOnlyTables]));
    expect(guarded('DELETE')).toEqual(expect.arrayContaining([...appendOnlyTables]));
  });

  it('takes the schema files in order, and none out of it', () => {
    expect(
      readMigrations()
        .map(({ version, name }) => [version, name])
        .slice(0, 2),
    ).toEqual([
      [1, 'glossary'],
      [2, 'journal'],
    ]);
    const folder = makeFolder();
    writeFileSync(join(folder, '0002-late.sql'), 'SELECT 1;');
    writeFileSync(join(folder, 'notes.sql'), 'SELECT 1;');
    expect(() => readMigrations(folder)).toThrow('not numbered one after the other');
  });
});
