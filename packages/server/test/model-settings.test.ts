// Tests choosing, trying and accepting a model, as pages do.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { routes } from '@terrarium/protocol/routes';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSampleServer, type SampleServer } from './support/sample-server.ts';

type Model = RouteAnswer<'GET /api/worlds/{world}/model'>;
type Trial = RouteAnswer<'POST /api/worlds/{world}/model/trial'>;

const path = '/api/worlds/low-veyre/model';
const key = 'sk-never-shown-1234';

let folder: string;
let server: SampleServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-own-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  vi.stubEnv('XDG_DATA_HOME', folder);
  server = await openSampleServer({ isRead: false });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (body: unknown) => server.read<Model & { code?: string }>(path, { method: 'PUT', body });
const ownFile = () => join(folder, 'terrarium', 'terrarium.yaml');

describe('the model that a person names', () => {
  test('SE3: it is named for all worlds, its key goes into the own file alone, and no answer holds it', async () => {
    const before = await server.read<Model>(path);
    expect(before).toMatchObject({ model: 'builtin', baseUrl: null, hasKey: false, held: null });
    const named = { model: 'openai:tale', baseUrl: 'http://user:word@127.0.0.1:9/v1?k=1', apiKey: key };
    const after = await put({ ...named, contextBudget: 9_000 });
    routes['GET /api/worlds/{world}/model'].answer.parse(after);
    expect(after).toMatchObject({ model: 'openai:tale', hasKey: true, contextBudget: 9_000 });
    expect(after.baseUrl).toBe('http://127.0.0.1:9/v1');
    expect(readFileSync(ownFile(), 'utf8')).toContain(key);
    expect(statSync(ownFile()).mode & 0o077).toBe(0);
    for (const address of [path, '/api/worlds/low-veyre/examination', '/api/worlds/low-veyre'])
      expect(await (await server.ask(address)).text()).not.toMatch(/sk-never|word@|k=1/u);
    // Sending back the address as it is shown keeps the stored one, with the parts that are never shown.
    const again = await put({ model: 'openai:other', baseUrl: 'http://127.0.0.1:9/v1', contextBudget: null });
    expect(again).toMatchObject({ model: 'openai:other', contextBudget: null, hasKey: true });
    expect(readFileSync(ownFile(), 'utf8')).toContain('user:word@');
  });

  test('SE3: nothing is sent to another machine before the person agrees, and what cannot be is refused in words', async () => {
    const away = { model: 'openai:tale', baseUrl: 'https://api.example.org/v1' };
    const asked = await put(away);
    expect(asked).toMatchObject({ code: 'settings.not-agreed' });
    expect(JSON.stringify(asked)).toContain('https://api.example.org');
    expect(await put({ model: 'mistral:tale' })).toMatchObject({ code: 'settings.not-agreed' });
    expect(() => readFileSync(ownFile())).toThrow();
    expect(await put({ ...away, agreed: true })).toMatchObject({ model: 'openai:tale' });
    for (const wrong of [{ model: 'tale' }, { model: 'openai:x', baseUrl: 'here' }])
      expect(await put({ ...wrong, agreed: true })).toMatchObject({ code: 'configuration.invalid' });
  });

  test('SE4: a model is tried by one tiny request, and what is wrong is said in the words of the doctor', async () => {
    const model = await openFakeServer({
      contextTokens: 32_768,
      flavour: 'llama-cpp',
      models: ['tale'],
      respond: () => ({ text: 'ready' }),
    });
    const attempt = async (body: unknown) => {
      const found = await server.read<Trial>(`${path}/trial`, { method: 'POST', body });
      routes['POST /api/worlds/{world}/model/trial'].answer.parse(found);
      return found.map(({ check, standing, code }) => [check, standing, code]);
    };
    const readSilence = async () => await server.read<Trial>(`${path}/silence`);
    try {
      expect(await attempt({ model: 'openai:tale', baseUrl: model.baseUrl })).toEqual([
        ['server', 'ok', undefined],
        ['window', 'ok', undefined],
      ]);
      expect(await attempt({ model: 'builtin' })).toEqual([['model', 'ok', undefined]]);
      expect(await readSilence()).toEqual([]);
      await put({ model: 'openai:tale', baseUrl: model.baseUrl });
      expect(await readSilence()).toEqual([]);
    } finally {
      await model.close();
    }
    const gone = await attempt({ model: 'openai:tale', baseUrl: model.baseUrl });
    expect(gone[0]).toEqual(['server', 'problem', 'model.unreachable']);
    // The page says so by itself, without a request to a model.
    expect(await readSilence()).toMatchObject([{ check: 'server', code: 'model.unreachable' }]);
  });

  test('SE5: what a world says itself about where requests go counts once the person lets it, and not a change of it', async () => {
    const file = join(server.worldDir, 'terrarium.yaml');
    writeFileSync(file, `model: openai:theirs\nbaseUrl: http://evil.example/v1\napiKey: ${key}\n`);
    const held = await server.read<Model>(path);
    expect(held.model).toBe('builtin');
    expect(held.held?.says.map(({ name }) => name).toSorted()).toEqual(['apiKey', 'baseUrl', 'model']);
    expect(JSON.stringify(held)).not.toContain(key);
    const digest = held.held?.digest;
    writeFileSync(file, 'model: openai:theirs\nbaseUrl: http://worse.example/v1\n');
    const accept = (said: string | undefined) =>
      server.read<Model>(`${path}/routes`, { method: 'POST', body: { digest: said } });
    expect(await accept(digest)).toMatchObject({ code: 'settings.moved-on' });
    const now = await server.read<Model>(path);
    expect(await accept(now.held?.digest)).toMatchObject({
      model: 'openai:theirs',
      baseUrl: 'http://worse.example/v1',
      isOverruled: true,
      held: null,
    });
  });
});
