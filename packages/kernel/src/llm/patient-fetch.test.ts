// Tests the fetch for slow servers: its three time limits, its bounds, and that no failure escapes it.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { buildPatientFetch, type Patience } from './patient-fetch.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function open(listener: RequestListener, patience: Partial<Patience> = {}) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const fetch = buildPatientFetch({
    firstByteMs: 10_000,
    idleMs: 10_000,
    connectMs: 10_000,
    keptMs: 10_000,
    ...patience,
  });
  return { url: `http://127.0.0.1:${port}/`, fetch };
}

describe('the patient fetch', () => {
  it('sends a body with its length in bytes and reads the answer', async () => {
    const { url, fetch } = await open((request, response) => {
      request.pipe(response);
      response.setHeader('x-length', request.headers['content-length'] ?? 'none');
    });
    const response = await fetch(url, { method: 'POST', body: '“Ayen”', headers: { 'x-a': 'b' } });
    expect(response.headers.get('x-length')).toBe('10');
    expect(await response.text()).toBe('“Ayen”');
  });

  it('closes a connection that nobody uses any more, and none that a request waits on', async () => {
    let closed = 0;
    let finish = (): void => undefined;
    const { url, fetch } = await open(
      (request, response) => {
        request.socket.once('close', () => {
          closed += 1;
          finish();
        });
        if (request.url === '/slow') finish = () => response.end('late');
        else response.end('soon');
      },
      { keptMs: 30 },
    );
    const slow = fetch(new URL('/slow', url)).then((response) => response.text());
    expect(await (await fetch(url)).text()).toBe('soon');
    expect(await slow).toBe('late');
    expect(closed).toBe(1);
  });

  it('counts the first byte of the body as the first byte: servers send headers and think on', async () => {
    const { url, fetch } = await open(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
      },
      { firstByteMs: 40, idleMs: 10_000 },
    );
    // On a slow machine, even the headers may arrive too late. The error is the same in that case.
    await expect(fetch(url).then((response) => response.text())).rejects.toMatchObject({
      code: 'model.timeout',
      message: expect.stringContaining('did not begin a reply'),
    });
  });

  it('waits for the first byte beyond the silence it allows later', async () => {
    const { url, fetch } = await open(
      (_request, response) => {
        setTimeout(() => response.end('late'), 60);
      },
      { firstByteMs: 10_000, idleMs: 20 },
    );
    expect(await (await fetch(url)).text()).toBe('late');
  });

  it.each([204, 205, 304])('takes status %i without a body', async (status) => {
    const { url, fetch } = await open((_request, response) => response.writeHead(status).end());
    expect((await fetch(url)).status).toBe(status);
  });

  it('rejects a status that is none, rather than ending the program', async () => {
    const { url, fetch } = await open((_request, response) => response.writeHead(999).end('odd'));
    await expect(fetch(url)).rejects.toMatchObject({ code: 'model.garbled' });
  });

  it('does not follow a redirect: a key must not travel to another host', async () => {
    let requests = 0;
    const { url, fetch } = await open((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await fetch(url)).status).toBe(302);
    expect(requests).toBe(1);
  });

  it('ends a body that has no end', async () => {
    const megabyte = Buffer.alloc(1024 * 1024);
    const { url, fetch } = await open((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on('drain', write);
      write();
    });
    await expect(fetch(url)).rejects.toMatchObject({ code: 'model.garbled', retryable: false });
  });
});
