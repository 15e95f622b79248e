// Tests the fake server: which tokens it counts as fresh and cached, and that it runs in a process of its own.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeServer, type FakeServerOptions, openFakeServer } from './fake-server.ts';
import { countFakeTokens } from './prompt-cache.ts';

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(options: Partial<FakeServerOptions> = {}): Promise<FakeServer> {
  const server = await openFakeServer({ respond: () => ({ text: 'Yes.' }), ...options });
  servers.push(server);
  return server;
}

type Sent = Readonly<Record<string, unknown>>;

async function send(baseUrl: string, messages: readonly Sent[], more: Sent = {}): Promise<Response> {
  const body = JSON.stringify({ model: 'fake', messages, ...more });
  return fetch(`${baseUrl}/chat/completions`, { method: 'POST', body });
}

const opening = { role: 'system', content: 'You keep a glossary of a long story.' };
const scene = (text: string) => ({ role: 'user', content: text });

describe('the fake server', () => {
  it('counts what is not a prefix of the request before', async () => {
    const server = await open();
    await send(server.baseUrl, [opening, scene('One.')]);
    await send(server.baseUrl, [
      opening,
      scene('One.'),
      { role: 'assistant', content: 'Yes.' },
      scene('Two.'),
    ]);
    await send(server.baseUrl, [scene('Another story.')]);
    const [first, second, third] = server.records;
    expect(first?.freshTokens).toBe(first?.promptTokens);
    expect(second?.freshTokens).toBeLessThan(second?.promptTokens ?? 0);
    expect(second?.cachedTokens).toBe((second?.promptTokens ?? 0) - (second?.freshTokens ?? 0));
    expect(third?.freshTokens).toBeGreaterThan(5);
  });

  it('breaks the prefix where a message was changed, to the character', async () => {
    const server = await open();
    const long = 'The lamps of Hollowmere were lit one after the other. '.repeat(40);
    await send(server.baseUrl, [scene(long)]);
    await send(server.baseUrl, [scene(`${long.slice(0, 1000)}!`)]);
    expect(server.records[1]?.cachedTokens).toBeGreaterThan(180);
    expect(server.records[1]?.freshTokens).toBeLessThan(20);
  });

  it('finds an older prompt in its cache, yet calls it fresh', async () => {
    const server = await open();
    const long = scene('The lamps of Hollowmere were lit. '.repeat(40));
    await send(server.baseUrl, [long]);
    await send(server.baseUrl, [scene('Something else.')]);
    await send(server.baseUrl, [long]);
    expect(server.records[2]?.cachedTokens).toBe(server.records[2]?.promptTokens);
    expect(server.records[2]?.freshTokens).toBeGreaterThan(200);
  });

  it('remembers no prompt it never computed', async () => {
    const server = await open({
      faults: ({ number }) => (number === 1 ? { kind: 'status', status: 503 } : undefined),
    });
    for (let count = 0; count < 2; count++) await send(server.baseUrl, [opening]);
    expect(server.records[1]?.cachedTokens).toBe(0);
  });

  it('measures what a template costs that drops older reasoning', async () => {
    const reply = { role: 'assistant', content: 'Yes.', reasoning_content: 'A name, I think. '.repeat(30) };
    const turns = [opening, scene('One.'), reply, scene('Two.'), reply];
    const fresh = async (dropsOlderReasoning: boolean) => {
      const server = await open({ dropsOlderReasoning });
      await send(server.baseUrl, turns);
      await send(server.baseUrl, [...turns, scene('Three.')]);
      return server.records[1]?.freshTokens ?? 0;
    };
    expect(await fresh(true)).toBeGreaterThan(await fresh(false));
  });

  it('keeps nothing where its cache is off, and breaks the prefix where tools are left out under none', async () => {
    const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }];
    const measure = async (options: Partial<FakeServerOptions>) => {
      const server = await open(options);
      await send(server.baseUrl, [opening], { tools });
      await send(server.baseUrl, [opening], { tools, tool_choice: 'none' });
      return server.records[1];
    };
    expect((await measure({}))?.freshTokens).toBe(0);
    expect(await measure({ cacheSlots: 0 })).toMatchObject({ cachedTokens: 0 });
    const dropped = await measure({ dropsToolsUnderNone: true });
    expect(dropped?.freshTokens).toBeGreaterThan(5);
  });

  it('knows when the last byte came and when the last byte left', async () => {
    const server = await open();
    for (let count = 0; count < 2; count++) await (await send(server.baseUrl, [opening])).text();
    const [first, second] = server.records;
    expect(first?.sentAt).toBeGreaterThanOrEqual(first?.receivedAt ?? Number.NaN);
    expect(second?.receivedAt).toBeGreaterThanOrEqual(first?.sentAt ?? Number.NaN);
  });

  it('reports the tokens it counted', async () => {
    const server = await open();
    const body = await (await send(server.baseUrl, [opening])).json();
    const tokens = {
      prompt_tokens: server.records[0]?.promptTokens,
      completion_tokens: countFakeTokens('Yes.'),
    };
    expect(body).toMatchObject({ usage: tokens });
  });

  it('reports usage in a stream only when asked', async () => {
    const server = await open();
    const bare = await (await send(server.baseUrl, [opening], { stream: true })).text();
    expect(bare).not.toContain('"usage"');
    expect(bare.endsWith('data: [DONE]\n\n')).toBe(true);
    const asked = { stream: true, stream_options: { include_usage: true } };
    expect(await (await send(server.baseUrl, [opening], asked)).text()).toContain('"prompt_tokens"');
  });

  it('runs in a process of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'terrarium-fake-server-'));
    const responder = join(folder, 'responder.mjs');
    writeFileSync(
      responder,
      'export const options = { models: ["far"] }; export const respond = () => ({ text: "From afar." });',
    );
    const main = fileURLToPath(new URL('./fake-server-main.ts', import.meta.url));
    const child = spawn(process.execPath, [main, '--port', '0', '--responder', responder]);
    try {
      const baseUrl = await new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (data) => resolve(String(data).trim()));
        child.once('exit', () => reject(new Error('It did not start.')));
      });
      const body = await (await send(baseUrl, [opening], { model: 'far' })).json();
      expect(body).toMatchObject({ choices: [{ message: { content: 'From afar.' } }] });
      const records = await (await fetch(baseUrl.replace('/v1', '/fake/records'))).json();
      expect(records).toMatchObject([{ number: 1 }]);
    } finally {
      child.kill();
      rmSync(folder, { recursive: true });
    }
  });
});
