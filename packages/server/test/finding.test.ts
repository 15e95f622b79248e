// Tests finding anything in a world by its words, up to the reader's place, and editing a narrative.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BegunGame, beginGame } from './support/begin-game.ts';
import { openSampleServer, type SampleServer } from './support/sample-server.ts';

type Found = RouteAnswer<'GET /api/worlds/{world}/found'>;
type Table = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>;

const base = '/api/worlds/low-veyre';

let server: SampleServer;
let game: BegunGame;
beforeAll(async () => {
  server = await openSampleServer();
  game = beginGame(server.worldDir);
});
afterAll(() => server.close());

async function find(q: string, each = 20): Promise<Found> {
  const found = await server.read<Found>(`${base}/found?q=${encodeURIComponent(q)}&each=${each}`);
  return routes['GET /api/worlds/{world}/found'].answer.parse(found);
}

const readTable = () => server.read<Table>(game.path);

async function say(line: string): Promise<void> {
  const { head } = await readTable();
  await server.read(`${game.path}/lines`, { method: 'POST', body: { line, after: head } });
  const settled = ({ telling, head: now }: Table) => telling === null && now !== head;
  await expect.poll(async () => settled(await readTable()), { timeout: 30_000 }).toBe(true);
}

describe('finding', () => {
  test('RS10: entries, chapters and turns are found, and nothing that the reader has not come to', async () => {
    await say('I look for the brass weathercock 50%.');
    expect((await find('weathercock 50%')).filter(({ kind }) => kind === 'turn')).toHaveLength(1);
    expect((await find('weathercock 5__')).filter(({ kind }) => kind === 'turn')).toEqual([]);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
    const all = await find('e');
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['entry', 'chapter', 'turn']));
    await server.read(`${base}/place`, { method: 'PUT', body: { place: 'after thread:2' } });
    const known = await server.read<{ entries: { id: number }[] }>(`${base}/entries?limit=200`);
    const ids = new Set(known.entries.map(({ id }) => id));
    for (const thing of await find('e')) {
      if (thing.kind === 'entry') expect(ids.has(thing.entry)).toBe(true);
      if (thing.kind === 'chapter') expect(thing.thread).toBeLessThanOrEqual(2);
    }
    expect((await find('e', 1)).length).toBeLessThanOrEqual(4);
    expect((await server.ask(`${base}/found?q=`)).status).toBe(400);
  });

  test('RS10: sentences of the story are found up to the one where the reader left it, with the words marked', async () => {
    const corpus = 'low-veyre';
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
    const sentences = async (q: string) => (await find(q)).filter((thing) => thing.kind === 'passage');
    const [first] = await sentences('fish market to the ropew');
    expect(first).toMatchObject({ corpus, name: expect.stringContaining('The Lamp on Cutter') });
    expect(first?.about).toContain('joins the fish market to the ropewalk');
    expect(first?.matches.map(({ start, end }) => first.about.slice(start, end))).toEqual([
      'fish',
      'market',
      'ropewalk',
    ]);
    const at = { corpus, postId: first?.post ?? 0 };
    const point = async (offset: number) =>
      await server.read(`${base}/point`, { method: 'PUT', body: { ...at, offset } });
    await point(first?.offset ?? 0);
    expect(await sentences('fish market to the ropew')).toEqual([]);
    expect(JSON.stringify(await find('ropewalk'))).not.toContain('fish market');
    expect((await sentences('three hundred and eleven of them')).length).toBeGreaterThan(0);
    await point((first?.offset ?? 0) + 200);
    expect((await sentences('fish market to the ropew')).length).toBe(1);
    await server.read(`${base}/place`, { method: 'PUT', body: { place: null } });
  });

  test('RS10: if a room is damaged and the others have nothing, the damage is said', async () => {
    const damaged = await openSampleServer();
    const file = join(damaged.worldDir, 'annotator.db');
    writeFileSync(file, readFileSync(file).fill('damage', 40_000));
    const answer = await damaged.read(`${base}/found?q=weathercock&each=20`);
    await damaged.close();
    expect(answer).toMatchObject({ code: 'store.corrupt' });
  });

  test('RS10: messages of the talk are found as they are typed, with the words marked, and no secret is', async () => {
    const said = ['Zoë lends me the *brass* weathercock. <b>Mind it</b>!', 'The weather is fine.'];
    for (const text of said)
      await server.read(`${base}/talk`, {
        method: 'POST',
        body: { text: `${text} <secret>cellar</secret>` },
      });
    const messages = async (q: string) => (await find(q)).filter((thing) => thing.kind === 'message');
    const [first, ...others] = await messages('zoe lends the brass weatherc');
    expect(others).toEqual([]);
    expect(first?.about).toBe('Zoë lends me the brass weathercock. <b>Mind it</b>!');
    expect(first?.matches.map(({ start, end }) => first.about.slice(start, end))).toEqual([
      'Zoë',
      'lends',
      'brass',
      'weathercock',
    ]);
    const around = await server.read<{ messages: { id: number }[] }>(`${base}/talk?around=${first?.event}`);
    expect(around.messages.map(({ id }) => id)).toContain(first?.event);
    expect(await messages('weather')).toHaveLength(2);
    expect((await find('weather', 1)).filter(({ kind }) => kind === 'message')).toHaveLength(1);
    expect(await messages('cellar')).toEqual([]);
  });

  test('RP9: a telling is put in the player’s own words, what followed stands behind it, and a past moment is refused', async () => {
    await say('I wait.');
    const before = await readTable();
    const first = before.turns.find(({ number }) => number === 1);
    const edit = async (body: object) =>
      await server.read<{ head: number; code?: string }>(`${game.path}/edits`, { method: 'POST', body });
    const text = 'The <b>weathercock</b> turns once.';
    expect((await edit({ number: 1, text, after: 1 })).code).toBe('play.moved-on');
    const { head } = await edit({ number: 1, text, after: before.head });
    const after = await readTable();
    expect(after.head).toBe(head);
    expect(after.turns.map(({ words }) => words)).toEqual(before.turns.map(({ words }) => words));
    expect(after.turns.find(({ number }) => number === 1)?.narrative).toBe(text);
    expect(after.turns.at(-1)?.narrative).toBe(before.turns.at(-1)?.narrative);
    const tree = await server.read<{ turns: { id: number }[] }>(`${game.path}/tree`);
    expect(tree.turns.map(({ id }) => id)).toContain(first?.id);
    expect((await edit({ number: 99, text, after: head })).code).toBe('session.no-such-turn');
    const page = await server.read<{ turns: { number: number }[] }>(`${game.path}/turns?before=2&from=0`);
    expect(page.turns.map(({ number }) => number)).toEqual([0, 1]);
  });
});
