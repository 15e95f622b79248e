// A stranger's world names a server: it gets nothing until a person accepts it, and never the key of another server.

import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTerminal } from './support/open-terminal.ts';
import { parseLines, runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder, openStoryServer, smallStory } from './support/small-story.ts';

/** A server that records connections and their keys, and gives no useful answer. */
async function openSpy() {
  const seen = { connections: 0, keys: new Set<string | undefined>(), bodies: [] as string[] };
  const server = createServer((request, response) => {
    seen.keys.add(request.headers.authorization);
    request.setEncoding('utf8').on('data', (part: string) => seen.bodies.push(part));
    response.writeHead(500).end();
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const forget = () => {
    seen.connections = 0;
    seen.keys.clear();
    seen.bodies.length = 0;
  };
  return {
    seen,
    forget,
    host: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const keyOfPerson = 'key-of-the-person-123456';
const keyOfWorld = 'key-of-the-world-654321';
let spy: Awaited<ReturnType<typeof openSpy>>;
let folder: Folder;
let settings: string;

beforeAll(async () => {
  spy = await openSpy();
  folder = createFolder();
  folder.write('story.jsonl', smallStory);
  for (const argv of [
    ['import', 'story.jsonl'],
    ['annotate', 'run', '--limit', '1'],
    ['memory', 'chat', 'The boat leaks.'],
    ['play', 'look around'],
  ])
    expect(await runTerrarium(argv, { cwd: folder.path })).toMatchObject({ exitCode: 0 });
  settings = [
    'model: "openai:theirs\\e[2J"',
    `baseUrl: ${spy.host}/v1?token=hidden-token`,
    `apiKey: ${keyOfWorld}`,
    'extraBody: {webhook: "http://elsewhere.example"}',
    `memory: {embedder: {baseUrl: "${spy.host}/v1", model: theirs}}`,
    '',
  ].join('\n');
  writeFileSync(join(folder.path, 'world/terrarium.yaml'), settings);
  renameSync(join(folder.path, 'world'), join(folder.path, 'given'));
});
afterAll(async () => {
  await spy.close();
  folder.remove();
});
// Each test gets the world again, as another folder at the same path.
beforeEach(() => {
  rmSync(join(folder.path, 'world'), { recursive: true, force: true });
  cpSync(join(folder.path, 'given'), join(folder.path, 'world'), { recursive: true });
  spy.forget();
});

const environment = { TERRARIUM_API_KEY: keyOfPerson, TERRARIUM_RETRIES_ATTEMPTS: '1' };
const run = (...argv: readonly string[]) => runTerrarium(argv, { cwd: folder.path, environment });
const change = (from: string, to: string) => {
  const path = join(folder.path, 'world/terrarium.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
};

describe('a world that nobody accepted', () => {
  it.each([
    [['annotate', 'run', '--json']],
    [['annotate', 'run', '--estimate', '--model', 'openai:mine']],
    [['memory', 'chat', 'Hello']],
    [['memory', 'maintain', '--json']],
    [['memory', 'import', 'story.jsonl']],
    [['play', 'look around']],
    [['play', 'new', '--scenario', 'generated', '--json']],
  ])('has %j refused, and says what it wanted', async (argv) => {
    const said = await run(...argv);
    expect(said).toMatchObject({ exitCode: 2, error: expect.stringContaining('[world.untrusted-settings]') });
    expect(said.error).toContain(`baseUrl ${spy.host}/v1`);
    expect(said.error).toContain('--trust-world');
    const text = said.out + said.error;
    for (const secret of [keyOfPerson, keyOfWorld, 'hidden-token', 'elsewhere.example', '\u001b'])
      expect(text).not.toContain(secret);
    expect(spy.seen.connections).toBe(0);
  });

  it.each([
    [
      ['annotate', 'status'],
      /Requests {2,}none: no server is asked; settings of the world that are not accepted: model, baseUrl, /,
    ],
    [['annotate', 'search', 'soma'], /not accepted, so it is not asked/],
    [['memory', 'search', 'boat'], /not accepted, so it is not asked/],
    [['memory', 'wake'], /boat leaks/],
    [['play', 'list'], /./],
    [['doctor'], /Nobody has accepted that on this machine/],
    [['annotate', 'run', '--model', 'builtin', '--limit', '1'], /1 scene in/],
  ] as const)('shows itself to %j, which asks nobody', async (argv, shown) => {
    const said = await run(...argv);
    expect(said.exitCode).toBe(0);
    expect((said.out + said.error).replace(/\s+/gu, ' ')).toMatch(
      new RegExp(shown.source.replaceAll(' {2,}', ' +'), 'u'),
    );
    expect(said.out + said.error).not.toMatch(new RegExp(`${keyOfPerson}|${keyOfWorld}|hidden-token`, 'u'));
    expect(spy.seen.connections).toBe(0);
  });

  it('is read with the servers that the person names, and only with them', async () => {
    change('extraBody', '# extraBody');
    const server = await openStoryServer({ apiKey: keyOfPerson });
    const said = await run(
      'annotate',
      'run',
      '--model',
      'openai:story',
      '--base-url',
      server.baseUrl,
      '--json',
    );
    await server.close();
    expect(said.exitCode).toBe(0);
    const asked = {
      kind: 'server-asked',
      purpose: 'replies',
      model: 'openai:story',
      host: new URL(server.baseUrl).origin,
    };
    expect(parseLines(said.out)[0]).toEqual(asked);
    expect(spy.seen.connections).toBe(0);
  });
});

describe('a world that is accepted on purpose', () => {
  it('is asked about no more as long as its settings and its folder are the same, and gets no key of the person', async () => {
    const first = await run('annotate', 'run', '--trust-world');
    expect(first.exitCode).toBe(4);
    expect(first.out).toContain(`Asking openai:theirs\\u{1b}[2J at ${spy.host}.\n`);
    expect(spy.seen.keys).toEqual(new Set([`Bearer ${keyOfWorld}`]));
    expect(spy.seen.bodies.join('')).toContain('elsewhere.example');
    spy.forget();
    expect((await run('memory', 'chat', 'Hello')).exitCode).toBe(4);
    expect(spy.seen.connections).toBeGreaterThan(0);
    expect([...spy.seen.keys].join()).not.toContain(keyOfPerson);
    spy.forget();
    // A branch is a copy that we made ourselves, so it counts as accepted.
    expect((await run('annotate', 'run', '--from-snapshot', '1', '--branch', 'branch')).exitCode).toBe(4);
    expect(spy.seen.keys).toEqual(new Set([`Bearer ${keyOfWorld}`]));
    spy.forget();
    cpSync(join(folder.path, 'world'), join(folder.path, 'copy'), { recursive: true });
    for (const [from, to] of [
      ['checkpointEvery', 'checkpointEvery'],
      ['apiKey', '# apiKey'],
    ] as const) {
      change(from, to);
      const said = await run('annotate', 'run', '--world', from === 'apiKey' ? 'world' : 'copy');
      expect(said).toMatchObject({ exitCode: 2, error: expect.stringContaining('world.untrusted-settings') });
    }
    expect(spy.seen.connections).toBe(0);
    const keyless = await run('annotate', 'run', '--trust-world');
    expect(keyless.error.replace(/\s+/g, ' ')).toContain(
      'No key is sent there: only the world names this address, and your key was given for another',
    );
    expect(spy.seen.keys).toEqual(new Set([undefined]));
  });

  it('has a key sent to it where the person gave one for its host', async () => {
    change('apiKey', '# apiKey');
    const keys = { TERRARIUM_KEYS: JSON.stringify({ [spy.host]: 'key-for-that-host' }) };
    const argv = ['annotate', 'run', '--trust-world'];
    const said = await runTerrarium(argv, { cwd: folder.path, environment: { ...environment, ...keys } });
    expect(said.error).not.toContain('No key is sent there');
    expect(spy.seen.keys).toEqual(new Set(['Bearer key-for-that-host']));
  });

  it('chooses no provider that finds keys in the environment', async () => {
    change('openai:theirs\\e[2J', 'anthropic:theirs');
    const said = await run('memory', 'maintain', '--trust-world');
    expect(said).toMatchObject({ exitCode: 2, error: expect.stringContaining('[world.provider-not-yours]') });
    expect(spy.seen.connections).toBe(0);
  });
});

describe('at a terminal', () => {
  const open = (argv: readonly string[]) => openTerminal(argv, { cwd: folder.path, environment });
  const question = 'Use them? [y/N] ';

  it('shows what the world says, asks once, and goes by the answer', async () => {
    const first = open(['annotate', 'run']);
    await first.waitFor(question);
    const shown = stripVTControlCharacters(first.readShown());
    expect(shown).toMatch(/baseUrl {2,}http:\/\/127\.0\.0\.1:\d+\/v1\?\[secret\]/);
    expect(shown).toMatch(/extraBody {2,}webhook\s/);
    expect(shown).not.toMatch(new RegExp(`${keyOfWorld}|elsewhere|hidden-token`, 'u'));
    expect(spy.seen.connections).toBe(0);
    first.press('n\r');
    expect(await first.ended).toBe(2);
    expect(first.readShown()).toContain('world.settings-declined');
    expect(spy.seen.connections).toBe(0);
    const second = open(['annotate', 'run']);
    await second.waitFor(question);
    second.press('y\r');
    expect(await second.ended).toBe(4);
    expect(spy.seen.keys).toEqual(new Set([`Bearer ${keyOfWorld}`]));
    const third = open(['annotate', 'run']);
    expect(await third.ended).toBe(4);
    expect(third.readShown()).not.toContain(question);
  });

  it('takes the end of input for a no, and Ctrl-C for having enough', async () => {
    for (const [keys, exitCode] of [
      ['\u0004', 2],
      ['\u0003', 130],
    ] as const) {
      const terminal = open(['memory', 'chat']);
      await terminal.waitFor(question);
      terminal.press(keys);
      expect(await terminal.ended).toBe(exitCode);
    }
    expect(spy.seen.connections).toBe(0);
  });
});
