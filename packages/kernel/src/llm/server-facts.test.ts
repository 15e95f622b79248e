// Tests finding out a server's window and tokenizer, in each dialect.
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeServer, type FakeServerOptions, openFakeServer } from '../testing/fake-server.ts';
import type { ModelServer } from './ask-server.ts';
import { buildPatientFetch } from './patient-fetch.ts';
import { buildServerTokenizer, describeServer, findLoadedContext, listModels } from './server-facts.ts';

const servers: FakeServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(options: Partial<FakeServerOptions>): Promise<ModelServer> {
  const server = await openFakeServer({ respond: () => ({}), models: ['qwen', 'other'], ...options });
  servers.push(server);
  return {
    baseUrl: server.baseUrl,
    model: 'qwen',
    headers: {},
    fetch: buildPatientFetch({ firstByteMs: 5000, idleMs: 5000, connectMs: 5000, keptMs: 10_000 }),
  };
}

describe('the window a server has loaded', () => {
  it.each(['vllm', 'llama-cpp', 'ollama', 'lm-studio', 'koboldcpp', 'tabbyapi', 'openrouter'] as const)(
    'is read from %s, and is not the most the model could',
    async (flavour) => {
      expect(await findLoadedContext(await open({ flavour, contextTokens: 12_288 }))).toBe(12_288);
    },
  );

  it('is unknown where the server does not say', async () => {
    expect(await findLoadedContext(await open({ flavour: 'plain' }))).toBeUndefined();
  });

  it('is not taken from another model', async () => {
    const server = await open({ flavour: 'ollama', models: ['a', 'b'] });
    expect(await findLoadedContext(server)).toBeUndefined();
  });

  it('is unknown while the server is away', async () => {
    const server = await open({ flavour: 'vllm' });
    await servers[0]?.close();
    expect(await findLoadedContext(server)).toBeUndefined();
    expect(await listModels(server)).toEqual([]);
  });

  it('asks nothing more once aborted', async () => {
    const reason = new Error('enough');
    await expect(findLoadedContext(await open({}), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('whose server it is', () => {
  it.each([
    ['vllm', '0.9.1'],
    ['llama-cpp', 'b6000-fake'],
    ['ollama', '0.11.0'],
    ['lm-studio', undefined],
    ['koboldcpp', '1.98'],
  ] as const)('is told by what %s answers', async (flavour, version) => {
    const account = await describeServer(await open({ flavour }));
    expect(account).toEqual({ kind: flavour, version, models: ['qwen', 'other'] });
  });

  it('is unknown where nothing tells', async () => {
    const account = await describeServer(await open({ flavour: 'plain' }));
    expect(account).toEqual({ kind: 'unknown', version: undefined, models: ['qwen', 'other'] });
  });
});

describe('a server that answers whatever it is asked', () => {
  const openAny = (answer: unknown): Promise<ModelServer> =>
    Promise.resolve({
      baseUrl: 'http://localhost:9/v1',
      model: 'qwen',
      headers: {},
      fetch: () => Promise.resolve(new Response(JSON.stringify(answer))),
    });

  it('is of no kind, however much its answers look like those of others', async () => {
    const models = { object: 'list', data: [{ id: 'qwen', object: 'model' }] };
    const account = { kind: 'unknown', version: undefined, models: ['qwen'] };
    expect(await describeServer(await openAny(models))).toEqual(account);
    expect(await describeServer(await openAny({ object: 'list', data: [] }))).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe("a server's own tokenizer", () => {
  it.each(['vllm', 'llama-cpp', 'koboldcpp'] as const)('counts for %s', async (flavour) => {
    const count = buildServerTokenizer(await open({ flavour }));
    expect(await count('The quick brown fox jumps over the lazy dog.')).toBe(10);
    expect(await count('')).toBe(0);
  });

  it('is looked for once, and then known not to be there', async () => {
    let asked = 0;
    const server = await open({ flavour: 'ollama' });
    const counted: ModelServer = {
      ...server,
      fetch: (url, request) => {
        asked += 1;
        return server.fetch(url, request);
      },
    };
    const count = buildServerTokenizer(counted);
    expect(await count('a text')).toBeUndefined();
    const first = asked;
    expect(await count('a text')).toBeUndefined();
    expect(asked).toBe(first);
  });
});

describe("a server's own tokenizer, while the server", () => {
  const refuse = (status: number) => () =>
    Promise.resolve(Response.json({ error: 'Loading model' }, { status }));
  const fail = () => Promise.reject(new Error('connect ECONNREFUSED'));
  it.each([
    { is: 'loads its model', first: refuse(503) },
    { is: 'is busy', first: refuse(429) },
    { is: 'is not there', first: fail },
  ])('$is, is not taken for missing', async ({ first }) => {
    const server = await open({ flavour: 'llama-cpp' });
    let asked = 0;
    const fetch: ModelServer['fetch'] = (url, request) => {
      asked += 1;
      return asked === 1 ? first() : server.fetch(url, request);
    };
    const count = buildServerTokenizer({ ...server, fetch });
    expect(await count('a text')).toBeUndefined();
    expect(asked).toBe(1);
    expect(await count('The quick brown fox jumps over the lazy dog.')).toBe(10);
  });
});

describe('the models of a server', () => {
  it('are listed', async () => {
    expect(await listModels(await open({}))).toEqual(['qwen', 'other']);
  });

  it('are asked for with the key', async () => {
    const server = await open({ apiKey: 'sk-1' });
    expect(await listModels(server)).toEqual([]);
    expect(await listModels({ ...server, headers: { authorization: 'Bearer sk-1' } })).toHaveLength(2);
  });
});
