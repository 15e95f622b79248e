// Tests what is found out about a model and its server: each shortcoming leads to one finding that says what to do.
import { afterEach, describe, expect, it } from 'vitest';
import { Bug } from '../../base/errors.ts';
import type { Finding, Standing } from '../../base/finding.ts';
import { buildFakeEnvironment } from '../../testing/fake-environment.ts';
import { type FakeServer, type FakeServerOptions, openFakeServer } from '../../testing/fake-server.ts';
import { openLimitedServer } from '../../testing/limited-server.ts';
import { buildProbeResponder, buildThinkingResponder } from '../../testing/responders.ts';
import { buildScriptedModel } from '../../testing/scripted-model.ts';
import { buildAiSdkModel } from '../ai-sdk-model.ts';
import type { LanguageModel } from '../language-model.ts';
import type { ServerNotebook, ServerNotes } from '../server-notes.ts';
import { withRescuedCalls } from '../with-rescued-calls.ts';
import type { ProbeOptions } from './probe-context.ts';
import { probeModel } from './probe-model.ts';

const servers: FakeServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

interface Examined {
  readonly server?: Partial<FakeServerOptions>;
  readonly options?: Partial<ProbeOptions>;
  /** The name of the model to ask for; the server has only `story`. */
  readonly name?: string;
}

async function open(options: Partial<FakeServerOptions>): Promise<FakeServer> {
  const server = await openFakeServer({
    respond: buildProbeResponder(),
    models: ['story'],
    flavour: 'vllm',
    ...options,
  });
  servers.push(server);
  return server;
}

async function collect(
  model: LanguageModel,
  options: Partial<ProbeOptions> = {},
): Promise<readonly Finding[]> {
  const { clock, ids } = buildFakeEnvironment();
  const settings = {
    maxOutputTokens: 256,
    temperature: 0,
    extraBody: {},
    summaryToolChoice: 'auto',
  } as const;
  const findings: Finding[] = [];
  const wanted = { clock, ids, timeoutMs: 20_000, ...settings, ...options };
  for await (const finding of probeModel(model, wanted)) findings.push(finding);
  return findings;
}

async function examine({ server = {}, options = {}, name = 'story' }: Examined = {}) {
  const { baseUrl } = await open(server);
  return await collect(await buildAiSdkModel({ model: `openai:${name}`, baseUrl }), options);
}

const find = (findings: readonly Finding[], check: string) => findings.find((one) => one.check === check);

describe('a server that can do everything', () => {
  it('is found to be well, and is asked little', async () => {
    const findings = await examine();
    expect(findings.map(({ check }) => check)).toEqual([
      'server',
      'window',
      'thinking',
      'streaming',
      'counting',
      'tools',
      'reply cap',
      'cached tokens',
      'prefix',
      'tool_choice none',
    ]);
    expect(findings.filter(({ standing }) => standing !== 'ok')).toEqual([]);
    expect(find(findings, 'server')?.says).toContain('The server is vLLM 0.9.1.');
    expect(find(findings, 'window')?.says).toContain('32768 tokens');
    expect(find(findings, 'prefix')?.says).toMatch(/kept (?:9\d|100) %/);
    const spent = servers[0]?.records.reduce((sum, one) => sum + one.freshTokens + one.completionTokens, 0);
    expect(spent).toBeLessThan(2_500);
  });

  it('is examined anew each time: an earlier prompt in its cache does not count', async () => {
    const { baseUrl, records } = await open({ cacheSlots: 100 });
    const model = await buildAiSdkModel({ model: 'openai:story', baseUrl });
    const { clock, ids } = buildFakeEnvironment();
    for (let count = 0; count < 2; count += 1) await collect(model, { clock, ids });
    const firstTurns = records.filter((one) => one.promptTokens > 1_000).filter((_one, at) => at % 3 === 0);
    expect(firstTurns.map((one) => one.cachedTokens > 100)).toEqual([false, false]);
  });
});

describe('a window that nobody tells', () => {
  const tell = { flavour: 'plain', usage: 'without-cache' } as const;

  async function tryWindow(server: Partial<FakeServerOptions>, options: Partial<ProbeOptions> = {}) {
    const {
      model,
      close,
      server: opened,
    } = await openLimitedServer({
      respond: buildProbeResponder(),
      ...tell,
      ...server,
    });
    try {
      const findings = await collect(model, { promptTokens: 12_000, ...options });
      const long = opened.records.filter(({ promptTokens }) => promptTokens > 8_000);
      return { window: find(findings, 'window'), asked: long.length };
    } finally {
      await close();
    }
  }

  it('is found too small before a night is spent on it, whether prompts are cut in silence or refused', async () => {
    const cut = await tryWindow({ longPrompt: 'cuts', contextTokens: 4_096 });
    expect(cut.window).toMatchObject({
      standing: 'problem',
      code: 'model.prompt-cut',
      says: expect.stringContaining('about 4096'),
      todo: expect.stringContaining('OLLAMA_CONTEXT_LENGTH'),
    });
    expect(cut.asked).toBe(2);
    const refused = await tryWindow({ longPrompt: 'refuses', contextTokens: 4_096 });
    expect(refused.window).toMatchObject({ standing: 'problem', code: 'model.context-overflow' });
  });

  it('is found large enough by one prompt of the length that a run may send, and by none where nothing is counted', async () => {
    const whole = await tryWindow({});
    expect(whole.window).toMatchObject({
      standing: 'ok',
      says: expect.stringMatching(/a prompt of 1\d{4} tokens was read whole/),
    });
    expect(whole.asked).toBe(1);
    expect((await tryWindow({ usage: 'none' })).window?.standing).toBe('unknown');
    const short = await tryWindow({}, { promptTokens: 2_000 });
    expect(short).toMatchObject({ window: { standing: 'ok' }, asked: 0 });
  });

  it('teaches nothing about thinking: a reply of a few tokens is none to think in', async () => {
    const respond = buildThinkingResponder(buildProbeResponder(), {
      tokens: 200,
      offBy: ['chat_template_kwargs'],
    });
    const { model, close } = await openLimitedServer({ respond, ...tell });
    await collect(model, { promptTokens: 12_000 });
    expect(model.readHabits?.().thinkingRemedy).toBeUndefined();
    await close();
  });
});

async function openWith(respond: FakeServerOptions['respond']): Promise<LanguageModel> {
  const { baseUrl } = await open({ respond });
  let notes: ServerNotes = {};
  const notebook: ServerNotebook = {
    find: () => notes,
    record: (_, found) => {
      notes = { ...notes, ...found };
      return true;
    },
  };
  const asked = { model: 'openai:story', baseUrl };
  return withRescuedCalls(await buildAiSdkModel(asked), { asked, notebook });
}

describe('a model that makes no calls', () => {
  it('is remembered as such until it is examined again', async () => {
    const model = await openWith(buildProbeResponder({ tools: 'words' }));
    await collect(model, {});
    expect(model.readHabits?.().callsNothing).toBe(true);
    model.clearHabits?.();
    expect(model.readHabits?.().callsNothing).toBeUndefined();
    const writing = await openWith(buildProbeResponder({ tools: 'call-in-text' }));
    await collect(writing, {});
    expect(writing.readHabits?.().callsNothing).toBeUndefined();
  });
});

interface Shortcoming extends Examined {
  readonly title: string;
  readonly check: string;
  readonly standing: Standing;
  readonly says: RegExp;
  readonly todo?: RegExp;
}

const shortcomings: readonly Shortcoming[] = [
  {
    title: 'a window too small',
    server: { contextTokens: 4_096, flavour: 'llama-cpp' },
    check: 'window',
    standing: 'warning',
    says: /4096 tokens/,
    todo: /-c 32768/,
  },
  {
    title: 'a window nobody tells',
    server: { flavour: 'plain' },
    check: 'window',
    standing: 'unknown',
    says: /does not say/,
    todo: /--context-budget/,
  },
  {
    title: 'no streaming',
    server: { neverStreams: true },
    check: 'streaming',
    standing: 'warning',
    says: /does not stream/,
    todo: /patienceMinutes/,
  },
  {
    title: 'no tokenizer, which is no harm',
    server: { flavour: 'ollama' },
    check: 'counting',
    standing: 'ok',
    says: /cannot count those of other texts/,
  },
  {
    title: 'no usage and no tokenizer',
    server: { flavour: 'plain', usage: 'none' },
    check: 'counting',
    standing: 'warning',
    says: /estimated/,
    todo: /--context-budget/,
  },
  {
    title: 'no usage but a tokenizer',
    server: { usage: 'none' },
    check: 'counting',
    standing: 'ok',
    says: /counts the tokens of any text when asked/,
  },
  {
    title: 'tools ignored',
    server: { respond: buildProbeResponder({ tools: 'words' }), flavour: 'llama-cpp' },
    check: 'tools',
    standing: 'problem',
    says: /answered in words/,
    todo: /--jinja/,
  },
  {
    title: 'a call that stays text',
    server: { respond: buildProbeResponder({ tools: 'call-in-text' }) },
    check: 'tools',
    standing: 'problem',
    says: /into the text/,
    todo: /--enable-auto-tool-choice --tool-call-parser/,
  },
  {
    title: 'a tool that is not there',
    server: { respond: buildProbeResponder({ tools: 'other-tool' }) },
    check: 'tools',
    standing: 'warning',
    says: /not offered/,
    todo: /refused/,
  },
  {
    title: 'arguments that are no JSON',
    server: { respond: buildProbeResponder({ tools: 'wrong-arguments' }) },
    check: 'tools',
    standing: 'warning',
    says: /arguments that do not fit/,
    todo: /larger model/,
  },
  {
    title: 'a server that was not told to take tools',
    server: {
      faults: ({ body }) =>
        body.tools === undefined
          ? undefined
          : { kind: 'status', status: 400, message: '"auto" tool choice requires --enable-auto-tool-choice' },
    },
    check: 'tools',
    standing: 'problem',
    says: /request with tools fails.*"auto" tool choice/,
    todo: /--tool-call-parser/,
  },
  {
    title: 'max_tokens ignored',
    server: { respond: buildProbeResponder({ ignoresCap: true }) },
    check: 'reply cap',
    standing: 'warning',
    says: /does not keep to the limit \(max_tokens\)/,
    todo: /runs on/,
  },
  {
    title: 'max_tokens ignored by one that does not count',
    server: { respond: buildProbeResponder({ ignoresCap: true }), usage: 'none' },
    check: 'reply cap',
    standing: 'warning',
    says: /does not keep to the limit/,
  },
  {
    title: 'cached tokens not reported',
    server: { usage: 'without-cache' },
    check: 'cached tokens',
    standing: 'unknown',
    says: /does not report/,
    todo: /--enable-prompt-tokens-details/,
  },
  {
    title: 'a cache that is unknown, and not 0',
    server: { usage: 'without-cache' },
    check: 'prefix',
    standing: 'unknown',
    says: /So nothing is known/,
  },
  {
    title: 'a prefix cache that is off',
    server: { cacheSlots: 0 },
    check: 'prefix',
    standing: 'warning',
    says: /kept 0 % of the prompt/,
    todo: /--enable-prefix-caching/,
  },
  {
    title: 'a prompt computed again as a whole, though only its end was new',
    server: { cacheSlots: 0, flavour: 'llama-cpp' },
    check: 'prefix',
    standing: 'warning',
    says: /full prompt re-processing/,
    todo: /--swa-full/,
  },
  {
    title: 'connections closed after each stream, which is no harm',
    server: { flavour: 'llama-cpp' },
    check: 'connection',
    standing: 'ok',
    says: /does no harm/,
  },
  {
    title: 'tools left out under none, and none wanted',
    server: { dropsToolsUnderNone: true },
    options: { summaryToolChoice: 'none' },
    check: 'tool_choice none',
    standing: 'warning',
    says: /kept [01] %/,
    todo: /summaryToolChoice at auto.*--exclude-tools-when-tool-choice-none/,
  },
  {
    title: 'tools left out under none, which nobody wants',
    server: { dropsToolsUnderNone: true },
    check: 'tool_choice none',
    standing: 'ok',
    says: /summaryToolChoice is auto/,
  },
  {
    title: 'thinking that is paid for',
    server: { respond: buildProbeResponder({ reasoning: 'Let me think about lamps. '.repeat(20) }) },
    check: 'thinking',
    standing: 'ok',
    says: /thinks before it answers: some \d+ tokens/,
    todo: /enable_thinking/,
  },
  {
    title: 'thinking that its chat template opens, so that it is taken for the reply',
    server: {
      flavour: 'vllm',
      respond: () => ({ text: `Let me think.\n</think>\n\nready` }),
      pieceCharacters: 5,
    },
    check: 'thinking',
    standing: 'warning',
    says: /does not mark where the thinking begins/,
    todo: /opensThinking: true.*--reasoning-parser/,
  },
  {
    title: 'thinking that never ends',
    server: { respond: () => ({ reasoning: 'Let me think. ', finish: 'length' }) },
    check: 'thinking',
    standing: 'warning',
    says: /gave no answer/,
    todo: /--max-output-tokens/,
  },
  {
    title: 'an empty answer',
    server: { respond: () => ({}) },
    check: 'server',
    standing: 'warning',
    says: /empty/,
    todo: /chat template/,
  },
  {
    title: 'a model it does not have',
    server: { models: ['llama3', 'storyteller'] },
    check: 'server',
    standing: 'problem',
    says: /answered 404/,
    todo: /The server has: storyteller, llama3\./,
  },
  {
    title: 'a key it does not take',
    server: { apiKey: 'another' },
    check: 'server',
    standing: 'problem',
    says: /answered 401/,
    todo: /TERRARIUM_API_KEY/,
  },
  {
    title: 'garbage',
    server: { faults: () => ({ kind: 'garbage' }) },
    check: 'server',
    standing: 'problem',
    says: /did not answer with a reply/,
    todo: /--base-url|log/,
  },
  {
    title: 'a web page',
    server: { faults: () => ({ kind: 'html' }) },
    check: 'server',
    standing: 'problem',
    says: /a web page/,
    todo: /--base-url/,
  },
  {
    title: 'silence',
    server: { faults: () => ({ kind: 'hang' }) },
    options: { timeoutMs: 50 },
    check: 'server',
    standing: 'problem',
    says: /No answer came within 0\.05 s/,
    todo: /--timeout/,
  },
];

describe('a shortcoming', () => {
  it.each(shortcomings)('is found: $title', async ({ check, standing, says, todo, ...examined }) => {
    const finding = find(await examine(examined), check);
    expect(finding).toMatchObject({ check, standing });
    expect(finding?.says).toMatch(says);
    if (todo !== undefined) expect(finding?.todo).toMatch(todo);
  });

  it('never goes without what to do, unless nothing can be done', async () => {
    for (const { check, standing, says, todo, ...examined } of shortcomings) {
      for (const finding of await examine(examined)) {
        if (finding.standing === 'warning' || finding.standing === 'problem')
          expect(finding.todo).toMatch(/\.$/);
        expect(finding.says).toMatch(/\.$/);
      }
    }
  });
});

describe('a server that goes away midway', () => {
  it('is asked nothing more', async () => {
    const findings = await examine({
      server: { faults: ({ number }) => (number === 1 ? undefined : { kind: 'reset' }) },
    });
    expect(findings.at(-2)).toMatchObject({
      check: 'tools',
      standing: 'problem',
      code: 'model.unreachable',
    });
    expect(findings.at(-1)).toEqual({
      check: 'the rest',
      standing: 'unknown',
      says: 'What else the model can do is checked once the problem above is solved.',
    });
    // The second request was sent again on a new connection.
    expect(servers[0]?.records).toHaveLength(3);
  });

  it('ends everything when the person has enough', async () => {
    const enough = new Error('enough');
    const signal = AbortSignal.abort(enough);
    await expect(examine({ options: { signal } })).rejects.toBe(enough);
  });
});

describe('a model without a server', () => {
  it('is not asked for what only a server knows', async () => {
    const yes = { text: 'ready' };
    const findings = await collect(buildScriptedModel([yes, yes, yes, yes, yes]));
    expect(find(findings, 'server')?.says).toBe('scripted:model answered within 0.0 s.');
    expect(find(findings, 'prefix')?.standing).toBe('unknown');
  });

  it('hides no fault of ours', async () => {
    await expect(collect(buildScriptedModel([new Bug('A lamp fell.')]))).rejects.toThrow('A lamp fell.');
  });
});
