// Kinds of broken worlds: what can be wrong with a world or one of its databases, and how a test brings that about.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Breaks the world in the given folder. To make a link, it writes a file `outside` beside the world. */
export type BreakWorld = (world: string) => void;

export interface BrokenKind {
  readonly breakIt: BreakWorld;
  /** Whether every command must refuse the world and only say what is wrong. */
  readonly isRefused: boolean;
}

/** A kind that every command refuses. */
const refused = (breakIt: BreakWorld): BrokenKind => ({ breakIt, isRefused: true });
/** A kind with which some commands still work. */
const usable = (breakIt: BreakWorld): BrokenKind => ({ breakIt, isRefused: false });

const put = (name: string, text: string) => (world: string) => writeFileSync(join(world, name), text);

function putFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
}

function putFileFor(folder: string): BreakWorld {
  return (world) => {
    rmSync(join(world, folder), { recursive: true, force: true });
    writeFileSync(join(world, folder), 'a file');
  };
}

/**
 * Kinds in which something is wrong with the world itself: its folder, its description, its settings, its
 * stories.
 */
export const worldKinds: Readonly<Record<string, BrokenKind>> = {
  'is not there': usable((world) => rmSync(world, { recursive: true })),
  'is an empty folder': usable(putFolder),
  'is a folder of something else': usable((world) => {
    putFolder(world);
    put('letter.txt', 'Dear aunt')(world);
  }),
  'is a file': usable((world) => {
    rmSync(world, { recursive: true });
    writeFileSync(world, 'a file');
  }),
  'has no world.json any more': refused((world) => rmSync(join(world, 'world.json'))),
  'has a world.json that is no JSON': refused((world) => truncateSync(join(world, 'world.json'), 30)),
  'has a world.json that lists no stories': refused(put('world.json', '{"format": 1, "title": "x"}')),
  'has a world.json of a newer version': refused(put('world.json', '{"format": 7}')),
  'has lost its stories': usable((world) => rmSync(join(world, 'corpora'), { recursive: true })),
  'has a story with garbage in its pages': usable(garble('corpora/story.db')),
  'has settings that are wrong': usable(put('terrarium.yaml', 'temprature: 0.4\nretries: {attempts: 0}\n')),
  'has settings that are no YAML': usable(put('terrarium.yaml', 'model: [openai:x\n')),
  'has a folder in the place of its settings': usable((world) => putFolder(join(world, 'terrarium.yaml'))),
  'has settings behind a link': usable(link('terrarium.yaml')),
  'has a file where its logs belong': usable(putFileFor('logs')),
  'has a file where its exports belong': usable(putFileFor('exports')),
  'has a list of its databases that cannot be read': usable(put('stores.json', '{"stores": 7}')),
};

/**
 * Kinds in which something is wrong with one of the world's databases. `changes` is a statement that changes
 * a stored row.
 */
export function buildDatabaseKinds(
  name: string,
  changes: string,
  older: BreakWorld,
): Readonly<Record<string, BrokenKind>> {
  return {
    'is gone': refused((world) => removeDatabase(world, name)),
    'is empty': refused((world) => {
      removeDatabase(world, name);
      put(name, '')(world);
    }),
    'is no database': refused(put(name, 'Once upon a time.'.repeat(999))),
    'was cut off': refused((world) => truncateSync(join(world, name), 20_000)),
    'has garbage in its pages': refused(garble(name)),
    'has a changed row': usable((world) => runSql(join(world, name), changes)),
    'was written by a newer version': refused((world) =>
      runSql(join(world, name), 'PRAGMA user_version = 99'),
    ),
    'was written by an older version': usable(older),
    'has a trigger of a stranger': refused((world) =>
      runSql(
        join(world, name),
        'CREATE TRIGGER spy AFTER INSERT ON record_seal BEGIN DELETE FROM record_seal; END',
      ),
    ),
    'is a folder': refused((world) => {
      removeDatabase(world, name);
      mkdirSync(join(world, name));
    }),
    'is a link': refused((world) => {
      removeDatabase(world, name);
      link(name)(world);
    }),
  };
}

function removeDatabase(world: string, name: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(join(world, name + ending), { force: true });
}

function garble(name: string): BreakWorld {
  return (world) => {
    const path = join(world, name);
    writeFileSync(path, readFileSync(path).fill(0xa5, 4_096));
  };
}

function link(name: string): BreakWorld {
  return (world) => {
    const target = join(world, '..', 'outside');
    if (!existsSync(target)) writeFileSync(target, 'model: openai:theirs\n');
    symlinkSync(target, join(world, name));
  };
}

/** Runs SQL as no code of ours would: without a seal, and with the triggers that protect written rows switched off. */
function runSql(path: string, sql: string): void {
  const connection = new DatabaseSync(path, { defensive: false });
  const triggers = connection
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
    .map(({ name, sql: text }) => ({ name: String(name), text: String(text) }));
  for (const { name } of triggers) connection.exec(`DROP TRIGGER "${name}"`);
  connection.exec(sql);
  for (const { text } of triggers) connection.exec(text);
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  connection.close();
}

const fixture = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Puts a stored database of an older version in the place of the world's database. */
export function putOlder(name: string, path: string): BreakWorld {
  return (world) => {
    removeDatabase(world, name);
    writeFileSync(join(world, name), gunzipSync(readFileSync(fixture(path))));
  };
}

/** Puts a whole stored world of an older version in the place of the world. */
export function putOlderWorld(path: string): BreakWorld {
  return (world) => {
    rmSync(world, { recursive: true });
    cpSync(fixture(path), world, { recursive: true });
    for (const name of readdirSync(world, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.gz')) continue;
      const packed = join(world, name);
      writeFileSync(packed.replace(/\.gz$/u, ''), gunzipSync(readFileSync(packed)));
      rmSync(packed);
    }
  };
}
