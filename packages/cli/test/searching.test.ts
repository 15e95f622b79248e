// Tests searching a glossary by meaning, with an embedding server that works and with one that is down.

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FakeServer } from '@terrarium/kernel/testing/fake-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

let folder: Folder;
let server: FakeServer;
/** Words so common that a search by words ignores them. */
const words = ['of', 'which', 'the'] as const;
let byWords: string;
beforeAll(async () => {
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  await run('import', 'story.jsonl', '--title', 'The Salt Road');
  server = await openStoryServer();
  await annotate('run', '--model', 'openai:story', '--base-url', server.baseUrl);
  byWords = (await search(...words)).out;
  configure(server);
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

function configure({ baseUrl }: Pick<FakeServer, 'baseUrl'>): void {
  folder.write('world/terrarium.yaml', `memory: { embedder: { baseUrl: "${baseUrl}", model: story } }\n`);
}

const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path });
const annotate = (...argv: readonly string[]) => run('annotate', ...argv);
const search = (...argv: readonly string[]) => annotate('search', '--trust-world', ...argv);
const vectors = () => join(folder.path, 'world', 'annotator-vectors.db');

describe('annotate search with an embedding server', () => {
  it('ME1: finds by meaning too, says what no word has found, and keeps to where the reader is', async () => {
    expect(byWords).toBe('Nothing was found.\n');
    const found = await search(...words);
    expect(found).toMatchObject({
      exitCode: 0,
      error: `Asking story at ${new URL(server.baseUrl).origin} for embeddings.\n`,
    });
    expect(found.out).toMatch(/^Soma {2}character · tentative · entry 1 · by meaning\n/);
    expect(found.out.match(/by meaning/g)).toHaveLength(3);
    const { entries, byMeaning } = JSON.parse((await search(...words, '--json')).out);
    expect(entries.map(({ id }: { id: number }) => id)).toEqual(byMeaning);
    const then = JSON.parse((await search(...words, '--json', '--as-of', 'before Three')).out);
    expect(then.entries).toHaveLength(2);
    expect((await search('soma')).out).toMatch(/^Soma {2}character · tentative · entry 1\n/);
    expect((await run('doctor', '--json')).out).toMatch(/"check":"vectors","standing":"ok"/);
    expect((await annotate('verify')).exitCode).toBe(0);
  });

  it('ME5: warns of a server that is down, of vectors that are damaged, and finds by words', async () => {
    const whole = (await search('everybody of the story', '--json')).out;
    expect(existsSync(vectors())).toBe(true);
    writeFileSync(vectors(), 'A lamp was lit here, and put out again. '.repeat(99));
    const damaged = await search('everybody of the story');
    expect(damaged).toMatchObject({ exitCode: 0 });
    expect(damaged.error).toMatch(
      /annotator-vectors\.db is not a SQLite database\. Remove \S+annotator-vectors\.db; it will be rebuilt\. Searches go by words only, not by meaning\.\n$/,
    );
    expect((await run('doctor', '--json')).out).toMatch(/"check":"vectors","standing":"warning"/);
    const gone = await openStoryServer();
    await gone.close();
    configure(gone);
    const alone = await search('everybody of the story', '--json');
    expect(alone).toMatchObject({ exitCode: 0 });
    expect(alone.error).toMatch(
      /did not answer when it was asked for embeddings\. Searches go by words only, not by meaning\.\n$/,
    );
    expect(JSON.parse(alone.out).entries).toHaveLength(JSON.parse(whole).entries.length);
    expect(await search()).toMatchObject({ exitCode: 0, error: '' });
    configure(server);
    rmSync(vectors());
    expect(await search('everybody of the story', '--json')).toMatchObject({
      out: whole,
      error: '',
    });
  });

  it('ME3: leaves off at Ctrl-C while vectors are waited for, and the next search goes on', async () => {
    rmSync(vectors(), { force: true });
    const wishes = { kill: (_: NodeJS.Signals): void => undefined };
    const slow = await openSlowServer(() => wishes.kill('SIGINT'));
    configure(slow);
    const onStart = (kill: (signal: NodeJS.Signals) => void) => {
      wishes.kill = kill;
    };
    const left = await runTerrarium(['annotate', 'search', '--trust-world', 'soma'], {
      cwd: folder.path,
      onStart,
    });
    expect(left).toMatchObject({ exitCode: 130, out: '' });
    expect(left.error).toMatch(
      /\nStopped\. The vectors made so far are kept; the next search goes on from there\.\n$/,
    );
    await slow.close();
    configure(server);
    expect((await search('soma')).out).toMatch(/^Soma {2}character/);
  });
});

/**
 * Answers the first request, which asks how long the vectors are. Leaves every further request waiting, and
 * calls `onWaiting` for it.
 */
async function openSlowServer(onWaiting: () => void) {
  let asked = 0;
  const waiting = createServer((request, response) => {
    request.resume();
    asked += 1;
    if (asked > 1) onWaiting();
    else response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] }));
  });
  await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve));
  const { port } = waiting.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () => new Promise<unknown>((resolve) => waiting.close(resolve)),
  };
}
