// Tests which requests the server answers, and what the headers of every answer forbid a browser to do.

import { request } from 'node:http';
import { routes } from '@terrarium/protocol/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSampleServer, type SampleServer } from './support/sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer({ isRead: false });
});
afterAll(() => server.close());

/** Sends a request with any `Host` header, which `fetch` does not allow. */
function askRaw(path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('who may ask', () => {
  test('SG1: a request without the token, from another site or for another host is refused', async () => {
    const own = { cookie: `terrarium-${server.port}=${new URL(server.address).searchParams.get('token')}` };
    expect((await fetch(`${server.origin}/api/worlds`)).status).toBe(401);
    expect((await fetch(`${server.origin}/`)).status).toBe(401);
    expect(
      (await server.ask('/api/worlds', { headers: { cookie: `terrarium-${server.port}=x` } })).status,
    ).toBe(401);
    expect((await server.ask('/api/worlds', { headers: { origin: 'http://evil.example' } })).status).toBe(
      403,
    );
    expect((await server.ask('/api/worlds', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    );
    expect(await askRaw('/api/worlds', { ...own, host: 'evil.example' })).toBe(403);
    expect(await askRaw('/api/worlds', { ...own, host: `127.0.0.1:${server.port}` })).toBe(200);
    const change = await fetch(`${server.origin}/api/worlds/low-veyre/place`, {
      method: 'PUT',
      headers: { ...own, 'content-type': 'application/json' },
      body: '{"place":null}',
    });
    expect(change.status).toBe(403);
  });

  test('SG2: the address lets a browser in once, and leaves no token in sight', async () => {
    const entered = await fetch(server.address, { redirect: 'manual' });
    expect(entered.status).toBe(303);
    expect(entered.headers.get('location')).toBe('/');
    expect(entered.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/u);
    const wrong = await fetch(`${server.origin}/?token=wrong`, { redirect: 'manual' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('set-cookie')).toBeNull();
  });

  test('SG3: every answer forbids what is not one of the built files', async () => {
    for (const path of ['/', '/api/worlds', '/api/none', '/plain.css', '/low-veyre/read']) {
      const { headers } = await server.ask(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('SG4: no address leads to a folder that was not given', async () => {
    for (const key of ['other', '..%2F..%2Fetc', '%2e%2e', 'low-veyre%00']) {
      const response = await server.ask(`/api/worlds/${key}`);
      expect(response.status).toBe(404);
    }
    for (const path of ['/../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/assets/../../x']) {
      const response = await server.ask(path);
      expect(await response.text()).toContain('<div id="root">');
    }
    expect((await server.ask('/assets/x.js')).status).toBe(404);
  });

  test('SG5: what is not as it should be is refused in words, and what is too large before it is read', async () => {
    const wrong = await server.read<Record<string, unknown>>('/api/worlds/low-veyre/point', {
      method: 'PUT',
      body: { corpus: 'x', postId: 'one', offset: -1 },
    });
    expect(wrong).toMatchObject({ kind: 'error', code: 'server.bad-request', exitCode: 2 });
    const empty = await server.read<{ happened: string }>('/api/worlds/low-veyre/zero', {
      method: 'PUT',
      body: { name: '' },
    });
    expect(empty.happened).toContain('it must not be empty');
    const large = await server.ask('/api/worlds/low-veyre/place', {
      method: 'PUT',
      body: { place: 'x'.repeat(300_000) },
    });
    expect(large.status).toBe(400);
    const none = await server.read<Record<string, unknown>>('/api/worlds/low-veyre/run/go', {
      method: 'POST',
      body: {},
    });
    expect(none).toMatchObject({ code: 'server.no-route' });
  });

  test('SG6: the list of addresses has each of them', async () => {
    interface Listed {
      readonly parameters?: readonly {
        readonly in: string;
        readonly required: boolean;
        readonly schema: object;
      }[];
    }
    const { paths } = await server.read<{ paths: Record<string, Record<string, Listed>> }>(
      '/api/openapi.json',
    );
    for (const name of Object.keys(routes)) {
      const [method = '', path = ''] = name.split(' ');
      const listed = paths[path]?.[method.toLowerCase()];
      expect(listed, name).toBeDefined();
      for (const part of listed?.parameters ?? []) {
        expect(part, name).not.toMatchObject({ in: 'path', required: false });
        expect(JSON.stringify(part.schema), name).not.toContain('null');
      }
    }
  });
});
