// Serves a fleet to several people, as their browsers ask: each reads what is theirs, as it was published last.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerStory } from '@terrarium/annotator/testing/story-model';
import { addFolder } from '@terrarium/fleet/add-folder';
import { addOwner } from '@terrarium/fleet/owner';
import { runWorker } from '@terrarium/fleet/run-worker';
import {
  buildWorker,
  createStory,
  openSmallFleet,
  type SmallFleet,
} from '@terrarium/fleet/testing/small-fleet';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { servePeople } from '@terrarium/server/serve-people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../src/actions/fleet-door.ts';

type Home = RouteAnswer<'GET /api/worlds/{world}'>;
type Chapter = RouteAnswer<'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}'>;

const environment = buildSystemEnvironment();
let fleet: SmallFleet;
let served: Awaited<ReturnType<typeof servePeople>>;
let origin: string;

beforeAll(async () => {
  fleet = await openSmallFleet();
  for (const name of ['ann', 'bob']) {
    await addOwner(fleet.database, { name });
    await fleet.database.query(`ALTER ROLE ${name} PASSWORD '${name} knows this'`);
  }
  const dir = await createStory(join(fleet.folder, 'story'), 1);
  const task = { kind: 'read', priority: 0, options: {} } as const;
  for (const [name, owner] of [
    ['The Salt Road', 'ann'],
    ['His own', 'bob'],
  ] as const)
    await addFolder(fleet.database, { dir, name, owner, task });
  const screensDir = join(fleet.folder, 'screens');
  mkdirSync(screensDir);
  writeFileSync(join(screensDir, 'index.html'), 'the screens');
  const doorkeeper = openDoor(fleet.address, join(fleet.folder, 'copies'));
  served = await servePeople({ doorkeeper, environment, screensDir, port: 0, origins: [] });
  origin = `http://127.0.0.1:${served.port}`;
});
afterAll(async () => {
  await served.close();
  await fleet.close();
});

async function enter(name: string, words: string): Promise<Response> {
  return await fetch(`${origin}/enter`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({ name, words, to: '/' }),
  });
}

/** Requests of somebody's browser. */
async function letIn(name: string) {
  const entered = await enter(name, `${name} knows this`);
  expect(entered.status).toBe(303);
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const ask = (path: string, method = 'GET', body?: unknown) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { origin, cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async <Answer = unknown>(path: string) => (await (await ask(path)).json()) as Answer;
  return { ask, read };
}

describe('a fleet in a browser', () => {
  it('FB1: lets nobody in where the database asks for no password', async () => {
    const entered = await enter('ann', 'ann knows this');
    expect(entered.status).toBe(401);
    expect(await entered.text()).toContain('with any passphrase');
    fleet.cluster.askPasswords();
  });

  it('FB1: shows each person what is theirs alone, and strangers nothing', async () => {
    expect((await fetch(`${origin}/api/worlds`)).status).toBe(401);
    expect(await (await fetch(origin)).text()).toContain('Say who you are');
    for (const [name, words] of [
      ['ann', 'bob knows this'],
      ['nobody', 'anything'],
      ['', 'x'],
      ['ann', ''],
    ] as const)
      expect((await enter(name, words)).headers.get('set-cookie'), name).toBeNull();
    const [ann, bob] = [await letIn('ann'), await letIn('bob')];
    expect(await ann.read('/api/worlds')).toMatchObject([{ title: 'The Salt Road', lent: { owner: 'ann' } }]);
    expect(await bob.read('/api/worlds')).toMatchObject([{ key: 'his-own', lent: { owner: 'bob' } }]);
    expect((await ann.ask('/api/worlds/his-own')).status).toBe(404);
    expect((await ann.ask('/api/worlds/the-salt-road/contents')).status).toBe(200);
    expect(await (await ann.ask('/the-salt-road')).text()).toBe('the screens');
    expect(
      (await fetch(`${origin}/api/worlds`, { headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403);
  });

  it('FB2, FB3: shows the newest published state and who reads it, keeps the place, and changes nothing', async () => {
    const ann = await letIn('ann');
    const home = '/api/worlds/the-salt-road';
    expect(await ann.read(home)).toMatchObject({ entries: 0, world: { dir: 'The Salt Road' } });
    const { stories } = await ann.read<RouteAnswer<'GET /api/worlds/{world}/contents'>>(`${home}/contents`);
    const [story] = stories;
    const chapter = `${home}/stories/${story?.corpus}/chapters/${story?.chapters[0]?.threadId}`;
    const { posts } = await ann.read<Chapter>(chapter);
    const point = { corpus: story?.corpus, postId: posts[0]?.postId, offset: 0 };
    expect((await ann.ask(`${home}/point`, 'PUT', point)).status).toBe(200);
    const during: Home[] = [];
    const watched: LanguageModel = {
      id: 'test:story',
      reply: async (request) => {
        during.push(await ann.read<Home>(home));
        return answerStory(request);
      },
    };
    await runWorker(buildWorker(fleet, watched, { name: 'the worker' }).worker);
    expect(during.some(({ world }) => world.lent?.worker === 'the worker')).toBe(true);
    const after = await ann.read<Home>(home);
    expect(after).toMatchObject({ world: { lent: { scenesDone: 7, scenesAll: 7 } } });
    expect(after.entries).toBeGreaterThan(0);
    expect(after.place).not.toBeNull();
    const {
      entries: [entry],
    } = await ann.read<RouteAnswer<'GET /api/worlds/{world}/entries'>>(`${home}/entries`);
    for (const [path, method, body] of [
      [`/entries/${entry?.id}`, 'PATCH', { definition: 'Changed.' }],
      ['/model', 'GET', undefined],
      ['/run', 'POST', {}],
      ['/talk', 'POST', { text: 'Hello' }],
      ['/zero', 'GET', undefined],
    ] as const) {
      const refused = await ann.ask(`${home}${path}`, method, body);
      expect(refused.status, path).toBe(403);
      expect(await refused.json(), path).toMatchObject({ code: 'server.only-looked-at' });
    }
  });
});
