// Serves a fleet to the browsers of several people: each sees only their own worlds, as last published.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFaultsInBothThemes } from '@terrarium/annotator/testing/find-access-faults';
import { openBrowser, openContext } from '@terrarium/annotator/testing/open-browser';
import { answerStory } from '@terrarium/annotator/testing/story-model';
import { addFolder } from '@terrarium/fleet/add-folder';
import { fetchWorld } from '@terrarium/fleet/fetch-world';
import { openFleetDatabase } from '@terrarium/fleet/fleet-database';
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
import { buildScreens } from '@terrarium/server/build-screens';
import { servePeople } from '@terrarium/server/serve-people';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../src/actions/fleet-door.ts';

type Home = RouteAnswer<'GET /api/worlds/{world}'>;
type Chapter = RouteAnswer<'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}'>;

const environment = buildSystemEnvironment();
let fleet: SmallFleet;
let served: Awaited<ReturnType<typeof servePeople>>;
let origin: string;
let story: string;
let screensDir: string;

beforeAll(async () => {
  fleet = await openSmallFleet();
  for (const name of ['ann', 'bob']) {
    await addOwner(fleet.database, { name });
    await fleet.database.query(`ALTER ROLE ${name} PASSWORD '${name} knows this'`);
  }
  story = await createStory(join(fleet.folder, 'story'), 1, 4);
  await add('The Salt Road', 'ann');
  await add('His own', 'bob');
  screensDir = await buildScreens(() => undefined);
  served = await serve('copies');
  origin = `http://127.0.0.1:${served.port}`;
});
afterAll(async () => {
  await served.close();
  await fleet.close();
});

async function add(name: string, owner: string): Promise<void> {
  const task = { kind: 'read', priority: 0, options: {} } as const;
  await addFolder(fleet.database, { dir: story, name, owner, task });
}

/** Serves as a separate machine would, with a folder of its own. */
async function serve(folder: string) {
  const doorkeeper = openDoor(fleet.address, join(fleet.folder, folder));
  return await servePeople({ doorkeeper, environment, screensDir, port: 0, origins: [] });
}

async function enter(name: string, words: string, at = origin): Promise<Response> {
  return await fetch(`${at}/enter`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: at },
    body: new URLSearchParams({ name, words, to: '/' }),
  });
}

/** Signs a person in, and returns functions that send requests as their browser does. */
async function letIn(name: string, at = origin) {
  const entered = await enter(name, `${name} knows this`, at);
  expect(entered.status).toBe(303);
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const ask = (path: string, method = 'GET', body?: unknown) =>
    fetch(`${at}${path}`, {
      method,
      headers: { origin: at, cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const read = async <Answer = unknown>(path: string) => (await (await ask(path)).json()) as Answer;
  return { ask, read };
}

describe('a fleet in a browser', () => {
  it('FB1: lets nobody in where the database asks for no password', async () => {
    const entered = await enter('ann', 'ann knows this');
    expect(entered.status).toBe(401);
    expect(await entered.text()).toContain('with any password');
    fleet.cluster.askPasswords();
  });

  it('FB1: shows each person what is theirs alone, and strangers nothing', async () => {
    expect((await fetch(`${origin}/api/worlds`)).status).toBe(401);
    expect(await (await fetch(origin)).text()).toContain('Sign in');
    for (const [name, words] of [
      ['ann', 'bob knows this'],
      ['"><b>nobody', 'anything'],
      ['', 'x'],
      ['ann', ''],
    ] as const) {
      const refused = await enter(name, words);
      expect(refused.headers.get('set-cookie'), name).toBeNull();
      // The name stays in its field, as text.
      const kept = name.replace('">', '&quot;>').replace('<', '&lt;');
      expect(await refused.text()).toContain(`value="${kept}" required`);
    }
    const [ann, bob] = [await letIn('ann'), await letIn('bob')];
    expect(await ann.read('/api/worlds')).toMatchObject([{ title: 'The Salt Road', lent: { owner: 'ann' } }]);
    expect(await bob.read('/api/worlds')).toMatchObject([{ key: 'his-own', lent: { owner: 'bob' } }]);
    expect((await ann.ask('/api/worlds/his-own')).status).toBe(404);
    expect((await ann.ask('/api/worlds/the-salt-road/contents')).status).toBe(200);
    expect(await (await ann.ask('/the-salt-road')).text()).toContain('id="root"');
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
    const chapter = `${home}/stories/${story?.corpus}/chapters/${story?.chapters.at(-1)?.threadId}`;
    const { posts } = await ann.read<Chapter>(chapter);
    const point = { corpus: story?.corpus, postId: posts.at(-1)?.postId, offset: 0 };
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
    expect(after).toMatchObject({ world: { lent: { scenesDone: 4, scenesAll: 4 } } });
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
    expect((await ann.ask('/api/worlds', 'POST', { title: 'Mine' })).status).toBe(403);
  });

  it('FB4: keeps a place for its reader on every machine, in what they fetch, and while the database is away', async () => {
    const other = await serve('elsewhere');
    const [here, there] = [await letIn('ann'), await letIn('ann', `http://127.0.0.1:${other.port}`)];
    const home = '/api/worlds/the-salt-road';
    const readPlaces = async () =>
      await Promise.all([here, there].map(async ({ read }) => (await read<Home>(home)).place));
    const move = async ({ ask }: typeof here, place: string | null) =>
      expect((await ask(`${home}/place`, 'PUT', { place })).status).toBe(200);
    const [first] = await readPlaces();
    expect(first).not.toBeNull();
    expect(await readPlaces()).toEqual([first, first]);
    const places = ['post:1', 'post:3', null] as const;
    for (const [at, place] of places.entries()) {
      await move(at % 2 === 0 ? there : here, place);
      const seen = await readPlaces();
      expect(seen[0]).toEqual(seen[1]);
      expect(seen[0] === null).toBe(place === null);
    }
    await readPlaces();
    fleet.cluster.stop();
    await move(here, 'post:5');
    const kept = (await here.read<Home>(home)).place;
    fleet.cluster.start();
    expect(kept).not.toBeNull();
    expect((await here.read<Home>(home)).place).toEqual(kept);
    expect(await readPlaces()).toEqual([kept, kept]);
    const ann = openFleetDatabase(
      fleet.cluster.buildAddress('fleet', 'ann').replace('ann@', 'ann:ann%20knows%20this@'),
    );
    const dir = join(fleet.folder, 'fetched');
    await fetchWorld(ann, { name: 'The Salt Road', dir });
    const file = join(dir, 'place.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ place: 'post:5' });
    // The person who puts the world back has read on in it since it was fetched.
    writeFileSync(file, JSON.stringify({ place: 'post:7' }));
    const task = { kind: 'verify', priority: 0, options: {} } as const;
    await addFolder(ann, { dir, name: 'The Salt Road', task, replaces: true });
    expect(await readPlaces()).toEqual(['post:7', 'post:7']);
    await ann.close();
    await other.close();
  });
});

/** Opens a browser for a person, signs them in, and returns their first page. */
async function openPage(browser: Browser, name: string): Promise<Page> {
  const context = await openContext(browser, { viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await page.goto(origin);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Passphrase').fill(`${name} knows this`);
  await page.getByRole('button', { name: 'Enter' }).click();
  return page;
}

describe('a fleet in Chromium', () => {
  const home = () => `${origin}/the-salt-road`;
  let browser: Browser;
  let ann: Page;
  const faults: string[] = [];
  beforeAll(async () => {
    await add('The Glass Road', 'ann');
    browser = await openBrowser();
    ann = await openPage(browser, 'ann');
    ann.on('pageerror', ({ message }) => faults.push(message));
  });
  afterAll(() => browser.close());

  it('FB1: each sees their own worlds on the shelf, and the address of another one leads nowhere', async () => {
    await ann.getByRole('heading', { name: 'Your worlds' }).waitFor();
    const shelf = await ann.getByRole('listitem').allInnerTexts();
    expect(shelf).toEqual([
      'The Salt Road\nThe Glass Road · not read by the fleet yet',
      expect.stringMatching(/^The Salt Road\nread, as of /),
    ]);
    const bob = await openPage(browser, 'bob');
    await bob.waitForURL(`${origin}/his-own`);
    for (const path of ['', '/read', '/glossary']) {
      await bob.goto(`${home()}${path}`);
      await bob.getByText('This server shows no world').first().waitFor();
      expect(await bob.getByRole('main').innerText()).not.toContain('Salt');
    }
    await bob.context().close();
  });

  it('FB3: a world is read, looked up and searched, and nothing that would change it is offered', async () => {
    await ann.getByRole('link', { name: /^The Salt Road read/ }).click();
    await ann.getByText('Here you can read it, but change nothing.').waitFor();
    const rooms = ann.getByRole('navigation', { name: 'Rooms' }).getByRole('link');
    expect(await rooms.allInnerTexts()).toEqual(['Home', 'Read', 'Glossary']);
    await ann.getByRole('link', { name: /^(?:Begin|Read on|Open the story)/ }).click();
    await ann.getByRole('article').waitFor();
    await ann.keyboard.press('.');
    const card = ann.getByRole('complementary', { name: /What the story has said so far/ });
    expect(await ann.getByRole('article').innerText()).toContain(
      await card.getByRole('heading').first().innerText(),
    );
    await rooms.filter({ hasText: 'Glossary' }).click();
    await ann.getByLabel('Search the glossary').fill('Soma');
    await ann.getByRole('link', { name: /^Soma/ }).first().click();
    await ann.getByRole('heading', { name: /^Soma/ }).waitFor();
    await ann.keyboard.press('Control+k');
    const finder = ann.getByRole('dialog', { name: 'Find' });
    await finder.getByRole('combobox').fill('Thread');
    await finder.getByRole('option', { name: /Thread 1/ }).waitFor();
    await ann.keyboard.press('Escape');
    for (const path of ['/glossary', '/glossary/1', '/read']) {
      await ann.goto(`${home()}${path}`);
      await ann.getByRole('heading', { level: 1 }).waitFor();
      for (const name of [/^correct/i, /^merge/i, /^remove\b/i, /^confirm$/i, /^ask/i])
        expect(await ann.getByRole('button', { name }).count(), `${path} ${name}`).toBe(0);
    }
    for (const path of ['/run', '/play', '/play/new', '/remember', '/settings', '/glossary/ask?q=Who']) {
      await ann.goto(`${home()}${path}`);
      await ann.getByRole('heading', { name: 'This cannot be done here' }).waitFor();
      expect(await ann.getByRole('alert').count(), path).toBe(0);
    }
  });

  it('FB3: its pages have no fault that a test of access finds, in light and dark', async () => {
    for (const path of ['/', '/the-salt-road', '/the-salt-road/run', '/enter']) {
      await ann.goto(`${origin}${path}`);
      await ann.getByRole('heading', { level: 1 }).waitFor();
      expect(await findFaultsInBothThemes(ann), path).toEqual([]);
    }
  });

  it('FB2: what a worker publishes is there at the next look', async () => {
    const glossary = `${origin}/the-glass-road/glossary`;
    await ann.goto(glossary);
    await ann.getByText('The story has not been read for the glossary yet').waitFor();
    const gate = Promise.withResolvers<void>();
    const scenes = await countScenes();
    const gated: LanguageModel = {
      id: 'test:story',
      reply: async (request) => {
        if ((await countScenes()) > scenes) await gate.promise;
        return answerStory(request);
      },
    };
    const { worker } = buildWorker(fleet, gated, { name: 'a slow one' });
    const working = runWorker(worker);
    await expect.poll(countScenes, { timeout: 20_000 }).toBeGreaterThan(scenes);
    await ann.goto(`${origin}/the-glass-road`);
    await ann.getByText('a slow one is at work on it now').waitFor();
    const entries = ann.locator('main li a[href^="/the-glass-road/glossary/"]');
    await ann.goto(glossary);
    await entries.first().waitFor();
    const before = await entries.count();
    gate.resolve();
    await working;
    await ann.reload();
    await entries.nth(before).waitFor();
    await ann.goto(`${origin}/the-glass-road`);
    await ann.getByText(/^read, as of/).waitFor();
  });

  it('FB2: while the database is away a page says so once, and goes on by itself afterwards', async () => {
    await ann.goto(home());
    await ann.getByText('Here you can read it, but change nothing.').waitFor();
    fleet.cluster.stop();
    // While the database is away, a world that was already fetched can be looked at.
    await ann.goto(`${home()}/glossary`);
    await ann.getByLabel('Search the glossary').waitFor();
    await ann.goto(origin);
    const alert = ann.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/cannot be reached .* continues by itself/s);
    expect(await alert.count()).toBe(1);
    fleet.cluster.start();
    await ann.getByRole('heading', { name: 'Your worlds' }).waitFor();
    expect(faults).toEqual([]);
  });
});

/** How many scenes were read in the published states of all worlds. */
async function countScenes(): Promise<number> {
  const [row] = await fleet.database.query<{ count: string }>(
    'SELECT coalesce(sum(scenes_done), 0) AS count FROM fleet.world',
  );
  return Number(row?.count);
}
