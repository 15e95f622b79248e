// Tests of searching by words and by meaning, on the sample story and with an embedder that knows which words mean the same.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '@terrarium/kernel/embedder';
import { ProviderError } from '@terrarium/kernel/errors';
import { buildFakeEmbedder, buildFakeVector } from '@terrarium/kernel/testing/fake-embedder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSampleWorld, type SampleWorld } from '../test/support/sample-world.ts';
import type { GlossaryEntry } from './glossary/entry.ts';
import { openVectorDatabase, verifyVectors } from './meaning/entry-vector-store.ts';
import { rankByMeaning, renderEmbeddedText } from './meaning/rank-by-meaning.ts';
import { openWorldView } from './moments/open-world-view.ts';
import { searchGlossary } from './search-glossary.ts';

let sample: SampleWorld;
let entries: readonly GlossaryEntry[];
const glossary = () => sample.annotator.stores.glossary;
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };

beforeAll(async () => {
  sample = await readSampleWorld();
  entries = [...glossary().iterateEntries()];
});
afterAll(() => sample.remove());

let files = 0;
const nameFile = () => join(sample.folder, `vectors-${++files}.db`);
const listIds = (found: readonly GlossaryEntry[]) => found.map(({ id }) => id);

/** Queries of words in the sample, alone and in phrases, and a query with a word that is not in the sample. */
const queries = [
  'lamp',
  'the keeper of lamps',
  'a name that is wound',
  'Nell Orrin',
  'who mends spoons?',
  'xyzzy',
];

/** An embedder that knows that a luminaire is a lamp. */
function buildKnowing(id = 'knowing') {
  // The vectors are so long that no two words of the sample share a position.
  const fake = buildFakeEmbedder(id, 4_096);
  const embed: Embedder['embed'] = (texts, signal) =>
    fake.embed(
      texts.map((text) => text.replaceAll(/luminaires?/gi, 'lamp')),
      signal,
    );
  return { ...fake, embed };
}

/** An embedder that fails after this many batches. */
function buildBreaking(afterBatches: number) {
  const fake = buildFakeEmbedder();
  let batches = 0;
  const embed: Embedder['embed'] = async (texts, signal) => {
    if (batches++ < afterBatches) return await fake.embed(texts, signal);
    throw new ProviderError({
      code: 'embedder.unreachable',
      happened: 'It is gone.',
      todo: 'Wait.',
      retryable: true,
    });
  };
  return { ...fake, embed };
}

describe('a search with an embedder', () => {
  it('ME1: finds entries that say the same in other words, and marks them as found by meaning', async () => {
    const query = 'luminaire';
    expect(glossary().search({ query })).toEqual([]);
    const meaning = { embedder: buildKnowing(), vectorsPath: nameFile() };
    const found = await searchGlossary(glossary(), { query, meaning });
    expect(found.entries.length).toBeGreaterThan(0);
    expect(renderEmbeddedText(found.entries[0] as GlossaryEntry)).toMatch(/lamp/i);
    expect([...found.byMeaning]).toEqual(listIds(found.entries));
  });

  it('ME1: sorts by the sum of 1 / (60 + rank) in both lists, after the entries with exactly that name', async () => {
    const meaning = { embedder: buildFakeEmbedder(), vectorsPath: nameFile() };
    for (const query of queries) {
      const words = listIds(glossary().search({ query, limit: 100 }));
      const asked = buildFakeVector(query);
      const nearest = entries
        .map((entry) => ({ id: entry.id, vector: buildFakeVector(renderEmbeddedText(entry)) }))
        .map(({ id, vector }) => ({
          id,
          near: vector.reduce((sum, one, at) => sum + one * (asked[at] ?? 0), 0),
        }))
        .filter(({ near }) => near > 0)
        .sort((one, other) => other.near - one.near || one.id - other.id)
        .slice(0, 20)
        .map(({ id }) => id);
      const worthIn = (list: readonly number[], id: number) =>
        list.includes(id) ? 1 / (60 + list.indexOf(id) + 1) : 0;
      const found = await searchGlossary(glossary(), { query, limit: 1_000, meaning });
      const named = [glossary().findByTerm(query), ...glossary().listByName(query)].map((one) => one?.id);
      const exact = words.filter((id) => named.includes(id));
      expect(listIds(found.entries).slice(0, exact.length)).toEqual(exact);
      const worths = listIds(found.entries)
        .slice(exact.length)
        .map((id) => worthIn(words, id) + worthIn(nearest, id));
      expect(worths).toEqual([...worths].sort((one, other) => other - one));
      expect(new Set(listIds(found.entries))).toEqual(new Set([...words, ...nearest]));
    }
  });

  it('ME1: takes the twenty nearest by meaning, of equally near ones the older first, and none with nothing in common', async () => {
    const [first] = entries;
    const build = (id: number) => ({ ...first, id, term: id === 7 ? 'Quill' : 'Lamp' }) as GlossaryEntry;
    const many = Array.from({ length: 40 }, (_, at) => ({ ...build(at + 1), aliases: [], definition: '' }));
    const meaning = { embedder: buildFakeEmbedder(), vectorsPath: nameFile() };
    const expected = many.map(({ id }) => id).filter((id) => id !== 7);
    expect(await rankByMeaning('lamp', many, meaning)).toEqual(expected.slice(0, 20));
    expect(await rankByMeaning('lamp', [...many].reverse(), meaning)).toEqual(expected.slice(0, 20));
    expect(await rankByMeaning('quill', many, meaning)).toEqual([7]);
  });

  it('ME1: puts the entry with exactly that term or alias first, whatever else is near, and respects the filter', async () => {
    const meaning = { embedder: buildFakeEmbedder(), vectorsPath: nameFile() };
    for (const entry of entries) {
      for (const query of [entry.term, ...entry.aliases]) {
        const found = await searchGlossary(glossary(), { query, limit: 3, meaning });
        const [first] = glossary().search({ query, limit: 1 });
        expect(found.entries[0]?.id, query).toBe(first?.id);
      }
    }
    for (const status of ['tentative', 'confirmed'] as const) {
      const search = { query: 'the lamp', status, tags: ['character'], limit: 1_000, meaning };
      const found = await searchGlossary(glossary(), search);
      expect(found.entries.every((one) => one.status === status && one.tags.includes('character'))).toBe(
        true,
      );
    }
  });
});

describe('the vectors of entries', () => {
  it('ME2: are made once for each text: only what changed gets a new one', async () => {
    const vectorsPath = nameFile();
    const embedder = buildFakeEmbedder();
    const search = async () => {
      const before = embedder.embedded.length;
      await searchGlossary(glossary(), { query: 'lamp', meaning: { embedder, vectorsPath } });
      return embedder.embedded.slice(before);
    };
    expect(new Set(await search())).toEqual(new Set([...entries.map(renderEmbeddedText), 'lamp']));
    expect(await search()).toEqual(['lamp']);
    const changed = entries[0] as GlossaryEntry;
    const of = { stepId: undefined, model: undefined, promptVersion: undefined, reason: undefined };
    const source = { ...of, author: 'human' as const, position: changed.lastUpdated };
    const aliases = [...changed.aliases, 'the Luminary'];
    glossary().update(changed.id, { aliases }, source);
    expect(await search()).toEqual([renderEmbeddedText({ ...changed, aliases }), 'lamp']);
    glossary().update(changed.id, { aliases: changed.aliases }, source);
    expect(await search()).toEqual(['lamp']);
    expect(verifyVectors(vectorsPath).problems).toEqual([]);
  });

  it('ME2: of another embedder, or of another length, are never compared', async () => {
    const vectorsPath = nameFile();
    const find = async (embedder: Embedder, path: string) =>
      listIds(
        (await searchGlossary(glossary(), { query: 'luminaire', meaning: { embedder, vectorsPath: path } }))
          .entries,
      );
    const embedders = [buildKnowing('one'), buildFakeEmbedder('two'), buildFakeEmbedder('one', 16)];
    const alone = await Promise.all(embedders.map((embedder) => find(embedder, nameFile())));
    for (const round of [1, 2]) {
      for (const [at, embedder] of embedders.entries()) {
        expect(await find(embedder, vectorsPath), `${round}`).toEqual(alone[at]);
      }
    }
    expect(embedders.map(({ embedded }) => embedded.length)).toEqual(
      embedders.map(() => 2 * entries.length + 3),
    );
  });

  it('ME3: are made in batches, and an interrupted filling goes on after the last batch', async () => {
    const vectorsPath = nameFile();
    const breaking = buildBreaking(2);
    const plain = glossary().search({ query: 'lamp' });
    const meaning = { embedder: breaking, vectorsPath, batchSize: 4 };
    const left = await searchGlossary(glossary(), { query: 'lamp', meaning });
    expect(left.failure).toMatchObject({ code: 'embedder.unreachable' });
    expect(left.entries).toEqual(plain);
    expect(breaking.embedded).toHaveLength(8);
    const leaving = new AbortController();
    const stopping = {
      embedder: buildFakeEmbedder(),
      vectorsPath,
      batchSize: 4,
      signal: leaving.signal,
      onProgress: (done: number) => done === 4 && leaving.abort(new Error('enough')),
    };
    await expect(searchGlossary(glossary(), { query: 'lamp', meaning: stopping })).rejects.toThrow('enough');
    expect(stopping.embedder.embedded).toHaveLength(4);
    const embedder = buildFakeEmbedder();
    const found = await searchGlossary(glossary(), { query: 'lamp', meaning: { embedder, vectorsPath } });
    expect(found.failure).toBeUndefined();
    expect(embedder.embedded).toHaveLength(entries.length - 12 + 1);
  });

  it('ME4: of a later state do not rank an earlier one, and only what existed then is embedded', async () => {
    const vectorsPath = nameFile();
    await searchGlossary(glossary(), {
      query: 'lamp',
      meaning: { embedder: buildFakeEmbedder(), vectorsPath },
    });
    for (const place of ['thread:1', 'thread:2', 'thread:4']) {
      const { view, close } = openWorldView(sample.annotator, place, clock);
      const then = view.stores.glossary;
      const stood = new Set([...then.iterateEntries()].map(renderEmbeddedText));
      expect(entries.some((entry) => !stood.has(renderEmbeddedText(entry)))).toBe(true);
      for (const query of queries) {
        const embedder = buildFakeEmbedder();
        const shared = { embedder, vectorsPath };
        const apart = { embedder: buildFakeEmbedder(), vectorsPath: nameFile() };
        const found = await searchGlossary(then, { query, meaning: shared });
        expect(found).toEqual(await searchGlossary(then, { query, meaning: apart }));
        expect(embedder.embedded.every((text) => text === query || stood.has(text))).toBe(true);
      }
      close();
    }
  });
});

describe('a search that cannot ask for vectors', () => {
  it('ME5: uses words alone: without an embedder, without words, and when the server is gone', async () => {
    for (const query of ['', '  ', ...queries]) {
      const plain = { entries: glossary().search({ query }), byMeaning: new Set() };
      expect(await searchGlossary(glossary(), { query })).toEqual(plain);
      const failing = { embedder: buildBreaking(0), vectorsPath: nameFile() };
      const { failure, ...found } = await searchGlossary(glossary(), { query, meaning: failing });
      expect(found).toEqual(plain);
      expect(failure === undefined).toBe(query.trim() === '');
    }
  });

  it('ME5: says what to do about a damaged file of vectors, and a file that is made anew works again', async () => {
    const vectorsPath = nameFile();
    const meaning = { embedder: buildKnowing(), vectorsPath };
    writeFileSync(
      vectorsPath,
      'A lamp was lit here, and put out again, and nobody wrote it down.'.repeat(99),
    );
    const { failure, entries: found } = await searchGlossary(glossary(), { query: 'lamp', meaning });
    expect(found).toEqual(glossary().search({ query: 'lamp' }));
    expect(failure?.todo).toBe(`Remove ${vectorsPath}; it will be rebuilt.`);
    expect(() => verifyVectors(vectorsPath)).toThrow(failure?.happened);
    const nowhere = { ...meaning, vectorsPath: join(vectorsPath, 'under-a-file.db') };
    const unwritten = await searchGlossary(glossary(), { query: 'lamp', meaning: nowhere });
    expect(unwritten).toMatchObject({ entries: found, failure: { code: 'store.cannot-open' } });
    rmSync(vectorsPath);
    expect((await searchGlossary(glossary(), { query: 'lamp', meaning })).failure).toBeUndefined();
  });

  it('ME5: finds vectors without a text, and those of a different length from what their embedder makes', async () => {
    const vectorsPath = nameFile();
    await searchGlossary(glossary(), { query: 'lamp', meaning: { embedder: buildKnowing(), vectorsPath } });
    const connection = openVectorDatabase(vectorsPath);
    connection.exec('DELETE FROM embedded_text WHERE id = 1');
    connection.exec("UPDATE text_vector SET vector = x'00' WHERE place = 2");
    connection.close();
    expect(verifyVectors(vectorsPath).problems).toEqual([
      { check: 'texts', count: 1 },
      { check: 'lengths', count: 1 },
    ]);
  });
});
