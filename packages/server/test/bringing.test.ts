// Tests what pages bring in, take out and rename, the glossary's files, timeline and network, and questions at a bookmark.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileRoutes } from '@terrarium/protocol/file-routes';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSampleServer, type SampleServer } from './support/sample-server.ts';

const base = '/api/worlds/low-veyre';
let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server.close());

type Timeline = RouteAnswer<'GET /api/worlds/{world}/timeline'>;
type Accounts = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>;
type Links = RouteAnswer<'GET /api/worlds/{world}/links'>;
type Bookmarks = RouteAnswer<'GET /api/worlds/{world}/bookmarks'>;
type Talk = RouteAnswer<'GET /api/worlds/{world}/bookmarks/{bookmark}/questions'>;

async function setPlace(place: string | null): Promise<void> {
  await server.read(`${base}/place`, { method: 'PUT', body: { place } });
}

async function sendFile(name: string, text: string): Promise<Response> {
  return await fetch(`${server.origin}${base}/stories?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...server.headers, 'content-type': 'application/octet-stream' },
    body: text,
  });
}

describe('the room of reading', () => {
  test('RS6: a file comes in under its own name and nowhere else, and one that cannot be read is refused', async () => {
    const words = 'Nell Orrin climbed the stair with the tell-lamp of Ysolde Marr. Thrift was there. ';
    const sent = await sendFile('../../../outside.txt', `Chapter One\n\n${words.repeat(8)}`);
    const [story] = fileRoutes['POST /api/worlds/{world}/stories'].answer.parse(await sent.json());
    expect(story?.status).toBe('added');
    expect(existsSync(join(server.folder, 'outside.txt'))).toBe(false);
    expect(story?.corpus.source).not.toContain('..');
    // RS2: the glossary is requested before the second story is added, and then at a place in that story.
    await setPlace('after thread:2');
    await server.read<RouteAnswer<'GET /api/worlds/{world}/entries'>>(`${base}/entries`);
    const again = await sendFile('second.txt', `Chapter One\n\nSecond. ${words.repeat(8)}`);
    const [second] = fileRoutes['POST /api/worlds/{world}/stories'].answer.parse(await again.json());
    await setPlace(`after chapter:1@${second?.corpus.name}`);
    for (const page of ['entries', 'timeline']) {
      const shown = await server.ask(`${base}/${page}`);
      expect([page, shown.status]).toEqual([page, 200]);
    }
    // No scene of the second story is planned yet, and the stories before it are shown in full.
    type Entries = RouteAnswer<'GET /api/worlds/{world}/entries'>;
    const { total } = await server.read<Entries>(`${base}/entries`);
    const { stories } = await server.read<RouteAnswer<'GET /api/worlds/{world}/contents'>>(
      `${base}/contents`,
    );
    const { threadId } = stories.at(-1)?.chapters[0] ?? {};
    const page = await server.read<{ paragraphs: { postId: number }[] }>(
      `${base}/stories/${second?.corpus.name}/chapters/${threadId}`,
    );
    const body = { corpus: second?.corpus.name, postId: page.paragraphs[0]?.postId, offset: 0 };
    await server.read(`${base}/point`, { method: 'PUT', body });
    const there = await server.read<Entries>(`${base}/entries`);
    expect(there).toMatchObject({ total, told: stories[0]?.title });
    expect(stories.map(({ told }) => told)).toEqual([undefined, stories[0]?.title, stories[0]?.title]);
    await setPlace(null);
    expect((await server.read<Entries>(`${base}/entries`)).total).toBe(total);
    const book = await sendFile('book.pdf', '%PDF-1.7 …');
    expect(((await book.json()) as { happened: string }).happened).toMatch(/^book\.pdf looks like a PDF/);
    const refused = await sendFile('nothing.txt', '');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await refused.json()).toMatchObject({ code: 'server.empty-file' });
  });

  test('RM12: a talk of another program comes in by its file, once, and a file that does not say who is who asks', async () => {
    const bring = async (name: string, text: string, more = '') =>
      await fetch(`${server.origin}${base}/talks?name=${encodeURIComponent(name)}${more}`, {
        method: 'POST',
        headers: { ...server.headers, 'content-type': 'application/octet-stream' },
        body: text,
      });
    const lines = ['Robin', 'Old Tom'].map((speaker, at) =>
      JSON.stringify({ speaker, at: `2025-11-2${at}T10:00:00Z`, text: `The lamp is out, ${at}.` }),
    );
    const talk = lines.join('\n');
    const asked = await bring('../talk.jsonl', talk);
    expect(await asked.json()).toMatchObject({
      code: 'exchange.who-is-who',
      todo: expect.stringContaining('Old Tom (1)'),
    });
    const [came] = fileRoutes['POST /api/worlds/{world}/talks'].answer.parse(
      await (await bring('talk.jsonl', talk, '&asUser=Robin')).json(),
    );
    expect(came).toMatchObject({ added: 2, known: 0 });
    const again = await (await bring('talk.jsonl', talk, '&asUser=Robin')).json();
    expect(again).toMatchObject([{ added: 0, known: 2 }]);
    const shown = await server.read<RouteAnswer<'GET /api/worlds/{world}/talk'>>(`${base}/talk`);
    expect(shown.messages.map(({ shown: words, side }) => [side, words])).toEqual([
      ['user', 'The lamp is out, 0.'],
      ['companion', 'The lamp is out, 1.'],
    ]);
    const refused = await bring('book.pdf', '%PDF-1.7');
    expect(refused.status).toBe(400);
    const wrong = (await refused.json()) as { happened: string };
    expect(wrong.happened).not.toContain('terrarium-import');
  });

  test('RM17: a card becomes the companion as in the terminal, takes the place of nobody unasked, and is refused in words', async () => {
    const bring = async (path: string, body: string | Uint8Array<ArrayBuffer>) =>
      await fetch(`${server.origin}${base}/${path}`, {
        method: 'POST',
        headers: { ...server.headers, 'content-type': 'application/octet-stream' },
        body,
      });
    const data = { name: 'Soma', description: 'Dry.', first_mes: 'Hm.', system_prompt: 'Obey.' };
    const card = JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data });
    const read = async (answer: Promise<Response>) => (await (await answer).json()) as { code?: string };
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
    for (const file of [card, JSON.stringify(data), picture])
      expect((await read(bring('talks?name=soma.json', file))).code).toBe('exchange.character-card');
    expect((await read(bring('companion?name=soma.png', picture))).code).toMatch(/^card\./u);
    expect((await read(bring('companion?name=soma.json', '{"spec":"chara_card_v2"}'))).code).toBe(
      'card.unknown-format',
    );
    const there = await read(bring('companion?name=soma.json', card));
    expect(there).toMatchObject({
      code: 'memory.companion-there',
      happened: expect.not.stringContaining(server.folder),
    });
    const joined = await read(bring('companion?name=soma.json&adds=yes', card.replaceAll('Soma', 'Iri')));
    expect(joined as object).toMatchObject({ status: 'new', name: 'Iri', of: 'iri', greeting: 'Hm.' });
    const room = await server.read<RouteAnswer<'GET /api/worlds/{world}/talk'>>(`${base}~iri/talk`);
    expect(room.messages.map(({ shown }) => shown)).toEqual(['Hm.']);
    const elsewhere = await fetch(`${server.origin}${base}~iri/companion?name=soma.json&replaces=yes`, {
      method: 'POST',
      headers: { ...server.headers, 'content-type': 'application/octet-stream' },
      body: card,
    });
    expect((await elsewhere.json()) as object).toMatchObject({ code: 'memory.card-of-another' });
    const came = fileRoutes['POST /api/worlds/{world}/companion'].answer.parse(
      await read(bring('companion?name=soma.json&replaces=yes', card)),
    );
    expect(came).toMatchObject({ status: 'replaced', name: 'Soma', leftOut: { instructions: 'Obey.' } });
    const { voices } = await server.read<RouteAnswer<'GET /api/worlds/{world}/talk'>>(`${base}/talk`);
    expect(voices.companion[0]?.name).toBe('Soma');
    expect((await read(bring('companion?name=soma.json', card))) as object).toMatchObject({
      status: 'known',
    });
  });

  test('RS7: a file of the glossary holds what is known at the place and nothing later', async () => {
    const read = async (format: string): Promise<Response> =>
      await server.ask(`${base}/glossary-file?format=${format}`);
    const whole = await read('json');
    expect(whole.headers.get('content-disposition')).toContain('attachment');
    const all = (await whole.json()) as { entries: readonly { term: string }[] };
    await setPlace('after thread:2');
    const known = (await (await read('json')).json()) as typeof all;
    expect(known.entries.length).toBeLessThan(all.entries.length);
    const later = all.entries.filter(({ term }) => !known.entries.some((one) => one.term === term));
    for (const format of ['wiki', 'markdown', 'yaml', 'worldinfo', 'lorebook']) {
      const text = await (await read(format)).text();
      expect(text).toContain(known.entries[0]?.term);
      for (const { term } of later) expect(text, format).not.toContain(`"${term}"`);
    }
    await setPlace(null);
    expect((await read('exe')).status).toBe(400);
  });

  test('RS8: timeline and net show each entry once, and none that the reader has not come to', async () => {
    const all = await server.read<Timeline>(`${base}/timeline`);
    routes['GET /api/worlds/{world}/timeline'].answer.parse(all);
    const named = all.chapters.flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(new Set(named).size).toBe(named.length);
    const [opening] = all.chapters;
    const one = await server.read<Timeline>(`${base}/timeline?corpus=${opening?.corpus}&thread=1`);
    expect(one.chapters.map(({ threadId }) => threadId)).toEqual([1]);
    expect(one.chapters[0]?.entries).toHaveLength(opening?.total ?? 0);
    await setPlace('after thread:2');
    const known = await server.read<Timeline>(`${base}/timeline`);
    expect(known.chapters.map(({ threadId }) => threadId)).toEqual([1, 2]);
    const ids = new Set(known.chapters.flatMap(({ entries }) => entries.map(({ id }) => id)));
    const net = await server.read<Links>(`${base}/links`);
    routes['GET /api/worlds/{world}/links'].answer.parse(net);
    expect(net.entries.filter(({ id }) => !ids.has(id))).toEqual([]);
    const pairs = net.links.map(({ from, to }) => [from, to].toSorted((one, other) => one - other).join(' '));
    expect(new Set(pairs).size).toBe(pairs.length);
    const [first] = net.entries;
    const around = await server.read<Links>(`${base}/links?entry=${first?.id}`);
    const drawn = around.links.flatMap(({ from, to }) => [from, to]);
    const [account] = await server.read<Accounts>(`${base}/entries/${first?.id}`);
    expect(account?.together.length).toBeGreaterThan(3);
    expect(drawn).toEqual(expect.arrayContaining(account?.together.map(({ id }) => id) ?? []));
    await setPlace(null);
  });

  test('RS9: only bookmarks that the reader has come to can be asked, and a talk goes on', async () => {
    const all = await server.read<Bookmarks>(`${base}/bookmarks`);
    await setPlace('after thread:2');
    const known = await server.read<Bookmarks>(`${base}/bookmarks`);
    expect(known.total).toBeLessThan(all.total);
    const [later] = all.snapshots;
    const refused = await server.read<{ code: string }>(`${base}/bookmarks/${later?.snapshot.id}/questions`);
    expect(refused.code).toBe('snapshot.unknown');
    const path = `${base}/bookmarks/${known.snapshots[0]?.snapshot.id}/questions`;
    const ask = async (question: string): Promise<Talk> =>
      await server.read<Talk>(path, { method: 'POST', body: { question } });
    await ask('Who is <Nell Orrin> & "Thrift"?');
    const talk = await ask('And Ysolde Marr?');
    expect(talk.map(({ question }) => question)).toEqual([
      'Who is <Nell Orrin> & "Thrift"?',
      'And Ysolde Marr?',
    ]);
    expect(talk.every(({ answer }) => answer !== undefined)).toBe(true);
    expect(await server.read<Talk>(path)).toEqual(talk);
    await setPlace(null);
  });

  test('RS18: a story of which nothing was read is taken out, and one that was read is refused or left out of a new world', async () => {
    type Home = RouteAnswer<'GET /api/worlds/{world}'>;
    const list = async () => (await server.read<Home>(base)).stories.map(({ corpus }) => corpus);
    const { stories } = await server.read<Home>(base);
    expect(stories.map(({ isBegun }) => isBegun)).toEqual(stories.map((_, at) => at === 0));
    const [read = '', ...others] = await list();
    const remove = async (corpus: string) =>
      await server.ask(`${base}/stories/${corpus}`, { method: 'DELETE' });
    const refused = await remove(read);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'world.story-read' }]);
    const [first = '', ...left] = others;
    await setPlace(`after chapter:1@${first}`);
    const answer = routes['DELETE /api/worlds/{world}/stories/{corpus}'].answer.parse(
      await (await remove(first)).json(),
    );
    expect(answer.movedTo).toBe(join(server.worldDir, 'removed', `${first}.db`));
    expect(await list()).toEqual([read, ...left]);
    expect((await server.ask(`${base}/entries`)).status).toBe(200);
    await setPlace(null);
    type Fresh = RouteAnswer<'POST /api/worlds/{world}/fresh'>;
    const fresh = await server.read<Fresh>(`${base}/fresh`, { method: 'POST', body: { stories: left } });
    const without = await server.read<Home>(`/api/worlds/${fresh.key}`);
    expect(without.stories.map(({ corpus }) => corpus)).toEqual(left);
  });

  test('RS18: the world and a story get other titles, and a title that cannot be is refused', async () => {
    type Home = RouteAnswer<'GET /api/worlds/{world}'>;
    const rename = async (body: { title: string; corpus?: string }) =>
      await server.ask(`${base}/title`, { method: 'PUT', body });
    const [story] = (await server.read<Home>(base)).stories;
    const renamed = await rename({ title: ' The <Lamp> ', corpus: story?.corpus ?? '' });
    const answer = routes['PUT /api/worlds/{world}/title'].answer.parse(await renamed.json());
    expect(answer.renamed).toEqual([{ corpus: story?.corpus, was: story?.title, title: 'The <Lamp>' }]);
    await rename({ title: 'Lamps' });
    const { world, stories } = await server.read<Home>(base);
    expect([world.title, stories[0]?.title]).toEqual(['Lamps', 'The <Lamp>']);
    for (const title of ['', 'a\nb', 'x'.repeat(201)]) {
      const refused = await rename({ title });
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'world.bad-title' }]);
    }
    await rename({ title: story?.title ?? '', corpus: story?.corpus ?? '' });
    await rename({ title: 'The Lamplighter' });
  });

  test('RS21: another world is made beside the first one, under a name that is free', async () => {
    const make = async (title: string) =>
      await server.ask('/api/worlds', { method: 'POST', body: { title } });
    const parent = dirname(server.worldDir);
    const free = async (title: string) => {
      const made = routes['POST /api/worlds'].answer.parse(await (await make(title)).json());
      expect(await server.read(`/api/worlds/${made.key}`)).toMatchObject({ stories: [], entries: 0 });
      return made;
    };
    const winter = { key: 'winter-s-book', title: 'Winter’s Book', dir: join(parent, 'winter-s-book') };
    expect(await free(' Winter’s Book ')).toEqual(winter);
    expect((await free('Winter’s Book')).dir).toBe(`${winter.dir}-2`);
    expect((await free('../Зима')).dir).toBe(join(parent, 'world'));
    // Addresses that begin with `/api` lead to no world.
    expect((await free('API')).key).toBe('api-2');
    for (const title of ['', 'a\nb', 'x'.repeat(201)])
      expect(await (await make(title)).json()).toMatchObject({ code: 'world.bad-title' });
    expect(await server.read('/api/server')).toMatchObject({ command: expect.stringContaining(winter.dir) });
  });
});
