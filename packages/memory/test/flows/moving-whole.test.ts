// Tests moving a memory whole: nothing is lost, bytes stay the same, and no broken or hostile file is imported.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { UsageError } from '@terrarium/kernel/errors';
import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import type { EventId } from '../../src/events/event.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { openMemory } from '../../src/open-memory.ts';
import { render } from '../../src/render/render-wake.ts';
import { exportWhole } from '../../src/whole/export-whole.ts';
import { importWhole, type WholeSettings } from '../../src/whole/import-whole.ts';
import { wholeLineSchema } from '../../src/whole/whole-line.ts';
import { findWords } from '../support/find-words.ts';
import { liveMemory } from '../support/lived-memory.ts';
import { dayMs } from '../support/open-test-memory.ts';

const settings = { timeZone: 'UTC', voices: { user: [{ id: 'kit', name: 'Kit' }] } };
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

let home = '';
let whole = '';
beforeAll(async () => {
  home = createFolder();
  await liveMemory(home, 6);
  writeFileSync(join(home, 'cat.png'), png);
  writeFileSync(join(home, 'wake-context.md'), '# Sage\n\nYou are Sage.\n');
  writeFileSync(join(home, 'wake-context.former-1.md'), '# Moss\n');
  const memory = openAt(home);
  memory.hear('This is my cat.', { image: join(home, 'cat.png') });
  memory.speak('<secret>I am afraid of cats</secret><say>How sweet.</say>');
  const { eventId } = memory.hear('The zyzzyva sits in the conservatory. <pin>Feed the zyzzyva</pin>');
  await memory.wake();
  await memory.maintain({ kind: 'light' });
  memory.forget([{ event: eventId }]);
  memory.close();
  whole = exportAt(home);
});
afterAll(() => rmSync(home, { recursive: true }));

function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'terrarium-whole-'));
}

/** A folder that is removed when the test is over. */
function createTarget(): string {
  const folder = createFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function openAt(folder: string) {
  const { clock } = buildFakeEnvironment();
  clock.advance(40 * dayMs);
  return openMemory({
    database: join(folder, 'memory.sqlite'),
    ambientPath: join(folder, 'ambient.md'),
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    timeZone: 'UTC',
    clock: { ...clock, sleep: () => new Promise<void>(() => undefined) },
    embedder: buildFakeEmbedder(),
  });
}

function withDatabase<Result>(
  folder: string,
  work: (connection: ReturnType<typeof openMemoryDatabase>) => Result,
) {
  const connection = openMemoryDatabase({ path: join(folder, 'memory.sqlite') });
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

function exportAt(folder: string, carried: WholeSettings = settings): string {
  return withDatabase(folder, (connection) =>
    exportWhole(connection, { dir: folder, settings: carried }, (chunks) => [...chunks].join('')),
  );
}

function importAt(folder: string, text: string) {
  const path = join(createTarget(), 'moved.jsonl');
  writeFileSync(path, text);
  const taken: WholeSettings[] = [];
  const takeSettings = (one: WholeSettings) => void taken.push(one);
  const report = withDatabase(folder, (connection) =>
    importWhole(connection, { path, dir: folder, takeSettings }),
  );
  return { report, taken };
}

/** The lines without the last one, which `seal` makes again. */
function listLines(text: string): string[] {
  return text.trimEnd().split('\n').slice(0, -1);
}

function seal(lines: readonly string[]): string {
  const body = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ kind: 'end', lines: lines.length, sha256 })}\n`;
}

/** The files in a folder, without those of its memory, and whether that memory is still empty. */
function describeFolder(folder: string) {
  const files = readdirSync(folder, { recursive: true }).map(String);
  const events = withDatabase(folder, (one) => one.prepare('SELECT count(*) FROM event').pluck().get());
  const seals = withDatabase(folder, (one) => one.prepare('SELECT count(*) FROM record_seal').pluck().get());
  return { files: files.filter((name) => !name.startsWith('memory.sqlite')), events, seals };
}

const untouched = { files: [], events: 0, seals: 0 };

describe('a move', () => {
  it('WH1: everything that is not made from other things comes, and is exported as the same bytes again', () => {
    const there = createTarget();
    const { report, taken } = importAt(there, whole);
    expect(taken).toEqual([settings]);
    expect(report.images).toBe(1);
    expect(report.missingImages).toBe(0);
    expect(report.pages).toEqual(['ambient.md', 'wake-context.former-1.md', 'wake-context.md']);
    expect(exportAt(there)).toBe(whole);
    expect(withDatabase(there, verifyMemory).problems).toEqual([]);
    for (const name of report.pages)
      expect(readFileSync(join(there, name), 'utf8')).toBe(readFileSync(join(home, name), 'utf8'));
  });

  it('WH1: every table holds what it held, and so do the seals of all rows', () => {
    const there = createTarget();
    importAt(there, whole);
    const dump = (folder: string) =>
      withDatabase(folder, (connection) => {
        const tables = connection
          .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
          .pluck()
          .all()
          // The word index divides its blocks according to how it grew, so it is left out. Verification
          // checks that its content is the same.
          .filter((name) => !name.startsWith('text_') || name === 'text_vector');
        return Object.fromEntries(
          tables.map((table) => [
            table,
            connection
              .prepare(`SELECT * FROM "${table}"`)
              .all()
              .map((row) => JSON.stringify(row))
              .sort(),
          ]),
        );
      });
    expect(dump(there)).toEqual(dump(home));
  });

  it('WH2: the companion wakes with the same words in the new place', async () => {
    const there = createTarget();
    importAt(there, whole);
    const [one, other] = [openAt(home), openAt(there)];
    try {
      for (const message of ['Is the heron at the harbour?', 'What of the kiln and the boat?', 'my cat']) {
        const here = render(await one.wake({ message, isPreview: true }));
        expect(render(await other.wake({ message, isPreview: true }))).toEqual(here);
      }
    } finally {
      one.close();
      other.close();
    }
  });

  it('WH1: what is revived, held and taken back afterwards is the same in both', async () => {
    const there = createTarget();
    importAt(there, whole);
    const live = async (folder: string) => {
      const memory = openAt(folder);
      memory.hear('And then? <pin>The gate squeaks</pin>');
      const { runId } = await memory.maintain({ kind: 'deep' });
      if (runId !== undefined) memory.revert(runId);
      memory.close();
      return exportAt(folder);
    };
    const again = createTarget();
    importAt(again, whole);
    expect(await live(there)).toBe(await live(again));
  });

  it('WH3: what was forgotten does not travel, in plain text or packed', () => {
    expect(whole).toContain('"forgotten"');
    const there = createTarget();
    importAt(there, whole);
    expect(findWords(there, ['zyzzyva', 'conservatory'])).toEqual([]);
    expect(whole.toLowerCase()).not.toMatch(/zyzzyva|conservatory/u);
    withDatabase(there, (connection) => {
      expect(connection.prepare(`SELECT count(*) FROM forgotten WHERE thing = 'moment'`).pluck().get()).toBe(
        2,
      );
    });
  });

  it('WH3: what was forgotten stays forgotten in the new place, and forgetting goes on there', () => {
    const there = createTarget();
    importAt(there, whole);
    const memory = openAt(there);
    memory.forget([{ event: 3 as EventId }]);
    memory.close();
    expect(withDatabase(there, verifyMemory).problems).toEqual([]);
    expect(() => exportAt(there)).not.toThrow();
  });

  it('WH1: a picture that is gone is left out, and the import says that it is missing', () => {
    const here = createTarget();
    importAt(here, whole);
    rmSync(join(here, 'images'), { recursive: true });
    const without = exportAt(here);
    const there = createTarget();
    expect(importAt(there, without).report).toMatchObject({ images: 0, missingImages: 1 });
    expect(exportAt(there)).toBe(without);
  });

  it('WH1: an empty memory can be moved too', () => {
    const [here, there] = [createTarget(), createTarget()];
    const nothing = exportAt(here);
    importAt(there, nothing);
    expect(exportAt(there)).toBe(nothing);
  });

  it('WH4: every line has the form that the schema says, and files are for their owner alone', () => {
    for (const line of whole.trimEnd().split('\n'))
      expect(wholeLineSchema.safeParse(JSON.parse(line)).error).toBeUndefined();
    const there = createTarget();
    importAt(there, whole);
    const [image = ''] = readdirSync(join(there, 'images'));
    for (const name of ['memory.sqlite', 'ambient.md', join('images', image)])
      expect(statSync(join(there, name)).mode & 0o777).toBe(0o600);
  });
});

function refuse(text: string, code = 'exchange.damaged-whole'): string {
  const there = createTarget();
  try {
    importAt(there, text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    expect(error.code).toBe(code);
    expect(describeFolder(there)).toEqual(untouched);
    return error.happened;
  }
  throw new Error('It was imported.');
}

describe('what is refused', () => {
  it('WH5: a file of which any byte changed, or any part is missing', () => {
    const bytes = Buffer.from(whole);
    fc.assert(
      fc.property(fc.nat(bytes.length - 2), fc.integer({ min: 1, max: 127 }), (at, by) => {
        const changed = Buffer.from(bytes);
        changed[at] = ((changed[at] ?? 0) ^ by) & 0x7f;
        fc.pre(!changed.equals(bytes));
        refuse(changed.toString('latin1'));
      }),
      { numRuns: 25, seed: 5 },
    );
    fc.assert(
      fc.property(fc.nat(bytes.length - 2), (length) => void refuse(bytes.subarray(0, length).toString())),
      { numRuns: 10, seed: 5 },
    );
    const lines = listLines(whole);
    expect(refuse(lines.map((line) => `${line}\n`).join(''))).toContain('is cut off');
    expect(refuse(`${whole}${lines[0]}\n`)).toContain('after the end');
    expect(refuse(whole.replace('Sage', 'Saga'))).toContain('hash');
  });

  it('WH5: a world that is not empty', () => {
    const there = createTarget();
    importAt(there, whole);
    const before = exportAt(there);
    expect(() => importAt(there, whole)).toThrow(UsageError);
    expect(exportAt(there)).toBe(before);
    const other = createTarget();
    writeFileSync(join(other, 'wake-context.md'), '# Somebody else\n');
    expect(() => importAt(other, whole)).toThrow('not empty: wake-context.md is there already');
    expect(describeFolder(other)).toEqual({ ...untouched, files: ['wake-context.md'] });
    expect(readFileSync(join(other, 'wake-context.md'), 'utf8')).toBe('# Somebody else\n');
  });

  it('WH5: an import that was cut off is completed by the next', () => {
    const there = createTarget();
    writeFileSync(join(there, 'wake-context.md'), readFileSync(join(home, 'wake-context.md')));
    importAt(there, whole);
    expect(exportAt(there)).toBe(whole);
  });

  it('WH5: settings that cannot be end the import without a trace', () => {
    const there = createTarget();
    const path = join(createTarget(), 'moved.jsonl');
    writeFileSync(path, whole);
    const takeSettings = () => {
      throw new UsageError({ code: 'configuration.invalid', happened: 'No.', todo: 'Not so.' });
    };
    expect(() =>
      withDatabase(there, (connection) => importWhole(connection, { path, dir: there, takeSettings })),
    ).toThrow('No.');
    expect(describeFolder(there).events).toBe(0);
    expect(readdirSync(there).filter((name) => !name.startsWith('memory.sqlite'))).toEqual([]);
  });

  it('WH6: a newer version is named as such', () => {
    const [first = '', ...lines] = listLines(whole);
    const header = JSON.parse(first) as Record<string, unknown>;
    for (const newer of [{ format: 2 }, { layout: 999 }, { format: 2, more: true }])
      refuse(seal([JSON.stringify({ ...header, ...newer }), ...lines]), 'exchange.newer-export');
  });
});

describe('hostile files with a hash that fits', () => {
  const edit = (table: string, change: (row: Record<string, unknown>) => Record<string, unknown>) => {
    let isDone = false;
    const lines = listLines(whole).map((text) => {
      const line = JSON.parse(text) as { kind: string; table?: string; row?: Record<string, unknown> };
      if (isDone || line.table !== table) return text;
      isDone = true;
      return JSON.stringify({ ...line, row: change(line.row ?? {}) });
    });
    expect(isDone).toBe(true);
    return seal(lines);
  };
  const put = (line: unknown) => seal([...listLines(whole), JSON.stringify(line)]);
  const bomb = deflateRawSync(Buffer.alloc(80 * 1024 * 1024, 32)).toString('base64');

  it.each<readonly [string, () => string]>([
    ['a table of the database itself', () => put({ kind: 'row', table: 'sqlite_schema', row: { sql: 'x' } })],
    ['a table that is made anew', () => put({ kind: 'row', table: 'record_seal', row: { seal: 'x' } })],
    ['a name that is SQL', () => put({ kind: 'row', table: 'event"; DROP TABLE event; --', row: {} })],
    ['a column that is SQL', () => edit('event', (row) => ({ ...row, 'id") VALUES (1); --': 1 }))],
    ['a seal of its own', () => edit('event', (row) => ({ ...row, seal: 'x' }))],
    ['a prototype', () => put(JSON.parse('{"kind":"row","table":"event","row":{"__proto__":"x"}}'))],
    ['a picture elsewhere', () => edit('event', (row) => ({ ...row, image_path: '../../../etc/passwd' }))],
    ['a page elsewhere', () => put({ kind: 'page', name: '../terrarium.yaml', text: 'x' })],
    ['a page of another kind', () => put({ kind: 'page', name: 'terrarium.yaml', text: 'x' })],
    ['a page twice', () => put({ kind: 'page', name: 'ambient.md', text: 'x' })],
    ['a picture file elsewhere', () => put({ kind: 'image', name: '../x.png', bytes: 'AAAA' })],
    [
      'a picture that is not what its name says',
      () => put({ kind: 'image', name: `${'0'.repeat(32)}.png`, bytes: 'AAAA' }),
    ],
    ['an id out of bounds', () => edit('fragment', (row) => ({ ...row, id: 9_007_199_254_740_991 }))],
    ['an id that leaves a gap', () => edit('item_change', (row) => ({ ...row, id: 900_000_000 }))],
    ['a number that is none', () => edit('event', (row) => ({ ...row, turn: 1.5 }))],
    ['a moment before all time', () => edit('event', (row) => ({ ...row, at_ms: -9_000_000_000_000_000 }))],
    ['a text for a number', () => edit('event', (row) => ({ ...row, turn: 'many' }))],
    ['a side that there is not', () => edit('event', (row) => ({ ...row, side: 'system' }))],
    [
      'a status that was never noted',
      () => edit('working_memory', (row) => ({ ...row, status: 'resolved' })),
    ],
    ['an item of no event', () => edit('working_memory', (row) => ({ ...row, event_id: 4_000 }))],
    ['a key that is no key', () => edit('fragment', (row) => ({ ...row, key: '](javascript:x)' }))],
    ['a tombstone that opens the tables', () => edit('forgotten', (row) => ({ ...row, state: 'going' }))],
    ['a wake that unpacks without end', () => edit('wake', (row) => ({ ...row, ledger: bomb }))],
    ['words that are none', () => edit('wake_words', (row) => ({ ...row, words: bomb }))],
    ['bytes that are none', () => edit('wake', (row) => ({ ...row, ledger: '!!' }))],
    ['operations that are none', () => edit('maintenance_batch', (row) => ({ ...row, operations: '{' }))],
    ['a vector of another length', () => edit('text_vector', (row) => ({ ...row, vector: 'AAAAAA==' }))],
    ['a place that no event has', () => edit('echo_place', (row) => ({ ...row, place: 77_000 }))],
    ['a row twice', () => put(JSON.parse(listLines(whole).find((line) => line.includes('"event"')) ?? ''))],
    ['a second header', () => put(JSON.parse(listLines(whole)[0] ?? ''))],
    ['a kind that there is not', () => put({ kind: 'run', command: 'x' })],
    ['nothing but a header', () => seal(listLines(whole).slice(0, 1))],
    [
      'a number that was given before it was',
      () =>
        seal(
          listLines(whole).map((line, at) =>
            at === 0 ? line.replace(/"fragment":\d+/u, '"fragment":0') : line,
          ),
        ),
    ],
    [
      'numbers of a table that notes none',
      () =>
        seal(listLines(whole).map((line, at) => (at === 0 ? line.replace('"fragment":', '"event":') : line))),
    ],
  ])('WH6: %s is refused, and nothing is changed', (_name, build) => {
    refuse(build());
  });

  it('WH6: text that looks like code is only text', () => {
    const text = `'); DROP TABLE event; -- <script>alert(1)</script> \${x} %s ../..`;
    const there = createTarget();
    importAt(
      there,
      edit('tag_pass', (row) => ({ ...row, reply: text })),
    );
    withDatabase(there, (connection) => {
      expect(connection.prepare('SELECT reply FROM tag_pass LIMIT 1').pluck().get()).toBe(text);
      expect(verifyMemory(connection).problems).toEqual([]);
    });
    expect(existsSync(join(there, 'images', '..', '..', 'x.png'))).toBe(false);
  });
});
