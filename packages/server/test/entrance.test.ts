// Tests the entrance: who is let in by a passphrase or by a token that was kept, and who is not.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld } from '@terrarium/annotator/open-world';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openKeptAccess } from '../src/guarding/kept-access.ts';
import { hashPassphrase } from '../src/guarding/passphrase.ts';
import { createPlainScreens } from './support/sample-server.ts';
import { openTestServer, type TestServer } from './support/test-server.ts';

const environment = buildFakeEnvironment();
const words = 'four lamps on the stair';
let folder: string;
let worldDir: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-entrance-'));
  worldDir = join(folder, 'World');
  createWorld({ dir: worldDir, title: 'World', clock: environment.clock });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openServer(more: Partial<Parameters<typeof openTestServer>[0]> = {}): Promise<TestServer> {
  return await openTestServer({
    worlds: [worldDir],
    screensDir: createPlainScreens(folder),
    environment,
    ...more,
  });
}

interface Form {
  readonly words: string;
  readonly to?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the form as the page of the entrance does. */
async function enter(
  { origin }: TestServer,
  { words: said, to = '/', headers = {} }: Form,
): Promise<Response> {
  return await fetch(`${origin}/enter`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, ...headers },
    body: new URLSearchParams({ words: said, to }),
  });
}

describe('the entrance', () => {
  test('SG7: other machines are refused without a passphrase, and let in by it alone', async () => {
    await expect(openServer({ host: '0.0.0.0' })).rejects.toThrow(/no passphrase/u);
    await expect(openServer({ origins: ['https://stories.example.org'] })).rejects.toThrow(/no passphrase/u);
    const token = 'a-token-that-is-long-enough-for-anybody';
    const passphrase = await hashPassphrase(words);
    const server = await openServer({ passphrase, token, origins: ['https://stories.example.org'] });
    try {
      expect(server.address).not.toContain('token');
      expect((await server.ask('/api/worlds')).status).toBe(401);
      const shut = await fetch(`${server.origin}/world/read?token=${token}`);
      expect(shut.status).toBe(401);
      expect(await shut.text()).toContain('Enter the passphrase');
      const found = await fetch(`${server.origin}/world/glossary?q=lamp&kind=place&token=${token}`);
      expect(await found.text()).toContain('name="to" value="/world/glossary?q=lamp&amp;kind=place"');
      const wrong = await enter(server, { words: 'four lamps on the chair', to: '"><script>' });
      expect(wrong.status).toBe(401);
      expect(wrong.headers.get('set-cookie')).toBeNull();
      expect(await wrong.text()).not.toContain('<script>');
      const right = await enter(server, { words, to: '/world/read?x=1' });
      expect([right.status, right.headers.get('location')]).toEqual([303, '/world/read?x=1']);
      const cookie = right.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/HttpOnly; SameSite=Strict/u);
      expect(cookie).not.toContain(token);
      const asked = await fetch(`${server.origin}/api/worlds`, {
        headers: { cookie: cookie.split(';')[0] ?? '' },
      });
      expect(asked.status).toBe(200);
      for (const to of ['//evil.example/x', '/.//evil.example', 'https://evil.example', '/\\evil.example'])
        expect((await enter(server, { words, to })).headers.get('location')).toBe('/');
    } finally {
      await server.close();
    }
  });

  test('SG7: a passphrase is guessed only a few times a minute, from no other site, and none that is short is taken', async () => {
    await expect(hashPassphrase('lamp')).rejects.toThrow(/10 to 1000 characters/u);
    const server = await openServer({ passphrase: await hashPassphrase(words) });
    try {
      const foreign = await enter(server, { words, headers: { origin: 'http://evil.example' } });
      expect(foreign.status).toBe(403);
      const statuses: number[] = [];
      for (let guess = 0; guess < 7; guess += 1) statuses.push((await enter(server, { words: 'x' })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429]);
      const waiting = await enter(server, { words });
      expect(waiting.headers.get('retry-after')).toBe('60');
      environment.clock.advance(60_000);
      expect((await enter(server, { words })).status).toBe(303);
    } finally {
      await server.close();
    }
  });

  test('SG8: a page that is open goes on after a new start, and whoever holds an old token is told what to do', async () => {
    const data = join(folder, 'data');
    const first = openKeptAccess([worldDir], { folder: data });
    const server = await openServer({ token: first.token });
    expect(first.save(server.port, { isNamed: false })).toBeUndefined();
    await server.close();
    const [file = ''] = readdirSync(join(data, 'screens'));
    expect(statSync(join(data, 'screens', file)).mode & 0o077).toBe(0);
    const next = openKeptAccess([worldDir], { folder: data });
    expect(next.port).toBe(server.port);
    expect(next.save(server.port + 1, { isNamed: false })).toBeUndefined();
    expect(openKeptAccess([worldDir], { folder: data }).port).toBe(server.port);
    expect(openKeptAccess([folder], { folder: data }).token).not.toBe(next.token);
    const again = await openServer({ token: next.token, port: server.port });
    try {
      expect((await fetch(`${again.origin}/api/worlds`, { headers: server.headers })).status).toBe(200);
    } finally {
      await again.close();
    }
    expect(next.save(server.port + 1, { isNamed: true })).toBeUndefined();
    expect(openKeptAccess([worldDir], { folder: data }).port).toBe(server.port + 1);
    const { token } = openKeptAccess([worldDir], { folder: data, isAnew: true });
    const anew = await openServer({ token, port: server.port });
    try {
      expect((await fetch(`${anew.origin}/api/worlds`, { headers: server.headers })).status).toBe(401);
      const stale = await fetch(server.address, { redirect: 'manual' });
      expect(stale.status).toBe(401);
      expect(await stale.text()).toContain('The address you opened is no longer valid');
      const entered = await enter(anew, { words: ` ${anew.address} ` });
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/']);
    } finally {
      await anew.close();
    }
  });
});
