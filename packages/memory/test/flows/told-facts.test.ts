// Tests told facts: a question brings the newest telling to mind, forgotten facts go, and older memories get facts too.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import type { EventId } from '../../src/events/event.ts';
import { openToldFactStore } from '../../src/facts/told-fact-store.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { render } from '../../src/render/render-wake.ts';
import { findWords } from '../support/find-words.ts';
import { dayMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let test1: TestMemory;
beforeEach(() => {
  test1 = openTestMemory();
});
afterEach(() => test1.close());

function talkOn(rounds: number): void {
  for (let round = 0; round < rounds; round++)
    test1.memory.hear(`The evening was quiet and the rain fell on the roof of the ${round}th shed.`);
  test1.clock.advance(30 * dayMs);
}

const home = { voice: 'user', key: ':home' } as const;
const readFacts = () =>
  test1.stores.connection.prepare<[], string>('SELECT fact FROM told_fact ORDER BY fact').pluck().all();
const listProblems = () => verifyMemory(test1.stores.connection).problems;

it('FA2, FA3: a message that asks where somebody lives brings the newest telling, in whatever words', async () => {
  const { memory } = test1;
  memory.hear('I live in Cottbus, near the old mill.');
  talkOn(80);
  const { eventId } = memory.hear('We settled in Tavira at last. The boxes are still shut.');
  talkOn(80);
  expect(
    openToldFactStore(test1.stores.connection).readNewest(home, { limit: 1, untilMs: 1e15 }),
  ).toMatchObject([{ eventId, strength: 2 }]);
  const wake = render(await memory.wake({ message: 'Which town is my home these days?' }));
  expect(wake).toContain('We settled in Tavira at last.');
  expect(memory.why({ event: eventId }).because).toContain('tells of “home”');
});

it('FA4: a moment that states a home brings the newest home with it, and is marked where that speaks of a change', async () => {
  const { memory } = test1;
  memory.hear('I live in Cottbus, near the old mill.');
  talkOn(80);
  const { eventId } = memory.hear('We settled in Tavira at last. The boxes are still shut.');
  talkOn(80);
  const wake = render(await memory.wake({ message: 'Tell me of Cottbus and the old mill.' }));
  expect(wake).toMatch(/User: I live in Cottbus, near the old mill\.$/mu);
  expect(wake).toMatch(/User: We settled in Tavira at last\. The boxes are still shut\.$/mu);
  expect(memory.why({ event: eventId }).because).toContain('a later message about “home”');
  memory.hear('We moved to Faro, the house is white.');
  talkOn(80);
  const marked = render(await memory.wake({ message: 'Tell me of Cottbus and the old mill.' }));
  expect(marked).toMatch(
    /User: I live in Cottbus, near the old mill\. \(no longer true: on .+ something else was said about the home\)$/mu,
  );
  expect(marked).toMatch(/User: We moved to Faro, the house is white\.$/mu);
  // Telling a fact again does not change it, however it is worded.
  memory.hear('I quit my job, actually, I start at Moor Cycles on Monday.');
  talkOn(80);
  memory.hear('I work at Moor Cycles now.');
  talkOn(80);
  const again = render(await memory.wake({ message: 'What was it about Moor Cycles on Monday?' }));
  expect(again).toMatch(/User: I quit my job, actually, I start at Moor Cycles on Monday\.$/mu);
  expect(again).toMatch(/User: I work at Moor Cycles now\.$/mu);
});

it('FA7: a statement brings the later one of the same voice that shares its rare words, and no other', async () => {
  const { memory } = test1;
  memory.hear('There is a pot of basil on the windowsill.');
  talkOn(80);
  memory.speak('<say>Basil in a pot needs water.</say>');
  const { eventId } = memory.hear('All the basil died in the heat. A chilli has its pot instead.');
  memory.hear('The ladder is broken.');
  talkOn(80);
  const wake = render(await memory.wake({ message: 'What grows by the windowsill?' }));
  expect(wake).toContain('A chilli has its pot instead.');
  expect(wake).not.toContain('needs water');
  expect(wake).not.toContain('ladder');
  expect(memory.why({ event: eventId }).because).toBe('a later message about the same thing');
});

it('FA5: what is forgotten is gone from the facts too, in every form of its words', () => {
  const { memory, folder } = test1;
  memory.hear('I live in Cottbus.');
  const before = readFacts();
  const { eventId } = memory.hear('My quuxbobazz is broken, and I moved to Tavira.');
  expect(readFacts()).toContain(':=quuxbobazz');
  memory.forget([{ event: eventId }]);
  expect(readFacts()).toEqual(before);
  expect(findWords(folder, ['quuxbobazz'])).toEqual([]);
  expect(listProblems()).toEqual([]);
});

it('FA1: what is kept secret tells no fact', () => {
  const { memory } = test1;
  memory.speak('<secret>I live in Cottbus</secret><thought>My harp is broken</thought><say>Rain.</say>');
  expect(readFacts().filter((fact) => /home|harp|instrument/u.test(fact))).toEqual([]);
  expect(listProblems()).toEqual([]);
});

it('FA6: a fact that is gone, was changed or belongs to nothing is named by its event', () => {
  const { eventId } = test1.memory.hear('I live in Cottbus.');
  const { connection } = test1.stores;
  const row = {
    check: 'facts',
    rows: [expect.objectContaining({ table: 'told_fact', row: String(eventId) })],
  };
  expect(listProblems()).toEqual([]);
  connection.exec("UPDATE told_fact SET strength = 0 WHERE fact = ':home'");
  expect(listProblems()).toMatchObject([row]);
  connection.exec("DELETE FROM told_fact WHERE fact = ':home'");
  expect(listProblems()).toMatchObject([row]);
});

it('FA6: a fact of an event that shows nothing is noticed', () => {
  const { eventId } = test1.memory.speak('<secret>I live in Cottbus</secret>');
  expect(listProblems()).toEqual([]);
  const { connection } = test1.stores;
  connection
    .prepare(
      "INSERT INTO told_fact (voice, fact, at_ms, event_id, strength) VALUES ('user', ':home', 1, ?, 2)",
    )
    .run(eventId);
  expect(listProblems()).toMatchObject([{ check: 'facts' }]);
});

it('FA2: a memory of an older layout gets the facts of all that was said, and is sound', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-told-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'memory.sqlite');
  const stored = join(import.meta.dirname, '..', 'fixtures', 'memory-v9.sqlite.gz');
  writeFileSync(path, gunzipSync(readFileSync(stored)));
  const connection = openMemoryDatabase({ path });
  onTestFinished(() => void connection.close());
  const told = openToldFactStore(connection).readNewest(
    { voice: 'user', key: 'sister:home' },
    { limit: 10, untilMs: 1e15 },
  );
  expect(told.map(({ strength }) => strength)).toEqual([2, 2, 2, 2]);
  expect(
    openToldFactStore(connection)
      .readOf([3 as EventId])
      .map(({ key }) => key),
  ).toContain('sister:home');
  expect(verifyMemory(connection).problems).toEqual([]);
});
