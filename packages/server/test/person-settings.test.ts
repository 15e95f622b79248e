// Tests that pages can set everything that a settings file can, and that the server refuses invalid values.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RouteAnswer, routes } from '@terrarium/protocol/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSampleServer, type SampleServer } from './support/sample-server.ts';

type Settings = RouteAnswer<'GET /api/worlds/{world}/settings'>;
type Home = RouteAnswer<'GET /api/worlds/{world}'>;
type Talk = RouteAnswer<'GET /api/worlds/{world}/talk'>;

const path = '/api/worlds/low-veyre/settings';
let folder: string;
let server: SampleServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-own-'));
  server = await openSampleServer({ isRead: false });
});
beforeEach(() => {
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  vi.stubEnv('TERRARIUM_CHECKPOINT_EVERY', '30');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = async (name: string, value?: unknown) =>
  await server.read<Settings & { code?: string; happened?: string }>(path, {
    method: 'PUT',
    body: { name, ...(value === undefined ? {} : { value }) },
  });
const find = async (name: string) => {
  const all = await server.read<Settings>(path);
  routes['GET /api/worlds/{world}/settings'].answer.parse(all);
  return all.find((one) => one.name === name);
};
const readOwn = () => readFileSync(join(folder, 'terrarium', 'terrarium.yaml'), 'utf8');
const worldFile = () => join(server.worldDir, 'terrarium.yaml');

describe('what a person sets at a screen', () => {
  test('SE6: a setting goes into the own file, counts at once, and goes back to its default', async () => {
    const name = 'memory.decay.halfLives.pin.hours';
    expect(await find(name)).toMatchObject({ byDefault: 336, value: 336, from: null, kind: 'number' });
    await put(name, 500);
    expect(await find(name)).toMatchObject({ value: 500, from: 'own' });
    expect(readOwn()).toContain('hours: 500');
    await put(name, null);
    expect(await find(name)).toMatchObject({ value: null, from: 'own' });
    await put(name);
    expect(await find(name)).toMatchObject({ value: 336, from: null });
  });

  test('SE6: what the world says is changed in the file of the world, and who talks there is named there', async () => {
    writeFileSync(worldFile(), 'sceneWords: 900\n');
    await put('sceneWords', 1_200);
    await put('memory.voices.user', [{ id: 'user', name: 'Robin' }]);
    expect(readFileSync(worldFile(), 'utf8')).toMatch(/sceneWords: 1200[\s\S]*name: Robin/u);
    const talk = await server.read<Talk>('/api/worlds/low-veyre/talk');
    expect(talk.speakers).toEqual([{ id: 'user', name: 'Robin' }]);
  });

  test('SE6: what cannot be is refused with what would be, and nothing is written', async () => {
    await put('temperature', 0.5);
    const before = [readOwn(), readFileSync(worldFile(), 'utf8')];
    for (const [name, value, says] of [
      ['contextBudget', 'lots', 'a whole number, at least 1024'],
      ['sceneWords', -3, 'a whole number, at least 50'],
      ['memory.voices.user', [], 'a list of voices'],
      ['memory.decay.clock', 'sand', 'one of wall, turns, story'],
    ] as const)
      expect(await put(name, value)).toMatchObject({
        code: 'settings.bad-value',
        happened: expect.stringContaining(says),
      });
    expect(await put('ratios.compact', 0.2)).toMatchObject({
      code: 'settings.bad-order',
      happened: expect.stringContaining('must rise'),
    });
    for (const name of ['apiKey', 'keys', 'baseUrl', 'model', 'extraBody', 'nonsense'])
      expect(await put(name, 'x')).toMatchObject({ code: 'settings.unknown' });
    expect(await put('memory.timeZone', 'Europe/Blah')).toMatchObject({
      code: 'memory.bad-time-zone',
      happened: 'There is no time zone "Europe/Blah".',
    });
    expect(await put('memory.languages', ['en', 'klingon'])).toMatchObject({ code: 'memory.bad-language' });
    expect(await put('checkpointEvery', 4)).toMatchObject({ code: 'settings.overruled' });
    expect([readOwn(), readFileSync(worldFile(), 'utf8')]).toEqual(before);
  });

  test('SE6: a world whose file says what cannot be opens without what needs it, and is corrected here', async () => {
    await server.read('/api/worlds/low-veyre/talk', { method: 'POST', body: { text: 'Hello.' } });
    writeFileSync(worldFile(), 'memory:\n  timeZone: Europe/Blah\n  languages: [klingon]\n');
    const home = await server.read<Home>('/api/worlds/low-veyre');
    expect(home.companion).toBeNull();
    expect(home.told.at(-1)).toMatch(/no time zone "Europe\/Blah" \(memory\.timeZone, .*terrarium\.yaml\)/u);
    await put('memory.timeZone', 'Europe/Berlin');
    await put('memory.languages', ['de']);
    expect(readFileSync(worldFile(), 'utf8')).toMatch(/timeZone: Europe\/Berlin[\s\S]*- de|\[ ?de ?\]/u);
    expect((await server.read<Home>('/api/worlds/low-veyre')).companion).not.toBeNull();
  });
});
