// Tests embedders: both the fake one and one on a server fulfil the contract, and a server that breaks it is refused.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { describeEmbedder } from '../testing/embedder-conformance.ts';
import { buildFakeEmbedder } from '../testing/fake-embedder.ts';
import { openFakeServer } from '../testing/fake-server.ts';
import { openServerEmbedder } from './embedder.ts';

describeEmbedder('that is fake', async () => {
  const embedder = buildFakeEmbedder();
  return { embedder, close: () => embedder.close() };
});

describeEmbedder('of a server', async () => {
  const server = await openFakeServer({ respond: () => ({ text: '' }) });
  const embedder = await openServerEmbedder({ baseUrl: server.baseUrl, model: 'fake' });
  return {
    embedder,
    async close() {
      await embedder.close();
      await server.close();
    },
  };
});

it('An address with credentials sends them in a header, and shows them to nobody', async () => {
  const server = await openFakeServer({ respond: () => ({ text: '' }), credentials: 'kit:secret' });
  const open = (pair: string) =>
    openServerEmbedder({ baseUrl: server.baseUrl.replace('//', `//${pair}@`), model: 'fake' });
  const embedder = await open('kit:secret');
  expect(embedder.dimensions).toBeGreaterThan(0);
  await embedder.close();
  const failure = await open('kit:mistyped').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'embedder.refused' });
  expect(String(failure)).not.toMatch(/kit|mistyped/);
  await server.close();
});

it('An address with a query sends it with every request, and shows it to nobody', async () => {
  const server = await openFakeServer({ respond: () => ({ text: '' }), query: 'key=secret' });
  const open = (query: string) =>
    openServerEmbedder({ baseUrl: `${server.baseUrl}/?${query}`, model: 'fake' });
  const embedder = await open('key=secret');
  expect(await embedder.embed(['a', 'b'])).toHaveLength(2);
  await embedder.close();
  const failure = await open('key=mistyped').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'embedder.refused' });
  expect(String(failure)).not.toMatch(/key=|mistyped/);
  await server.close();
});

async function openAnswering(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}

describe('a server without usable embeddings', () => {
  it.each([
    [200, '{"data":[]}', 'embedder.unusable'],
    [200, 'not json', 'embedder.unusable'],
    [200, '{"data":[{"index":0,"embedding":["a"]}]}', 'embedder.unusable'],
    [404, '{}', 'embedder.refused'],
    [503, '{}', 'embedder.refused'],
  ])('that answers %i %s is told apart as %s', async (status, body, code) => {
    const server = await openAnswering(status, body);
    await expect(openServerEmbedder({ baseUrl: server.baseUrl, model: 'm' })).rejects.toMatchObject({
      code,
      ...(status === 200 ? {} : { retryable: status === 503 }),
    });
    await server.close();
  });

  it('that redirects is refused, and nobody is asked where it points to', async () => {
    const asked: unknown[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.headers);
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${port}/v1/embeddings`;
      const server = await openAnswering(status, '{}', { location });
      await expect(
        openServerEmbedder({ baseUrl: server.baseUrl, model: 'm', apiKey: 'k' }),
      ).rejects.toMatchObject({
        code: 'embedder.refused',
      });
      await server.close();
    }
    expect(asked).toEqual([]);
    await new Promise((resolve) => elsewhere.close(resolve));
  });

  it('that is not there is unreachable', async () => {
    const server = await openAnswering(200, '');
    await server.close();
    await expect(openServerEmbedder({ baseUrl: server.baseUrl, model: 'm' })).rejects.toMatchObject({
      code: 'embedder.unreachable',
      retryable: true,
    });
  });
});
