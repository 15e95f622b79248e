// Tests talking: a client uses a companion's world, from importing a chat to taking messages back.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { buildFakeVector } from '@terrarium/kernel/testing/fake-embedder';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import { openVectorStore } from '@terrarium/kernel/vectors';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder, openClient, runTerrarium, startClient } from './support/open-client.ts';

const secret = 'xyzzy-plugh';
const old = Array.from({ length: 12 }, (_, at) => [
  {
    role: 'user',
    text: `On day ${at} the lighthouse keeper Maren mended the lamp again`,
    at: `2016-03-${10 + at}T10:00:00Z`,
  },
  { role: 'assistant', text: '<say>Maren and the lamp, always.</say>', at: `2016-03-${10 + at}T10:00:05Z` },
]).flat();
const recent = {
  role: 'assistant',
  text: `<say>Hm.</say><secret>${secret}</secret><plan>learn to swim</plan>`,
  at: '2016-04-01T10:00:00Z',
};

async function importChat(folder: string) {
  const lines = [...old, recent].map((line) => JSON.stringify(line)).join('\n');
  writeFileSync(join(folder, 'chat.jsonl'), lines);
  const said = await runTerrarium(['memory', 'import', 'chat.jsonl', '--world', 'world'], folder);
  expect(said).toMatchObject({ exitCode: 0, error: '' });
}

/**
 * Notes every report of progress from the server, since the client drops a notification that arrives together with the
 * answer.
 */
function noteProgress({ transport }: Client): readonly unknown[] {
  const told: unknown[] = [];
  if (transport === undefined) return told;
  const inner = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ('method' in message && message.method === 'notifications/progress') told.push(message.params);
    inner?.(message, extra);
  };
  return told;
}

it('PL14: lives at another moment if the person who starts it says so', async () => {
  const folder = createFolder();
  const { call } = await startClient(folder, { now: '2026-06-24 10:00' });
  const heard = await call('hear', { text: 'So? <plan>swim every Wednesday at 3pm</plan>' });
  expect(heard.text).toContain('plan 1 created, due Wed 24 June 2026 15:00');
  expect((await call('plans')).text).toContain('approaching, due Wed 24 June 2026 15:00');
});

it('knows on waking what a chat from last year held, and every tool answers of it', async () => {
  const folder = createFolder();
  await importChat(folder);
  const { client, call, close } = await openClient(folder);
  expect(client.getInstructions()).toContain('`hear` their words');

  const woken = await call('wake', { message: 'Who mended the lamp?' });
  expect(woken).toMatchObject({ isError: false, value: { turn: 12, wakeId: 1 } });
  expect(woken.text).toContain(secret);
  expect(woken.text).toContain('lighthouse keeper Maren');
  expect(woken.text).toContain('Who mended the lamp?');

  const heard = await call('hear', { text: 'Who mended the lamp? <plan>call Maren tomorrow at 9:00</plan>' });
  expect(heard.value).toMatchObject({
    turn: 13,
    effects: [{ effect: 'created', kind: 'plan' }],
    wake: { wakeId: 2 },
  });
  expect(heard.text).toMatch(
    /^Taken in as moment 26, turn 13\.\nIn mind:\n- plan \d+ created, due \w{3} \d+ \w+ \d{4} 09:00\n/,
  );
  expect(heard.text).toContain('learn to swim');

  const spoken = await call('speak', {
    text: '<say>Maren did.</say><pin>the lamp matters</pin><plan>done water the garden</plan>',
  });
  expect(spoken.value).toMatchObject({ turn: 13, effects: [{ kind: 'pin' }], reports: [{ kind: 'missed' }] });
  expect(spoken.text).toContain('Not done:\n- plan: ');

  const compiled = await call('maintain', { kind: 'deep' });
  expect(compiled.value).toMatchObject({ status: 'applied', runId: 1 });
  expect(compiled.text).toContain('create-fragment lamp');
  const shown = {
    plans: await call('plans', { topic: 'swim' }),
    search: await call('search', { query: 'lighthouse Maren', limit: 3 }),
    held: await call('search', { query: 'swimming', limit: 3 }),
    within: await call('search', { query: 'lighthouse', from: '2016', to: '2016-01-01' }),
    whyItem: await call('why', { item: 1 }),
    whyEvent: await call('why', { event: 1 }),
    recall: await call('recall', { key: '[lamp]', deep: true }),
    recap: await call('recap', { since: '2016-01-01T00:00:00Z' }),
    audit: await call('audit'),
    compiled,
    again: await call('maintain', { isDryRun: true }),
    revert: await call('revert', { run: 1 }),
    gone: await call('recall', { key: 'lamp' }),
  };
  expect(shown.plans.value).toMatchObject({
    total: 1,
    plans: [{ content: 'learn to swim', phase: 'open-ended' }],
  });
  expect(shown.search.value['moments']).toHaveLength(3);
  expect(shown.search.text).toContain('2016-03-');
  expect(shown.held.value['items']).toMatchObject([{ kind: 'plan', excerpt: 'learn to swim' }]);
  expect(shown.held.text).toContain('Held in mind, now or once:\n- plan, active: learn to swim (item ');
  expect(shown.whyItem).toMatchObject({ isError: false, value: { wakeId: 2 } });
  expect(shown.whyItem.text).toMatch(/score/i);
  expect(shown.recall.value).toMatchObject({ key: 'lamp', tier: 'inventory' });
  expect(shown.recap.text).toContain('the lamp matters');
  expect(shown.audit.value).toMatchObject({ size: { events: 27 } });
  expect(shown.again.value).toMatchObject({ status: 'nothing-new' });
  expect(shown.revert).toMatchObject({ isError: false, value: { runId: 1 } });
  expect(shown.gone.text).toContain('There is no fragment [lamp]');
  for (const [name, { text, value }] of Object.entries(shown))
    expect(`${name} ${text} ${JSON.stringify(value)}`).not.toContain(secret);

  await close();
  expect(existsSync(join(folder, 'world', 'memory.sqlite-wal'))).toBe(false);
});

it('tells who the companion is once, with wake, and not again with each message', async () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'world'));
  writeFileSync(join(folder, 'world', 'wake-context.md'), 'You are Maren of the lighthouse.');
  writeFileSync(join(folder, 'world', 'ambient.md'), 'I mend lamps.');
  const { call } = await openClient(folder);
  const woken = await call('wake');
  expect(woken.text).toContain('You are Maren of the lighthouse.');
  for (const text of ['Hello', 'And now?']) {
    const heard = await call('hear', { text });
    expect(heard.text).not.toContain('You are Maren');
    expect(heard.text).toContain('I mend lamps.');
  }
});

it('declares its tools so that a model can follow and a client can ask', async () => {
  const { client } = await openClient(createFolder());
  const { tools } = await client.listTools();
  const readers = ['recap', 'plans', 'facts', 'search', 'why', 'audit'];
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    [
      ...readers,
      'correct',
      'export',
      'forget',
      'hear',
      'import',
      'maintain',
      'proposals',
      'recall',
      'redo',
      'revert',
      'revive',
      'speak',
      'undo',
      'wake',
    ].toSorted(),
  );
  for (const { name, description = '', annotations, inputSchema, title } of tools) {
    expect(description.length, name).toBeGreaterThan(40);
    expect(description.length, name).toBeLessThan(400);
    expect(title, name).not.toBe('');
    expect(annotations?.readOnlyHint, name).toBe(readers.includes(name));
    expect(annotations?.destructiveHint, name).toBe(name === 'revert' || name === 'forget');
    expect(inputSchema['additionalProperties'], name).toBe(false);
    for (const [argument, property] of Object.entries(inputSchema.properties ?? {}))
      expect(property, `${name} ${argument}`).toHaveProperty('description');
  }
});

it('brings in a talk that the person laid ready, once, and writes the memory out without its secrets', async () => {
  const folder = createFolder();
  const { call } = await openClient(folder);
  const ready = join(folder, 'world', 'imports');
  expect((await call('import')).text).toBe(
    `There is no file to import. Ask the person to put the file into ${ready}.`,
  );
  mkdirSync(join(ready, 'older'), { recursive: true });
  writeFileSync(join(ready, 'chat.jsonl'), [...old, recent].map((line) => JSON.stringify(line)).join('\n'));
  expect((await call('import')).value).toEqual({ files: ['chat.jsonl'] });
  const file = 'chat.jsonl';
  expect((await call('import', { file, isDryRun: true })).text).toContain('25 messages would be imported');
  expect((await call('audit')).value).toMatchObject({ size: { events: 0 } });
  const brought = await call('import', { file });
  expect(brought.value).toMatchObject({
    format: 'jsonl',
    added: 25,
    known: 0,
    firstAtMs: Date.parse('2016-03-10T10:00:00Z'),
  });
  expect(brought.text).toContain('25 messages were imported; 0 were known already.');
  expect((await call('import', { file })).value).toMatchObject({ added: 0, known: 25 });
  expect((await call('search', { query: 'lighthouse' })).text).toContain('lighthouse keeper Maren');
  for (const elsewhere of ['../terrarium.yaml', join(ready, file), 'older', '..']) {
    const refused = await call('import', { file: elsewhere });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('[mcp.no-such-import]') });
  }

  const written = await call('export', { format: 'markdown' });
  expect(written.value).toMatchObject({ path: join(folder, 'world', 'exports', 'world.memory.md') });
  const page = readFileSync(String(written.value['path']), 'utf8');
  expect(page).toContain('lighthouse keeper Maren');
  expect(page).not.toContain(secret);
});

it('gives what is said its vectors where there is an embedding server, so that it comes back by meaning', async () => {
  const folder = createFolder();
  const server = await openFakeServer({ respond: () => ({ text: '' }), models: ['story'] });
  onTestFinished(() => server.close());
  mkdirSync(join(folder, 'world'));
  const memory = { embedder: { baseUrl: server.baseUrl, model: 'story' } };
  writeFileSync(join(folder, 'world', 'terrarium.yaml'), JSON.stringify({ memory }));
  const { call } = await openClient(folder, { trustsWorld: true });
  await call('hear', { text: 'The boat leaks', wakes: false });
  await call('speak', { text: '<say>Then let us caulk it.</say>' });
  const connection = openMemoryDatabase({ path: join(folder, 'world', 'memory.sqlite') });
  onTestFinished(() => void connection.close());
  const dimensions = buildFakeVector('').length;
  const vectors = openVectorStore(connection, { id: 'server:story', dimensions });
  // The vectors are made in the background, so `audit` is called until they are there, however long that takes.
  while (vectors.readLast() < 2) await call('audit');
  expect(vectors.searchNearest(buildFakeVector('The boat leaks'), 1)).toMatchObject([{ place: 1 }]);
});

it('asks nobody that only the world names before the person accepts it, and says so', async () => {
  const folder = createFolder();
  let connections = 0;
  const stranger = createServer((_request, response) => response.writeHead(500).end());
  stranger.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stranger.close());
  const baseUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/v1`;
  mkdirSync(join(folder, 'world'));
  const settings = { model: 'openai:theirs', baseUrl, memory: { embedder: { baseUrl, model: 'theirs' } } };
  writeFileSync(join(folder, 'world', 'terrarium.yaml'), JSON.stringify(settings));
  const { call, client, close } = await openClient(folder);
  expect((await call('hear', { text: 'The boat leaks' })).isError).toBe(false);
  expect((await call('search', { query: 'boat' })).text).toContain('The boat leaks');
  expect(client.getInstructions()).not.toContain('127.0.0.1');
  const refused = await call('maintain');
  expect(refused).toMatchObject({
    isError: true,
    text: expect.stringContaining('[world.untrusted-settings]'),
  });
  expect(refused.text).toContain('start "terrarium mcp" once with --trust-world');
  await close();
  expect(connections).toBe(0);
  const accepted = await startClient(folder, { trustsWorld: true });
  expect(accepted.client.getInstructions()).toContain(
    `maintain: Asking openai:theirs at ${new URL(baseUrl).origin}.`,
  );
  await accepted.call('maintain');
  expect(connections).toBeGreaterThan(0);
});

it('keeps what was said in a part that was never closed', async () => {
  const { call } = await openClient(createFolder());
  await call('hear', { text: 'Will you come?' });
  await call('speak', { text: '<feeling>glad</feeling><say>I will come' });
  const woken = await call('wake', { message: 'When?' });
  expect(woken.text).toContain('<say>I will come</say>\n');
});

it('says where nothing of an answer shows', async () => {
  const { call } = await openClient(createFolder());
  const hidden = await call('speak', { text: '<pin>Anna is the sister of Kit</pin>' });
  expect(hidden.text).toContain('None of it is shown');
  expect((await call('speak', { text: 'I do remember.' })).text).not.toContain('None of it is shown');
});

it('takes a message in where the mind cannot be shown, and says both', async () => {
  const folder = createFolder();
  const { call } = await openClient(folder);
  writeFileSync(join(folder, 'world', 'wake-context.md'), 'x'.repeat(300_000));
  const heard = await call('hear', { text: 'Hello' });
  expect(heard.text).toMatch(/^Taken in as moment 1[\s\S]*What is in mind cannot be shown\./);
  expect(heard).toMatchObject({ isError: false, value: { event: 1, wake: null } });
  expect(await call('wake')).toMatchObject({
    isError: true,
    text: expect.stringContaining('[memory.bad-wake-file]'),
  });
});

it('keeps to the settings of its world: voices, languages, and the model that compiles, which is waited for', async () => {
  const folder = createFolder();
  const asked: unknown[] = [];
  const respond = (request: unknown) => {
    asked.push(request);
    return { text: '{"operations": []}' };
  };
  const server = await openFakeServer({ respond, models: ['story'] });
  onTestFinished(() => server.close());
  mkdirSync(join(folder, 'world'));
  const settings = {
    model: 'openai:story',
    baseUrl: server.baseUrl,
    memory: { voices: { user: [{ id: 'kit', name: 'Kit' }] }, languages: ['de'], timeZone: 'Asia/Tokyo' },
  };
  writeFileSync(join(folder, 'world', 'terrarium.yaml'), JSON.stringify(settings));
  const { call, client } = await openClient(folder, { trustsWorld: true });
  const heard = await call('hear', { text: 'Hallo <plan>morgen um 9 Uhr zum Zahnarzt</plan>', voice: 'Kit' });
  expect(heard.text).toMatch(/due \w{3} \d+ \w+ \d{4} 09:00/);
  expect(heard.text).toContain('(Kit, just now');
  const told = noteProgress(client);
  const maintain = { name: 'maintain', arguments: {} };
  const { structuredContent } = await client.callTool(maintain, { onprogress: () => undefined });
  expect(structuredContent).toMatchObject({ status: 'applied', events: 1, operations: [] });
  expect(told).toMatchObject([{ progress: 1, total: 1 }]);
  expect(asked).toHaveLength(1);
});
