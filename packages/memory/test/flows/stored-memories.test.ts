// Tests opening memories that earlier versions stored: they are copied, sealed and complete, and can be continued.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Connection, type Migrated, openDatabase } from '@terrarium/kernel/open-database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrations, openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import { exportMemory } from '../../src/export/export-memory.ts';
import { fillFacts } from '../../src/facts/store-told-facts.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { openMemory } from '../../src/open-memory.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { importWhole } from '../../src/whole/import-whole.ts';
import { findFactValue } from '../../src/working-memory/find-fact-value.ts';
import { openWorkingMemoryStore } from '../../src/working-memory/working-memory-store.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');
const newest = migrations.length;
/**
 * The first version whose memories are stored here: earlier versions could find nothing by its words, and none
 * of their memories is in use.
 */
const oldest = 3;
/** The first version with runs of maintenance and compiled fragments. */
const maintainedFrom = 5;

const versions = readdirSync(fixtures)
  .flatMap((name) => /^memory-v(\d+)\.sqlite\.gz$/.exec(name)?.[1] ?? [])
  .map(Number)
  .sort((one, other) => one - other);

/** The layouts for which a memory with messages set aside is stored. */
const asides = readdirSync(fixtures)
  .flatMap((name) => /^aside-v(\d+)\.sqlite\.gz$/.exec(name)?.[1] ?? [])
  .map(Number);

function unpack(version: number, kind = 'memory'): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-stored-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'memory.sqlite');
  writeFileSync(path, gunzipSync(readFileSync(join(fixtures, `${kind}-v${version}.sqlite.gz`))));
  return path;
}

function openStored(version: number, kind?: string) {
  const path = unpack(version, kind);
  const told: Migrated[] = [];
  const folder = join(path, '..');
  const memory = openMemory({
    database: path,
    ambientPath: join(folder, 'ambient.md'),
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    timeZone: 'UTC',
    onMigrated: (migrated) => told.push(migrated),
  });
  const connection = openMemoryDatabase({ path });
  onTestFinished(() => {
    memory.close();
    connection.close();
  });
  return { path, told, memory, connection };
}

/** Opens the database like a program that knows nothing of seals. */
function openAsStranger(path: string): Connection {
  const stranger = openDatabase({ path, title: 'the memory', migrations: [], schema: 'foreign' });
  onTestFinished(() => void stranger.close());
  return stranger;
}

const readTalk = (connection: Connection) =>
  connection.prepare('SELECT id, at_ms, turn, side, voice, text FROM event ORDER BY id').all();

describe('a memory of an earlier version', () => {
  it('DB4: is stored for every layout there was, this one included', () => {
    expect(asides).toContain(12);
    expect(versions).toEqual(Array.from({ length: newest - oldest + 1 }, (_, index) => index + oldest));
  });

  it.each(versions)(
    'DB4: of schema %i is copied, said to be, sound, and holds what was said',
    async (version) => {
      const { path, told, memory, connection } = openStored(version);
      const backupPath = `${path}.v${version}.backup`;
      expect(told).toEqual(version === newest ? [] : [{ from: version, to: newest, backupPath }]);
      expect(verifyMemory(connection).problems).toEqual([]);
      const before = openAsStranger(version === newest ? path : backupPath);
      expect(readTalk(connection)).toEqual(readTalk(before));
      expect(readTalk(connection)).toHaveLength(26);
      const [found] = await memory.search('lamp oil');
      expect(JSON.stringify(found)).toContain('the lamp oil is low');
      expect(memory.plans().map(({ content }) => content)).toEqual(['Ask Anna about Bergen']);
      expect(memory.recall('marlowe').text).toContain('I_walked_to_the_harbour');
      const lines = [
        ...exportMemory(connection, {
          format: 'jsonl',
          withSecrets: false,
          voices: exampleVoices,
          timeZone: 'UTC',
        }),
      ].join('');
      expect(lines).toContain('My sister Anna moved to Bergen in spring. Day 2.');
      expect(lines).not.toContain('xyzzy');
    },
  );

  it.each(asides)(
    'CR6: of schema %i keeps what was set aside there out of mind, and brings it back whole',
    async (version) => {
      const { memory, connection } = openStored(version, 'aside');
      expect(verifyMemory(connection).problems).toEqual([]);
      const kept = memory.searchItems('kettle linz').map(({ excerpt, status }) => [excerpt, status]);
      expect(kept).toContainEqual(['the kettle', 'active']);
      const wake = JSON.stringify(await memory.wake({ isPreview: true }));
      expect(wake).toContain('The second answer.');
      expect(wake).not.toMatch(/Linz|first answer|curious/u);
      expect(memory.plans()).toEqual([]);
      expect(memory.listTellings().map(({ isStanding }) => isStanding)).toEqual([false, true]);
      memory.restoreTelling(1);
      expect(JSON.stringify(await memory.wake({ isPreview: true }))).toContain('The first answer.');
      memory.undo();
      memory.redo(2);
      expect(memory.plans().map(({ content }) => content)).toEqual(['visit Linz']);
      expect(memory.searchItems('kettle').map(({ status }) => status)).toEqual(['dropped']);
      expect(verifyMemory(connection).problems).toEqual([]);
    },
  );

  it.each(versions)(
    'FP5: of schema %i has the facts that were told in it, each as it was told',
    (version) => {
      const { connection } = openStored(version);
      const held = openWorkingMemoryStore(connection).readActiveOf('fact');
      expect(held.map((item) => [item.subject, findFactValue(item)])).toEqual([
        ['user/sister:home', 'Bergen'],
        ['user/sister:name', 'Anna'],
      ]);
      expect(held[0]?.content).toBe('My sister Anna moved to Bergen in spring.');
    },
  );

  it.each(versions)(
    'DB1: of schema %i gets its seals on the way: a row that is changed then is named',
    (version) => {
      const { path, connection } = openStored(version);
      const unsealed = 'SELECT count(*) FROM event WHERE seal IS NULL';
      expect(connection.prepare(unsealed).pluck().get()).toBe(0);
      const stranger = openAsStranger(path);
      const trigger = stranger
        .prepare("SELECT sql FROM sqlite_schema WHERE name = 'event_stays'")
        .pluck()
        .get();
      stranger.exec('DROP TRIGGER event_stays');
      stranger.exec("UPDATE event SET text = replace(text, 'Bergen', 'Oslo') WHERE id = 3");
      stranger.exec(String(trigger));
      const named = verifyMemory(connection).problems.flatMap(({ rows }) => rows);
      expect(named).toContainEqual(expect.objectContaining({ table: 'event', row: '3' }));
    },
  );

  it.each(versions)(
    'DB4: of schema %i goes on: it hears, wakes, is maintained and takes a run back',
    async (version) => {
      const { memory, connection } = openStored(version);
      const { turn } = memory.hear('Marlowe asked after the lamp oil by the pier.');
      memory.speak('<say>Marlowe asks every spring.</say><plan>Buy lamp oil</plan>');
      expect((await memory.wake({ isPreview: true })).turn).toBe(turn);
      const { status, runId = 0 } = await memory.maintain({ kind: 'light' });
      expect(status).toBe('applied');
      expect(verifyMemory(connection).problems).toEqual([]);
      expect(memory.revert(runId).left).toEqual([]);
      if (version >= maintainedFrom) expect(memory.revert(3).left).toEqual([]);
      expect(verifyMemory(connection).problems).toEqual([]);
    },
  );

  it('TG13: is found by the words of a tag inside another, once its index of words was made anew', async () => {
    const { path, memory, connection } = openStored(newest);
    memory.speak('<say>I will <plan>varnish the rudder</plan> for you.</say>');
    // Makes the state left by a version that did not show the content of nested tags.
    for (const table of ['text_block', 'text_pending', 'text_term']) {
      connection.exec(`DELETE FROM ${table}`);
    }
    connection.exec("INSERT INTO stale_index (name) VALUES ('words')");
    memory.close();
    const again = openMemory({
      database: path,
      ambientPath: join(path, '..', 'ambient.md'),
      wakeContextPath: join(path, '..', 'wake-context.md'),
      wakeContextImagePath: join(path, '..', 'wake-context-image.md'),
      timeZone: 'UTC',
    });
    onTestFinished(() => again.close());
    expect(JSON.stringify(await again.search('varnish rudder'))).toContain('varnish the rudder for you');
    expect(verifyMemory(connection).problems).toEqual([]);
  });
});

const moved = readdirSync(fixtures).filter((name) => /^whole-v\d+\.jsonl\.gz$/u.test(name));

describe('whole memories that earlier versions exported', () => {
  it.each(moved)('WH6: %s moves into this version, sound and with all that was said', (name) => {
    const dir = mkdtempSync(join(tmpdir(), 'terrarium-stored-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const path = join(dir, 'whole.jsonl');
    writeFileSync(path, gunzipSync(readFileSync(join(fixtures, name))));
    const connection = openMemoryDatabase({ path: join(dir, 'memory.sqlite') });
    const { rows } = importWhole(connection, { path, dir, takeSettings: () => undefined });
    expect(rows).toMatchObject({ event: 26, maintenance_run: 3, wake: 2 });
    fillFacts(connection);
    expect(openWorkingMemoryStore(connection).readActiveOf('fact')).toHaveLength(2);
    expect(verifyMemory(connection).problems).toEqual([]);
    connection.close();
  });
});
