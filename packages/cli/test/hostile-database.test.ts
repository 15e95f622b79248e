// A stranger's world whose databases contain planted triggers, views or the like: none runs, and the person is told.

import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, smallStory } from './support/small-story.ts';

let folder: Folder;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run('import', 'story.jsonl');
  await run('annotate', 'run');
  await run('memory', 'chat', 'Hello there.');
  await runTerrarium(['play'], { cwd: folder.path, input: '/quit\n' });
});
afterAll(() => folder.remove());

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });

/** Runs SQL on the world's database as an attacker would: with every check of the driver off. */
function plant(name: string, file: string, sql: string): string {
  const world = join(folder.path, name);
  cpSync(join(folder.path, 'world'), world, { recursive: true });
  const path = join(world, file);
  const connection = new DatabaseSync(path, { defensive: false });
  connection.exec('PRAGMA writable_schema = ON');
  connection.exec(sql);
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
  connection.close();
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
  return path;
}

interface Planted {
  readonly file: string;
  readonly sql: string;
  readonly code: string;
  /** How the message to the person names the planted object. */
  readonly names: string;
  readonly commands: readonly string[];
}

const planted: Readonly<Record<string, Planted>> = {
  'a trigger in the glossary': {
    file: 'annotator.db',
    sql: 'CREATE TRIGGER spy AFTER INSERT ON run BEGIN DELETE FROM surface; END',
    code: 'store.foreign-objects',
    names: 'trigger spy',
    commands: [
      'annotate run',
      'annotate status',
      'annotate search Amara',
      'annotate export',
      'annotate verify',
    ],
  },
  'a table of the memory that is a view without an end': {
    file: 'memory.sqlite',
    sql: `ALTER TABLE fragment RENAME TO hidden; CREATE VIEW fragment AS
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n`,
    code: 'store.foreign-objects',
    names: 'table hidden',
    commands: ['memory chat Hello', 'memory recap', 'memory export'],
  },
  'a virtual table among the games': {
    file: 'rpg.db',
    sql: 'CREATE VIRTUAL TABLE spy USING fts5 (words)',
    code: 'store.foreign-objects',
    names: 'table spy',
    commands: ['play', 'play export --format story'],
  },
  'a rule of a table of the games that was rewritten': {
    file: 'rpg.db',
    sql: `UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ', CHECK (zeroblob(900000000) NOT NULL)) STRICT')
      WHERE name = 'draft'`,
    code: 'store.foreign-objects',
    names: 'table draft',
    commands: ['play'],
  },
  'posts that are worked out as they are read': {
    file: 'corpora/story.db',
    sql: 'ALTER TABLE post RENAME TO hidden; CREATE VIEW post AS SELECT * FROM hidden',
    code: 'corpus.computed',
    names: 'the view "post"',
    commands: ['annotate run', 'annotate status'],
  },
};

describe('a database of a stranger', () => {
  it.each(Object.entries(planted))('%s is named, and neither run nor written to', async (title, hostile) => {
    const { file, sql, code, names, commands } = hostile;
    const name = title.replaceAll(/\W+/gu, '-');
    const path = plant(name, file, sql);
    const before = readFileSync(path);
    for (const command of commands) {
      const said = await run(...command.split(' '), '--world', name);
      expect(said.error.replaceAll(/\s+/gu, ' '), command).toContain(names);
      expect(said.error, command).toContain(`[${code}]`);
      expect(said.exitCode, command).toBe(5);
    }
    const verified = await run('verify', '--world', name);
    expect(verified.exitCode).toBe(5);
    expect(verified.out).toContain(`[${code}]`);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
