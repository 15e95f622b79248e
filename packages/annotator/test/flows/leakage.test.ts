// Proves that nothing later leaks: the view at a place equals a world that has the story only up to this place.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotate } from '../../src/annotate.ts';
import {
  findSceneAccount,
  listEntryAccounts,
  listPostAccounts,
  listThreadAccounts,
} from '../../src/inspect/accounts.ts';
import { type Annotator, openAnnotator } from '../../src/journal/open-annotator.ts';
import { openWorldView, type WorldView } from '../../src/moments/open-world-view.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld } from '../../src/world/open-world.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));
const lines = readFileSync(sample, 'utf8').trim().split('\n');
const titles = [...new Set(lines.map((line) => String(JSON.parse(line).thread)))];
const environment = buildFakeEnvironment();
const folders: string[] = [];
let whole: Annotator;

beforeAll(async () => {
  whole = await readUntil(titles.length);
});
afterAll(() => {
  whole.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes and reads a world that has only the first threads. */
async function readUntil(threads: number): Promise<Annotator> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-leakage-'));
  folders.push(folder);
  const known = new Set(titles.slice(0, threads));
  const path = join(folder, 'story.jsonl');
  writeFileSync(path, lines.filter((line) => known.has(String(JSON.parse(line).thread))).join('\n'));
  const empty = createWorld({ dir: join(folder, 'world'), title: 'Low Veyre', clock: environment.clock });
  const { world } = await addCorpus(empty, { path });
  await annotate({
    world,
    model: openBuiltInReader(),
    environment,
    settings: { ...defaultRunSettings, curates: false },
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit: () => undefined,
  });
  return openAnnotator(world, { clock: environment.clock });
}

const numbers = Array.from({ length: 120 }, (_, index) => index);

/** Everything that the commands can show of a world, except times. */
function describeView(view: WorldView): unknown {
  const posts = [...view.corpora.values()].flatMap((corpus) =>
    [...corpus.iterateThreads()].flatMap((thread) =>
      corpus.readRange({ threadId: thread.id, tag: 'qm_post' }),
    ),
  );
  const entries = [...view.stores.glossary.iterateEntries()];
  const words = entries.flatMap(({ term, definition }) => [term, ...definition.split(' ').slice(0, 2)]);
  const shown = {
    entries: numbers.flatMap((id) => listEntryAccounts(view, `#${id}`)),
    scenes: numbers.flatMap((id) => findSceneAccount(view, id) ?? []),
    threads: numbers.flatMap((id) => listThreadAccounts(view, id)),
    posts: posts.flatMap(({ postId }) => listPostAccounts(view, postId)),
    found: words.map((query) => view.stores.glossary.search({ query, limit: 20 }).map(({ id }) => id)),
    total: view.stores.ledger.countScenes().total,
  };
  const isTime = (key: string) => key === 'at' || key === 'seconds' || key.endsWith('At');
  return JSON.parse(JSON.stringify(shown, (key, value) => (isTime(key) ? undefined : value)));
}

describe('a world looked at from a place', () => {
  it.each(titles.slice(0, -1).map((title, index) => [title, index + 1] as const))(
    'AO2: after "%s" shows what whoever has only that much of the story sees',
    async (title, threads) => {
      const fresh = await readUntil(threads);
      const { view, close } = openWorldView(whole, `after ${title}`, environment.clock);
      expect(describeView(view)).toEqual(describeView(fresh));
      close();
      fresh.close();
    },
  );

  it('AO2: knows no later entry, post, scene or thread, not even by its number', () => {
    const { view, close } = openWorldView(whole, 'thread:1', environment.clock);
    const later = [...whole.stores.glossary.iterateEntries()].filter(
      ({ id }) => view.stores.glossary.find(id) === undefined,
    );
    expect(later.length).toBeGreaterThan(5);
    for (const { id, term } of later) {
      expect(listEntryAccounts(view, String(id))).toEqual([]);
      expect(listEntryAccounts(view, term)).toEqual([]);
    }
    expect(listThreadAccounts(view, 2)).toEqual([]);
    expect(findSceneAccount(view, 20)).toBeUndefined();
    const [, second] = [...(whole.corpora.get('story')?.iterateThreads() ?? [])];
    const [post] =
      second === undefined
        ? []
        : (whole.corpora.get('story')?.readRange({ threadId: second.id, limit: 1 }) ?? []);
    expect(post && listPostAccounts(view, post.postId)).toEqual([]);
    close();
  });

  it('AO2: before the first thread knows nothing', () => {
    const { view, close } = openWorldView(whole, 'before thread:1', environment.clock);
    expect([...view.stores.glossary.iterateEntries()]).toEqual([]);
    expect([...view.corpora.keys()]).toEqual([]);
    expect(findSceneAccount(view, 1)).toBeUndefined();
    close();
  });
});
