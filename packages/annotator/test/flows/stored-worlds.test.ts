// Opens the worlds that earlier versions left half read, reads them to their end, and compares with a fresh reading.

import { fileURLToPath } from 'node:url';
import { type Connection, type Migrated, openDatabase } from '@terrarium/kernel/open-database';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it } from 'vitest';
import { annotate } from '../../src/annotate.ts';
import { readMigrations } from '../../src/database/open-annotator-database.ts';
import { exportGlossary } from '../../src/export/export-glossary.ts';
import { unexplained } from '../../src/glossary/salience.ts';
import { type Annotator, openAnnotator } from '../../src/journal/open-annotator.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import type { RunEvent } from '../../src/runner/run-events.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld } from '../../src/world/open-world.ts';
import type { World } from '../../src/world/world.ts';
import { startTerrarium } from '../support/reading-process.ts';
import { listStoredVersions, unpackStoredWorld } from '../support/stored-world.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));
/** The settings with which the stored worlds were read. */
const settings = { ...defaultRunSettings, contextBudget: 6_000 };
const environment = buildFakeEnvironment();
const { clock } = environment;
const newest = readMigrations().length;

async function readOn(world: World): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  const stop = { isRequested: () => false, abort: new AbortController().signal };
  const emit = (event: RunEvent) => void events.push(event);
  const outcome = await annotate({ world, model: openBuiltInReader(), environment, settings, stop, emit });
  expect(outcome.kind).toBe('finished');
  return events;
}

function look<Seen>(world: World, see: (annotator: Annotator) => Seen): Seen {
  const annotator = openAnnotator(world, { clock, mustExist: true });
  try {
    return see(annotator);
  } finally {
    annotator.close();
  }
}

/**
 * Lists the entries by name, without times and ids, and without the tag `unexplained`, which earlier versions did not
 * record.
 */
function readEntries(world: World) {
  const entries = look(world, (annotator) => exportGlossary(annotator).entries);
  return entries
    .map(({ term, aliases, definition, status, tags, evidence }) => ({
      term,
      aliases,
      definition,
      status,
      tags: tags.filter((tag) => tag !== unexplained),
      evidence,
    }))
    .sort((one, other) => (one.term < other.term ? -1 : 1));
}

/**
 * Names of entries that end up different in worlds of early versions, because the first half was read by older rules:
 * - Until schema 3, sentences that say that two names are one were not recognised, and the sample had one fewer.
 * - Until schema 9, a clause that tells what somebody did counted as saying what they are.
 * - Until schema 10, no rule showed there that the Reeve is a person, and quotes were not sorted by what they say.
 * - Until schema 12, fewer forms of a name were recognised as the same name.
 * - Until schema 13, `the Sallow, which is the mud plain` was not a definition, nor was `You are Nell Orrin, third
 *   lamplighter`; a mention could follow a definition; and earlier scenes did not count towards the twenty capitals that
 *   make `Veyre` an entry. The instructions were shorter, too, so that a fold came after the scene that names only
 *   `Ysolde`, and not before it, where it hides her full name.
 * - In all stored worlds, a clause that only mentions the Tallow Court counted as saying what it is, an apposition after
 *   a verb did not count, the words beside a name (`in Veyre`) did not make it a place, and `I'm Jory Pell.` did not
 *   count more than other words with his name.
 */
function otherwise(version: number): readonly string[] {
  const early = ['Thrift', 'Jory Pell', 'Mother Oakum', 'Nell Orrin', 'Lamplighter Orrin'];
  return [
    ...(version < 4 ? early : []),
    ...(version < 14 ? ['Tallow Court', 'Nell Orrin', 'Candlegate', 'Veyre', 'Thrift'] : []),
    ...(version < 13 ? ['Ysolde Marr', 'Sallow', 'Reeve of Wicks'] : []),
  ];
}

async function readFresh(): Promise<World> {
  const empty = createWorld({ dir: createTemporaryFolder().path('world'), clock });
  const { world } = await addCorpus(empty, { path: sample, title: 'The Lamplighter of Low Veyre' });
  await readOn(world);
  return world;
}

/** The entries of the same reading if it begins today; they are read once, at the first use. */
const fresh = {
  read: undefined as Promise<ReturnType<typeof readEntries>> | undefined,
  get entries() {
    this.read ??= readFresh().then(readEntries);
    return this.read;
  },
};

describe('a world of an earlier version', () => {
  it('ST3: is stored for every layout there was, this one included', () => {
    expect(listStoredVersions()).toEqual(Array.from({ length: newest - 1 }, (_, index) => index + 2));
  });

  it.each(listStoredVersions())(
    'ST3: of schema %i is opened, is sound and is read to the end',
    async (version) => {
      const world = unpackStoredWorld(version);
      expect(look(world, verifyAnnotator).problems).toEqual([]);
      const started = (await readOn(world)).find(({ kind }) => kind === 'run-started');
      expect(started).toMatchObject({ kind: 'run-started', isResumed: true, isMidScene: true });
      expect(look(world, verifyAnnotator).problems).toEqual([]);
      const isAlike = ({ term }: { readonly term: string }) => !otherwise(version).includes(term);
      expect(readEntries(world).filter(isAlike)).toEqual((await fresh.entries).filter(isAlike));
    },
  );

  it('ST2: is copied before it is changed; what was said then is said now, byte for byte', () => {
    const world = unpackStoredWorld(2);
    const told: Migrated[] = [];
    const annotator = openAnnotator(world, { clock, onMigrated: (migrated) => told.push(migrated) });
    const backupPath = `${world.annotatorPath}.v2.backup`;
    expect(told).toEqual([{ from: 2, to: newest, backupPath }]);
    const before = openDatabase({
      path: backupPath,
      title: 'the backup',
      migrations: [],
      readonly: true,
      schema: 'foreign',
    });
    const read = (connection: Connection, sql: string) => connection.prepare(sql).pluck().all();
    expect(read(annotator.connection, 'SELECT unpack_text(wire) FROM message ORDER BY sequence')).toEqual(
      read(before, 'SELECT wire FROM message ORDER BY sequence'),
    );
    expect(read(annotator.connection, 'SELECT unpack_text(body) FROM summary ORDER BY id')).toEqual(
      read(before, 'SELECT body FROM summary ORDER BY id'),
    );
    const steps = [...annotator.stores.journal.iterateSteps()].map(({ body }) => body);
    expect(steps).toEqual(
      before
        .prepare<[], { kind: string; payload: string }>('SELECT kind, payload FROM step ORDER BY id')
        .all()
        .map(({ kind, payload }) => ({ kind, ...JSON.parse(payload) })),
    );
    const revisions = before.prepare('SELECT id, field, old, new, at FROM revision ORDER BY id').all();
    const ids = read(before, 'SELECT DISTINCT entry_id FROM revision') as number[];
    const kept = ids.flatMap((id) => annotator.stores.glossary.readRevisions(id as never));
    expect(
      kept
        .toSorted((one, other) => one.id - other.id)
        .map(({ id, field, old, new: value, at }) => ({ id, field, old, new: value, at })),
    ).toEqual(revisions);
    before.close();
    annotator.close();
  });

  it('ST2: says on the screen, once, where its former state is kept', async () => {
    const { dir } = unpackStoredWorld(2);
    const show = async () => await startTerrarium(['annotate', 'status', '--world', dir], dir).ended;
    const first = await show();
    expect(first.output).toContain(`Brought the world from schema 2 to ${newest}.`);
    expect(first.output).toContain(`annotator.db.v2.backup`);
    expect((await show()).output).not.toContain('backup');
  });
});
