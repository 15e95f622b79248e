// Tests session zero with a model that proposes worlds and sheets, and with uploaded cards, lorebooks and rules.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeReply } from '@terrarium/kernel/testing/fake-wire';
import { fileRoutes } from '@terrarium/protocol/file-routes';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRememberingServer, type RememberingServer } from './support/remembering-server.ts';
import { openSampleServer } from './support/sample-server.ts';

type Zero = RouteAnswer<'GET /api/worlds/{world}/zero'>;

const base = '/api/worlds/low-veyre/zero';
const name = 'Glass';

const orchard = (title: string) => ({
  title,
  about: 'An orchard that rings.',
  start: { at: 'Gatehouse' },
  opening: ['You stand before a gate that hums.'],
  places: [
    { name: 'Gatehouse', about: 'A gate of green glass. Its key is under the stone.' },
    { name: 'Crypt', about: 'Bones of glass.' },
  ],
  ways: [{ from: 'Gatehouse', to: 'Crypt', hidden: true }],
});
const odo = (set: object) => ({ name: 'Odo Fell', about: 'A bell founder.', set });

async function openWith(reply: () => FakeReply | Promise<FakeReply>): Promise<RememberingServer> {
  const model = await openFakeServer({
    contextTokens: 32_768,
    flavour: 'llama-cpp',
    models: ['story'],
    respond: reply,
  });
  onTestFinished(() => model.close());
  const server = await openRememberingServer({ baseUrl: model.baseUrl });
  onTestFinished(() => server.close());
  await server.read(base, { method: 'PUT', body: { name, system: 'starter', concept: 'glass & <bells>' } });
  return server;
}

const post = (server: RememberingServer, path: string, body: object = {}) =>
  server.read<Zero & { code?: string }>(`${base}${path}`, { method: 'POST', body: { name, ...body } });

/** Asks again until nothing is being made. */
async function waitUntilMade(server: Pick<RememberingServer, 'read'>): Promise<Zero> {
  const read = async () => await server.read<Zero>(`${base}?name=${name}`);
  await expect.poll(async () => (await read()).making?.state, { timeout: 30_000 }).not.toBe('making');
  const standing = await read();
  routes['GET /api/worlds/{world}/zero'].answer.parse(standing);
  return standing;
}

async function give(server: RememberingServer, file: string, body: string | Uint8Array<ArrayBuffer>) {
  const response = await fetch(
    `${server.origin}${base}/files?name=${name}&file=${encodeURIComponent(file)}`,
    {
      method: 'POST',
      headers: { ...server.headers, 'content-type': 'application/octet-stream' },
      body,
    },
  );
  return (await response.json()) as { kind: string; says: string; left: string[]; code?: string };
}

describe('session zero with a model', () => {
  test('RP7: a world and a sheet are made, changed by a word and kept, and nothing hidden is told', async () => {
    const replies = [orchard('The Glass Orchard'), orchard('The Winter Orchard')];
    const sheets = [
      odo({ 'attributes.brawn': 2, 'attributes.wits': 1 }),
      odo({ 'attributes.brawn': 1, 'attributes.wits': 2 }),
    ];
    const server = await openWith(() => ({ text: JSON.stringify(replies.shift() ?? sheets.shift()) }));
    const begun = await post(server, '/worlds');
    expect(begun.making).toMatchObject({ kind: 'world', state: 'making' });
    const made = await waitUntilMade(server);
    expect(made.world).toMatchObject({
      title: 'The Glass Orchard',
      madeBy: 'openai:story',
      places: ['Gatehouse'],
    });
    expect(JSON.stringify(made)).not.toMatch(/Crypt|under the stone/u);
    await post(server, '/worlds', { change: 'in winter' });
    expect((await waitUntilMade(server)).world?.title).toBe('The Winter Orchard');
    await post(server, '/proposals', { wish: 'a deaf founder' });
    const proposed = await waitUntilMade(server);
    expect(proposed.character).toMatchObject({ name: 'Odo Fell', set: { 'attributes.brawn': '2' } });
    await post(server, '/proposals', { wish: 'x', change: 'clever', character: proposed.character });
    expect((await waitUntilMade(server)).character?.set).toMatchObject({ 'attributes.wits': '2' });
    const game = await server.read<{ id: string }>('/api/worlds/low-veyre/games', {
      method: 'POST',
      body: { name },
    });
    const table = await server.read<{ sheet: { name: string } }>(`/api/worlds/low-veyre/games/${game.id}`);
    expect(table.sheet.name).toBe('Odo Fell');
  });

  test('RP7: a model says how a game in the world of the story begins, and where it does not, code does', async () => {
    const replies: (string | Promise<string>)[] = ['no', 'no'];
    const asked: string[] = [];
    const model = await openFakeServer({
      contextTokens: 32_768,
      flavour: 'llama-cpp',
      models: ['story'],
      respond: async (request) => {
        asked.push(JSON.stringify(request));
        return { text: (await replies.shift()) ?? '' };
      },
    });
    onTestFinished(() => model.close());
    const own = mkdtempSync(join(tmpdir(), 'terrarium-own-'));
    for (const variable of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME']) vi.stubEnv(variable, own);
    const server = await openSampleServer();
    onTestFinished(async () => {
      await server.close();
      vi.unstubAllEnvs();
      rmSync(own, { recursive: true, force: true });
    });
    const named = { model: 'openai:story', baseUrl: model.baseUrl };
    await server.read('/api/worlds/low-veyre/model', { method: 'PUT', body: named });
    // The model is asked only once it can be told what must never be in the game, whether the world or the wish is
    // settled first.
    const early = await server.read<Zero>(base, { method: 'PUT', body: { name, world: 'glossary' } });
    expect(early.making).toBeNull();
    const wish = { concept: 'A quiet game', lines: 'spiders', veils: '' };
    const wished = await server.read<Zero>(base, { method: 'PUT', body: { name, ...wish } });
    expect(wished.making).toMatchObject({ kind: 'world', state: 'making' });
    expect((await waitUntilMade(server)).making).toMatchObject({ state: 'made' });
    expect(asked[0]).toContain('spiders');
    replies.push('no', 'no');
    const choose = async () => {
      const chosen = await server.read<Zero>(base, { method: 'PUT', body: { name, world: 'glossary' } });
      expect(chosen.making).toMatchObject({ kind: 'world', state: 'making' });
      return await waitUntilMade(server);
    };
    const plain = await choose();
    expect(plain.making).toMatchObject({ state: 'made', says: expect.stringContaining('glossary alone') });
    expect(plain.world).toMatchObject({ id: 'from-a-glossary', madeBy: null, begunBy: null });
    // Where another world is chosen before the answer is there, nothing is said about the world of the story.
    const late = Promise.withResolvers<string>();
    replies.push(late.promise);
    for (const world of ['glossary', 'drawn'])
      await server.read(base, { method: 'PUT', body: { name, world } });
    late.resolve('no');
    const other = await waitUntilMade(server);
    expect(other.making).toBeNull();
    expect(other.world?.id).not.toBe('from-a-glossary');
    const steps = [{ name: 'Look' }, { name: 'Leave' }];
    const quest = { name: 'What rang', about: 'Somebody asks.', steps };
    replies.push(JSON.stringify({ at: plain.world?.places[0], opening: ['It rings.'], quest }));
    const begun = await choose();
    expect(begun.making).toBeNull();
    expect(begun.world).toMatchObject({ id: 'from-a-glossary', madeBy: null, begunBy: 'openai:story' });
    const game = await server.read<{ id: string }>('/api/worlds/low-veyre/games', {
      method: 'POST',
      body: { name },
    });
    const table = await server.read(`/api/worlds/low-veyre/games/${game.id}`);
    expect(JSON.stringify(table)).toContain('"narrative":"It rings."');
  });

  test('RP7: what is being made can be left, found again and stopped, and a failure takes nothing away', async () => {
    const asked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<FakeReply>();
    const replies = [JSON.stringify(orchard('The Glass Orchard'))];
    const server = await openWith(async () => {
      const text = replies.shift();
      if (text !== undefined) return { text };
      asked.resolve();
      return await over.promise;
    });
    await post(server, '/worlds');
    await waitUntilMade(server);
    await post(server, '/worlds');
    await asked.promise;
    expect((await server.read<Zero>(`${base}?name=${name}`)).making?.state).toBe('making');
    expect((await post(server, '/proposals', { wish: 'x' })).code).toBe('server.making');
    expect((await post(server, '/stop')).making).toBeNull();
    over.resolve({ text: 'no world at all' });
    await post(server, '/worlds');
    const failed = await waitUntilMade(server);
    expect(failed.making?.failure).toMatchObject({ kind: 'error', code: 'session-zero.no-world' });
    expect(failed.world?.title).toBe('The Glass Orchard');
    expect((await post(server, '/stop')).making).toBeNull();
  });
});

describe('session zero with files', () => {
  const card = { spec: 'chara_card_v2', spec_version: '2.0' };
  const soma = {
    name: 'Soma <b>',
    description: 'A ferrywoman.',
    first_mes: 'The river is high.',
    scenario: 'Location: the landing',
  };

  test('RP8: cards, lorebooks and rules join the game to come, and what is left out is said', async () => {
    const server = await openWith(() => ({ text: '' }));
    const book = {
      entries: {
        0: { key: ['salt'], content: 'Salt burns blue.' },
        1: { key: ['x'], content: 'Pepper.', disable: true },
      },
    };
    expect((await give(server, 'vell.json', JSON.stringify(book))).code).toBe('play.no-world-yet');
    const came = await give(server, '../../Soma.json', JSON.stringify({ ...card, data: soma }));
    fileRoutes['POST /api/worlds/{world}/zero/files'].answer.parse(came);
    expect(came).toMatchObject({
      kind: 'card',
      says: 'Soma <b> was added: the scene of the card is the world of this game.',
      left: [],
    });
    expect((await server.read<Zero>(`${base}?name=${name}`)).world).toMatchObject({
      title: 'Soma <b>',
      places: ['the landing'],
    });
    const lore = await give(server, 'vell.json', JSON.stringify(book));
    expect(lore).toMatchObject({
      kind: 'lorebook',
      says: 'Added from vell.json: 1 entry of lore; 1 more, empty or switched off, was left out.',
    });
    const manifest = readFileSync(new URL('../../rpg/src/systems/fate.json', import.meta.url), 'utf8');
    expect(await give(server, 'Mine.json', manifest)).toMatchObject({ kind: 'rules' });
    expect((await server.read<Zero>(`${base}?name=${name}`)).system).toBe('fate');
    expect(readFileSync(join(server.worldDir, 'systems', 'mine.json'), 'utf8')).toBe(manifest);
    for (const [file, body] of [
      ['picture.png', new Uint8Array([137, 80, 78, 71, 0, 1, 2])],
      ['x.json', '{"engine": 1}'],
      ['y.json', 'nothing'],
    ] as const)
      expect((await give(server, file, body)).code, file).toMatch(/^(?:card|manifest)\./u);
    for (const [file, body, says] of [
      ['book.pdf', '%PDF-1.7 …', 'book.pdf looks like a PDF.'],
      ['book.txt', 'a\u0000\u0001b', 'book.txt looks like a binary file, not text.'],
      ['Soma.charx', 'PK\u0003\u0004 card.json', 'Soma.charx is a character card in an archive (CHARX).'],
      ['half.json', '{"spec": "chara_', 'The file is damaged: its JSON is cut off or has a mistake.'],
    ] as const)
      expect(await give(server, file, body), file).toMatchObject({ happened: says });
  });

  test('RP8: a rulebook is read by a model into rules, and what is to be mended is said', async () => {
    const item = {
      kind: 'field',
      path: 'resources.grit',
      label: 'Grit',
      prefab: 'RES_POOL',
      category: 'resources',
      max_formula: '4 + attributes.nrve',
      quote: "A sailor's Grit is 4 plus their Nerve.",
    };
    const server = await openWith(() => ({ text: JSON.stringify({ items: [item] }) }));
    const book = "# Salt\n\nA sailor's Grit is 4 plus their Nerve.\n";
    expect(await give(server, 'salt.md', book)).toMatchObject({ kind: 'rulebook', left: [] });
    const failed = await waitUntilMade(server);
    expect(failed.making?.failure?.code).toBe('play.system-unsound');
    expect(failed.making?.failure?.happened).toContain('attributes.nrve');
    expect(failed.system).toBe('starter');
  });

  test('RP8: after a rulebook was read, its title, what was found, the file and what is doubtful are told', async () => {
    const item = {
      kind: 'field',
      path: 'resources.grit',
      label: 'Grit',
      prefab: 'RES_POOL',
      category: 'resources',
      config: { max: 4 },
      quote: "A sailor's Grit is 4.",
    };
    const storm = 'When the sea turns, roll 2d6.';
    const rest = [
      { kind: 'engine', dice: '2d6', mechanic: 'Roll.', success: '7 or more', crit: '12', quote: storm },
      ...['combat', 'exploration', 'social', 'downtime', 'character_creation'].map((of) => ({
        kind: 'procedure',
        name: of,
        text: 'Say it, and roll.',
        quote: storm,
      })),
    ];
    const server = await openWith(() => ({ text: JSON.stringify({ items: [item, ...rest] }) }));
    await give(
      server,
      'salt.md',
      "# Salt and Brine\n\nWhen the sea turns, roll 2d6. A sailor's Grit is 4. After a rest it is full again.\n",
    );
    const read = await waitUntilMade(server);
    expect(read.making).toMatchObject({ kind: 'rules', state: 'made' });
    expect(read.making?.says).toMatch(/1 field.*systems\/salt\.json/u);
    expect(read.making?.left?.length).toBeGreaterThan(0);
    expect(read.systems.find(({ id }) => id === read.system)?.label).toBe('Salt and Brine');
    await post(server, '/stop');
    expect((await server.read<Zero>(`${base}?name=${name}`)).making).toBeNull();
  });

  test('RP8: without a model a rulebook is refused at once, and nothing begins', async () => {
    const server = await openRememberingServer();
    onTestFinished(() => server.close());
    expect(await give(server, 'salt.md', '# Salt')).toMatchObject({ code: 'play.extraction-needs-model' });
    expect((await server.read<Zero>(`${base}?name=${name}`)).making).toBeNull();
  });
});
