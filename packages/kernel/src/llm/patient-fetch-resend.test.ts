// Tests when the patient fetch sends a request again: only if a kept connection closed before a byte of the reply.

import { createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openFakeServer } from '../testing/fake-server.ts';
import { buildAiSdkModel } from './ai-sdk-model.ts';
import { buildPatientFetch } from './patient-fetch.ts';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What a server does with a request. */
type Act = 'answer' | 'reset' | 'half a header' | 'header';

const header = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';

function perform(act: Act, socket: Socket): void {
  if (act === 'answer') {
    socket.write(`${header}4\r\nyes.\r\n0\r\n\r\n`);
    return;
  }
  if (act === 'reset') socket.resetAndDestroy();
  else socket.write(act === 'header' ? header : header.slice(0, 20), () => socket.resetAndDestroy());
}

interface Served {
  readonly url: string;
  /** For each request, the number of the connection on which it came, counted from 1. */
  readonly requests: readonly number[];
}

/** A server with one planned act for each request. After the last planned act, it answers every request. */
async function serve(plan: readonly Act[]): Promise<Served> {
  const requests: number[] = [];
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (!data.toString().startsWith('POST')) return;
      requests.push(connection);
      perform(plan[requests.length - 1] ?? 'answer', socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closing.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/`, requests };
}

function openFetch() {
  let resent = 0;
  const patience = { firstByteMs: 10_000, idleMs: 10_000, connectMs: 10_000, keptMs: 10_000 };
  const fetch = buildPatientFetch(patience, () => {
    resent += 1;
  });
  const post = async (url: string) => {
    const response = await fetch(url, { method: 'POST', body: '' });
    return await response.text();
  };
  return { post, countResent: () => resent };
}

describe('a request whose kept connection was closed', () => {
  it('is sent again at once on a fresh one, and whoever wants to know is told', async () => {
    const { url, requests } = await serve(['answer', 'reset']);
    const { post, countResent } = openFetch();
    expect(await post(url)).toBe('yes.');
    expect(await post(url)).toBe('yes.');
    expect(requests).toEqual([1, 1, 2]);
    expect(countResent()).toBe(1);
  });

  it('is sent again once only', async () => {
    const { url, requests } = await serve(['answer', 'reset', 'reset']);
    const { post } = openFetch();
    await post(url);
    await expect(post(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(requests).toEqual([1, 1, 2]);
  });

  it.each(['half a header', 'header'] as const)('is not sent again once %s has come', async (act) => {
    const { url, requests } = await serve(['answer', act]);
    const { post, countResent } = openFetch();
    await post(url);
    await expect(post(url)).rejects.toThrow();
    expect(requests).toEqual([1, 1]);
    expect(countResent()).toBe(0);
  });

  it('is not sent again where the connection was new', async () => {
    const { url, requests } = await serve(['reset']);
    await expect(openFetch().post(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(requests).toEqual([1]);
  });

  it('is never sent three times, nor again once a byte has come, whatever a server does', async () => {
    const acts = fc.constantFrom<Act[]>('answer', 'answer', 'reset', 'half a header', 'header');
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 6 }), async (plan) => {
        const { url, requests } = await serve(plan);
        const { post } = openFetch();
        for (let seen = 0; requests.length < plan.length; seen = requests.length) {
          await post(url).catch(() => undefined);
          const sent = requests.length - seen;
          const wasSilent = plan[seen] === 'reset' && requests[seen] === requests[seen - 1];
          expect(sent).toBe(wasSilent ? 2 : 1);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a server that closes the connection after each streamed reply', () => {
  it('answers request after request, each asked for once by whoever asks', async () => {
    const server = await openFakeServer({ respond: () => ({ text: 'Yes.' }), closesAfterStream: true });
    closing.push(() => void server.close());
    const model = await buildAiSdkModel({ model: 'openai:fake', baseUrl: server.baseUrl });
    const request = {
      messages: [{ role: 'user', content: 'Well?' }],
      tools: [],
      toolChoice: 'auto',
      maxOutputTokens: 16,
      temperature: 0,
    } as const;
    for (let count = 0; count < 5; count += 1) expect((await model.reply(request)).text).toBe('Yes.');
    expect(server.records).toHaveLength(5);
  });
});
