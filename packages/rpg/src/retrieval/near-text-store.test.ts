// Tests finding the memories nearest in meaning after some were added, reworded or removed, with another game stored too.

import { normaliseVector } from '@terrarium/kernel/embedder';
import type { Connection } from '@terrarium/kernel/open-database';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { type NearTextStore, openMemoryTexts } from './near-text-store.ts';

const opening = `
  INSERT INTO manifests (hash, id, name, version, json) VALUES ('h', 'test', 'Test', '1', '{}');
  INSERT INTO sessions (id, name, manifest_hash, seed, created_at_ms) VALUES ('s', 's', 'h', 'x', 1), ('t', 't', 'h', 'x', 1);`;
const space = { id: 'fake', dimensions: 3 };
const sessions = ['s', 't'] as const;

interface Row {
  readonly id: number;
  readonly content: string;
}

/** Reads a vector from a test text, which consists of the vector's numbers, and normalises it. */
function embed(content: string): Float32Array {
  return normaliseVector(Float32Array.from(content.split(' ').map(Number)));
}

function openGames() {
  const connection = openRpgDatabase({ path: ':memory:' });
  connection.exec(opening);
  const stores = Object.fromEntries(
    sessions.map((session) => [session, openMemoryTexts(connection, session)]),
  );
  return { connection, find: (session: string) => stores[session] as NearTextStore };
}

function listRows(connection: Connection, session: string, isEmbedded: boolean): readonly Row[] {
  return connection
    .prepare<[string], Row>(
      `SELECT id, content FROM memories WHERE session_id = ?
       AND id ${isEmbedded ? '' : 'NOT'} IN (SELECT place FROM text_vector) ORDER BY id`,
    )
    .all(session);
}

function expectSame(connection: Connection, session: string, store: NearTextStore): void {
  expect(store.listUnembedded(space, 4)).toEqual(listRows(connection, session, false).slice(0, 4));
  const wanted = Float32Array.of(1, 2, 3);
  const near = listRows(connection, session, true).map(({ id, content }) => ({
    id,
    closeness: embed(content).reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0),
  }));
  near.sort((one, other) => other.closeness - one.closeness || other.id - one.id);
  expect(store.searchNearest(space, wanted, 2)).toEqual(near.slice(0, 2));
}

interface Step {
  readonly act: 'add' | 'reword' | 'forget' | 'fill';
  readonly session: string;
  readonly at: number;
  readonly content: string;
}

function take(connection: Connection, store: NearTextStore, { act, session, at, content }: Step): void {
  if (act === 'fill') {
    const missing = store.listUnembedded(space, 2);
    store.addVectors(
      space,
      missing.map((row) => ({ place: row.id, vector: embed(row.content) })),
    );
    return;
  }
  const statements = {
    add: `INSERT INTO memories (session_id, key, kind, content, position, json)
      SELECT @session, coalesce(max(id), 0) + 1, 'fact', @content, @at, '{}' FROM memories`,
    reword: 'UPDATE memories SET content = @content WHERE id % 5 = @at AND session_id = @session',
    forget: 'DELETE FROM memories WHERE id % 5 = @at AND session_id = @session',
  };
  connection.prepare(statements[act]).run({ session, at, content });
}

it('RE6: what has no vector and what is nearest is as a look at every row says, whatever came or went', () => {
  const number = fc.integer({ min: 1, max: 9 });
  const step = fc.record({
    act: fc.constantFrom('add', 'add', 'add', 'fill', 'fill', 'reword', 'forget'),
    session: fc.constantFrom(...sessions),
    at: fc.nat(4),
    content: fc.tuple(number, number, number).map((numbers) => numbers.join(' ')),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { connection, find } = openGames();
      for (const one of steps) {
        take(connection, find(one.session), one);
        for (const session of sessions) expectSame(connection, session, find(session));
      }
      connection.close();
    }),
    { numRuns: 40 },
  );
});

it('RE4: nearest is what is nearest in this game, however much of another is nearer', () => {
  const { connection, find } = openGames();
  for (let count = 0; count < 300; count += 1)
    take(connection, find('t'), { act: 'add', session: 't', at: 0, content: '1 2 3' });
  take(connection, find('s'), { act: 'add', session: 's', at: 0, content: '3 2 1' });
  for (let count = 0; count < 150; count += 1)
    for (const session of sessions)
      take(connection, find(session), { act: 'fill', session, at: 0, content: '' });
  expect(find('s').searchNearest(space, Float32Array.of(1, 2, 3), 2)).toMatchObject([{ id: 301 }]);
  connection.close();
});
