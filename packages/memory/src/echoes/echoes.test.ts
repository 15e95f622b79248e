// Tests echoes and search, with messages that are ingested.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { openVectorStore } from '@terrarium/kernel/vectors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../database/open-memory-database.ts';
import type { EventId } from '../events/event.ts';
import { openForgettingStore } from '../forgetting/forgetting-store.ts';
import { search } from '../inspect/search.ts';
import { ingest } from '../intake/ingest.ts';
import { parseResponse, parseUserMessage } from '../tags/parse-message.ts';
import { addToIndex } from './echo-store.ts';
import { fillVectors } from './fill-vectors.ts';
import { removeFromIndex } from './indexed-text-store.ts';
import { loadVectors, openVectorsLike } from './query-vector.ts';
import { type Echo, searchEchoes } from './search-echoes.ts';

const startMs = Date.UTC(2024, 0, 1);
const minuteMs = 60_000;
const dayMs = 86_400_000;

interface Said {
  readonly text: string;
  readonly actor?: string;
  readonly atMs?: number;
  readonly isParroted?: boolean;
}

/** Ingests these messages, one a minute unless they have a time, and returns their ids. */
function tell(connection: Connection, all: readonly (Said | string)[]): EventId[] {
  return all.map((one, at) => {
    const said = typeof one === 'string' ? { text: one } : one;
    const isParroted = said.isParroted === true;
    const message = isParroted
      ? parseResponse(said.text)
      : parseUserMessage(said.text, { actor: said.actor ?? 'user' });
    return ingest(connection, message, {
      side: isParroted ? 'companion' : 'user',
      clock: { now: () => said.atMs ?? startMs + at * minuteMs },
      addToIndex: (event, shownText) => addToIndex(connection, event, shownText),
      ...(isParroted ? { injected: { isInjected: () => true, measureShare: () => 1 } } : {}),
    }).eventId;
  });
}

function openTold(all: readonly (Said | string)[]) {
  const connection = openMemoryDatabase({ path: ':memory:' });
  return { connection, ids: tell(connection, all) };
}

interface Asked {
  readonly inView?: readonly EventId[];
  readonly budgetTokens?: number;
  readonly nowMs?: number;
}

function ask(connection: Connection, query: string, asked: Asked = {}): readonly Echo[] {
  return searchEchoes(connection, {
    query,
    inView: new Set(asked.inView ?? []),
    budgetTokens: asked.budgetTokens ?? 600,
    tokens: { count: (text) => Math.ceil(text.length / 4) },
    nowMs: asked.nowMs ?? startMs + 400 * dayMs,
  });
}

const idsOf = (echoes: readonly Echo[]): EventId[] => echoes.map(({ event }) => event.id);
const filler = [
  'The rain stopped.',
  'Soup for dinner.',
  'Trains were late.',
  'A quiet evening.',
  'Birds sang.',
];

describe('echoes', () => {
  it('EC1: finds an event by any of its content words and by any character of a script without spaces, however old it is', () => {
    const word = fc.constantFrom('kiln', 'Ångström', '東', '窯', 'zwölf', '42', 'ไทย', 'naïve', '한국');
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1 }), fc.nat({ max: 600 }), (words, since) => {
        const later = Array.from({ length: since }, (_, at) => filler[at % filler.length] ?? '');
        const { connection, ids } = openTold([words.join(' and '), ...later]);
        for (const one of words) expect(idsOf(ask(connection, `What about ${one}?`))[0]).toBe(ids[0]);
        connection.close();
      }),
      { numRuns: 12 },
    );
  });

  it('EC1: finds events that two connections to one file added in turns', () => {
    const folder = mkdtempSync(join(tmpdir(), 'echoes-'));
    const path = join(folder, 'memory.sqlite');
    const connections = [openMemoryDatabase({ path }), openMemoryDatabase({ path })];
    const ids = Array.from({ length: 600 }, (_, at) => {
      const connection = connections[at % 2];
      return connection === undefined ? [] : tell(connection, [`cup${at} beside the kiln`]);
    }).flat();
    for (const connection of connections) {
      for (const at of [0, 1, 300, 599]) expect(idsOf(ask(connection, `cup${at}`))[0]).toBe(ids[at]);
      connection.close();
    }
    rmSync(folder, { recursive: true });
  });

  it('EC2: never finds what is in view, what was parroted, or what was kept secret', () => {
    const { connection, ids } = openTold([
      'The kiln is red.',
      { text: 'The kiln was bought in Oslo.', isParroted: true },
      'The kiln is old. <secret>the kiln hides gold</secret>',
    ]);
    expect(idsOf(ask(connection, 'kiln', { inView: ids.slice(0, 1) }))).toEqual(ids.slice(2));
    expect(ask(connection, 'gold Oslo')).toEqual([]);
    expect(
      ask(connection, 'kiln')
        .map(({ shownText }) => shownText)
        .join(),
    ).not.toContain('gold');
    connection.close();
  });

  it('EC2: lists only once what was said twice', () => {
    const { connection, ids } = openTold(['Feed the kiln.', ...filler, 'Feed the kiln.']);
    const told = ask(connection, 'kiln').filter(({ shownText }) => shownText === 'Feed the kiln.');
    expect(idsOf(told)).toEqual([ids.at(-1)]);
    connection.close();
  });

  it('EC3: gives the same result each time, best first, and of equal ones the later first', () => {
    const line = fc.constantFrom('kiln', 'kiln cup', 'cup', 'The kiln?', 'soup', 'cup cup soup');
    const lines = fc.array(fc.tuple(line, fc.nat({ max: 3 })), { maxLength: 40 });
    fc.assert(
      fc.property(lines, (some) => {
        const told = some.map(([text, day], at) => ({ text: `${text} ${at}`, atMs: startMs + day * dayMs }));
        const { connection } = openTold(told);
        const once = ask(connection, 'the kiln and the cup');
        expect(ask(connection, 'the kiln and the cup')).toEqual(once);
        for (const [at, { score, event }] of once.entries()) {
          const before = once[at - 1];
          if (before === undefined) continue;
          expect(before.score).toBeGreaterThanOrEqual(score);
          if (before.score === score) expect(before.event.id).toBeGreaterThan(event.id);
        }
        connection.close();
      }),
      { numRuns: 25 },
    );
  });

  it('EC4: finds the turns beside what was said, a reply before the others, but not across a silence', () => {
    const { connection, ids } = openTold([
      'Long before.',
      { text: 'Which kiln shall we buy?', atMs: startMs + dayMs },
      { text: 'The red one.', atMs: startMs + dayMs + minuteMs },
      { text: 'Good.', atMs: startMs + dayMs + 2 * minuteMs },
      { text: 'Much later.', atMs: startMs + 2 * dayMs },
    ]);
    const found = ask(connection, 'kiln');
    expect(idsOf(found)).toEqual([ids[1], ids[2], ids[3]]);
    expect(found[1]?.rankBy).toMatchObject({ terms: [], termsBeside: ['kiln'] });
    expect(found.map(({ because }) => because)).toEqual([
      'contains kiln',
      'next to a message with kiln',
      'next to a message with kiln',
    ]);
    connection.close();
  });

  it('EC10: gives the words that brought a moment back as they were asked, not as stems', () => {
    const { connection } = openTold(['The charities raced for 東の塔.', 'And then?']);
    const found = ask(connection, "What about Charity's races, 東?");
    expect(found.map(({ because }) => because)).toEqual([
      "contains Charity's, races, 東",
      "next to a message with Charity's, races, 東",
    ]);
    connection.close();
    const { connection: other } = openTold(['昨天我把旧自行车卖了。', '我们去公园。']);
    const [sold, ...beside] = ask(other, '我的自行车在哪里？');
    expect([sold?.because, beside.map(({ rankBy }) => rankBy.words)]).toEqual(['contains 自行车', [[]]]);
    other.close();
  });

  it('EC10: gives only words that are in the message, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const { connection } = openTold([text.replaceAll('<', '')]);
        const query = text.replaceAll('<', '').normalize('NFKC');
        for (const { rankBy } of ask(connection, query))
          for (const word of rankBy.words) expect(query.toLowerCase()).toContain(word.toLowerCase());
        connection.close();
      }),
      { numRuns: 50 },
    );
  });

  it('EC4: keeps apart what is imported from the past and what was said last', () => {
    const { connection, ids } = openTold([
      { text: 'The kiln is red.', atMs: startMs + dayMs },
      { text: 'An old letter.', atMs: startMs },
    ]);
    expect(idsOf(ask(connection, 'kiln'))).toEqual(ids.slice(0, 1));
    connection.close();
  });

  it('EC5: counts a turn twice if it is by the person, or of the time, that the message names', () => {
    const { connection, ids } = openTold([
      { text: 'I bought a kiln.', actor: 'mel', atMs: Date.UTC(2023, 4, 8) },
      { text: 'I bought a kiln!', actor: 'caro', atMs: Date.UTC(2023, 7, 8) },
    ]);
    const nowMs = Date.UTC(2023, 10, 1);
    expect(idsOf(ask(connection, 'Who bought a kiln?', { nowMs }))).toEqual([ids[1], ids[0]]);
    const named = ask(connection, 'Did Mel buy a kiln?', { nowMs });
    expect(idsOf(named)).toEqual(ids);
    expect(named[0]?.score).toBeCloseTo(2 * (named[1]?.score ?? 0), 3);
    expect(named[0]?.because).toContain('said by somebody whom the message names');
    const timed = ask(connection, 'Who bought a kiln in May 2023?', { nowMs });
    expect(idsOf(timed)).toEqual(ids);
    expect(timed[0]?.because).toContain('said at the time that the message names');
    connection.close();
  });

  it('EC6: takes any text as words to look for, and finds nothing for a message without content words', () => {
    const { connection } = openTold(['The kiln is red.', 'NEAR AND OR NOT', '"quoted" col:umn *']);
    const syntax = fc.constantFrom(
      '"',
      '*',
      'kiln',
      ' OR ',
      ' NEAR(',
      ')',
      'text:',
      '^',
      '-',
      '\0',
      "'; DROP TABLE event; --",
    );
    const query = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(syntax).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(query, (text) => {
        expect(ask(connection, text).length).toBeLessThanOrEqual(3);
      }),
    );
    for (const text of ['', 'What did you do?', '…', '🙂']) expect(ask(connection, text)).toEqual([]);
    expect(ask(connection, 'kiln', { budgetTokens: 0 })).toEqual([]);
    expect(idsOf(ask(connection, `${'lorem ipsum '.repeat(100_000)} kiln`))).toEqual([]);
    expect(idsOf(ask(connection, `kiln ${'lorem ipsum '.repeat(100_000)}`))).toHaveLength(3);
    connection.close();
  });

  it('EC7: finds about twice as much as fits into its budget, so that what is too long can be passed over', () => {
    const { connection } = openTold(
      Array.from({ length: 300 }, (_, at) => `The kiln of house number ${at}.`),
    );
    const tokens = (echoes: readonly Echo[]) =>
      echoes.reduce((sum, { shownText }) => sum + Math.ceil(shownText.length / 4), 0);
    const found = tokens(ask(connection, 'kiln', { budgetTokens: 100 }));
    expect(found).toBeGreaterThanOrEqual(200);
    expect(found).toBeLessThan(220);
    connection.close();
  });
});

describe('echoes with vectors', () => {
  const told = ['A clay kiln in the yard.', ...filler];

  it('EC8: finds by meaning what has no word in common with the message, and says so', async () => {
    const { connection, ids } = openTold(told);
    const embedder = buildFakeEmbedder();
    await fillVectors(connection, { embedder });
    const [vector] = await embedder.embed([told[0] ?? '']);
    const queryVector = { embedderId: embedder.id, vector: vector ?? new Float32Array() };
    const options = {
      inView: new Set<EventId>(),
      budgetTokens: 600,
      tokens: { count: () => 1 },
      nowMs: startMs,
    };
    const [first] = searchEchoes(connection, { ...options, query: '…', queryVector });
    expect(first).toMatchObject({ event: { id: ids[0] }, rankBy: { vectorRank: 1, terms: [] } });
    expect(first?.because).toBe('alike in meaning, rank 1');
    const other = { ...queryVector, embedderId: 'another' };
    expect(searchEchoes(connection, { ...options, query: '…', queryVector: other })).toEqual([]);
    connection.close();
  });

  it('EC12: reads the moments that a message is compared with a few at a time, and finds the same', async () => {
    const { connection } = openTold([]);
    const embedderId = 'many';
    const store = openVectorStore(connection, { id: embedderId, dimensions: 2 });
    const wanted = Float32Array.of(1, 0);
    const places = Array.from({ length: 5_000 }, (_, at) => at + 1);
    store.add(places.map((place) => ({ place, vector: Float32Array.of(Math.cos(place), Math.sin(place)) })));
    const before = store.searchNearest(wanted, 9);
    let turns = 0;
    let next: NodeJS.Immediate;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    next = setImmediate(count);
    const query = { embedderId, vector: wanted };
    await loadVectors(connection, query);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(openVectorsLike(connection, query).loadSome(1)).toBe(false);
    expect(openVectorsLike(connection, query).searchNearest(wanted, 9)).toEqual(before);
    connection.close();
  });

  it('EC12: compares a message with what replaced a message that was taken back, and with what is left of forgotten ones', async () => {
    const { connection, ids } = openTold(told);
    const embedder = buildFakeEmbedder();
    const fill = () => fillVectors(connection, { embedder });
    const findNearest = async (text: string) => {
      const [vector = new Float32Array()] = await embedder.embed([text]);
      const query = { embedderId: embedder.id, vector };
      return openVectorsLike(connection, query).searchNearest(vector, 1);
    };
    await fill();
    const [last] = await findNearest(told.at(-1) ?? '');
    removeFromIndex(connection, ids.at(-1) ?? (0 as EventId));
    tell(connection, [{ text: 'Snow lies on the roof.', atMs: startMs + told.length * minuteMs }]);
    await fill();
    expect(await findNearest('Snow lies on the roof.')).toEqual([
      { place: last?.place, score: expect.closeTo(1) },
    ]);
    const store = openForgettingStore(connection);
    const [first] = ids;
    if (first === undefined) throw new Error('nothing was told');
    store.start({ thing: 'part', number: first, atMs: startMs });
    store.writeEvent({ id: first, isShown: true, imagePath: undefined }, { text: 'x', spans: [] });
    const [nearest] = await findNearest(told[0] ?? '');
    expect(nearest?.score).toBeLessThan(0.99);
    connection.close();
  });

  it('EC8: gives no moment the vector of another that had its place while the vectors were made', async () => {
    const { connection, ids } = openTold(told);
    const patient = buildFakeEmbedder();
    const replaceLast = () => {
      removeFromIndex(connection, ids.at(-1) ?? (0 as EventId));
      tell(connection, [{ text: 'Snow lies on the roof.', atMs: startMs + told.length * minuteMs }]);
    };
    const embedder = {
      ...patient,
      embed: async (texts: readonly string[], signal?: AbortSignal) => {
        if (patient.embedded.length === 0) replaceLast();
        return patient.embed(texts, signal);
      },
    };
    expect(await fillVectors(connection, { embedder })).toBe(told.length);
    const [vector = new Float32Array()] = await patient.embed(['Snow lies on the roof.']);
    const [nearest] = openVectorsLike(connection, { embedderId: patient.id, vector }).searchNearest(
      vector,
      1,
    );
    expect(nearest?.score).toBeCloseTo(1);
    connection.close();
  });

  it('EC8: fills in batches, continues a filling that broke off, and begins anew for another embedder', async () => {
    const { connection } = openTold(told);
    const breaking = buildFakeEmbedder();
    const ending = new AbortController();
    const embedder = {
      ...breaking,
      embed: async (texts: readonly string[], signal?: AbortSignal) => {
        const vectors = await breaking.embed(texts, signal);
        if (breaking.embedded.length >= 4) ending.abort(new Error('enough'));
        return vectors;
      },
    };
    const filling = fillVectors(connection, { embedder, batchSize: 2, signal: ending.signal });
    await expect(filling).rejects.toThrow('enough');
    const next = buildFakeEmbedder();
    expect(await fillVectors(connection, { embedder: next, batchSize: 2 })).toBe(2);
    expect([...breaking.embedded, ...next.embedded]).toEqual(told);
    expect(await fillVectors(connection, { embedder: next })).toBe(0);
    tell(connection, ['One more.']);
    expect(await fillVectors(connection, { embedder: next })).toBe(1);
    expect(await fillVectors(connection, { embedder: buildFakeEmbedder('other') })).toBe(7);
    connection.close();
  });
});

describe('searching', () => {
  it('EC9: finds events for people, shown from just before the first sought word, at most as many as wanted', () => {
    const long = `${'Much was said before. '.repeat(40)}Then the kiln broke. ${'And after. '.repeat(40)}`;
    const { connection, ids } = openTold([long, 'A kiln.', 'Kilns are warm. <secret>kiln password</secret>']);
    const nowMs = startMs;
    const found = search(connection, 'kilns', { nowMs });
    expect(found.map(({ eventId }) => eventId).sort()).toEqual(ids);
    const excerpt = found.find(({ eventId }) => eventId === ids[0])?.excerpt ?? '';
    expect(excerpt).toMatch(/^… .*Then the kiln broke\..* …$/);
    expect(excerpt.length).toBeLessThan(250);
    expect(found.map((one) => one.excerpt).join()).not.toContain('password');
    expect(search(connection, 'kilns', { nowMs, limit: 1 })).toEqual(found.slice(0, 1));
    expect(search(connection, 'password', { nowMs })).toEqual([]);
    expect(search(connection, 'kilns', { nowMs, limit: -3 })).toEqual([]);
    connection.close();
  });

  it('EC9: moments with the words come before their neighbours, of which there are at most three, each marked', () => {
    const anyTalk = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(anyTalk, fc.integer({ min: 1, max: 12 }), (talk, limit) => {
        const said = talk.map((isHit, at) => (isHit ? `Walnuts for day ${at}.` : `Nothing but rain ${at}.`));
        const { connection, ids } = openTold(said);
        const found = search(connection, 'walnut', { nowMs: startMs, limit });
        const hits = found.filter(({ isBeside }) => !isBeside);
        expect(found.slice(0, hits.length)).toEqual(hits);
        expect(found.length - hits.length).toBeLessThanOrEqual(Math.min(3, limit * 0.3));
        expect(found.length).toBeLessThanOrEqual(limit);
        for (const { eventId, isBeside } of found) expect(talk[ids.indexOf(eventId)]).toBe(!isBeside);
        const wanted = Math.min(talk.filter((isHit) => isHit).length, limit - (found.length - hits.length));
        expect(hits).toHaveLength(wanted);
        connection.close();
      }),
      { numRuns: 25 },
    );
  });
});
