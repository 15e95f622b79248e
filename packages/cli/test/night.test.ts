// Tests every command that asks a model: what a person sees if the server cuts prompts or the model only thinks.
import type { FakeServerOptions } from '@terrarium/kernel/testing/fake-server';
import { buildProbeResponder, buildThinkingResponder } from '@terrarium/kernel/testing/responders';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, openStoryServer, recordPerson } from './support/small-story.ts';

/** Threads of one scene each, whose prompts fit no window of 4,096 tokens. */
const longStory = ['One', 'Two', 'Three', 'Four']
  .map((thread) => ({
    thread,
    body: 'Soma was the keeper of Vell, and walked along the wall of salt to count the lamps. '.repeat(200),
  }))
  .map((post) => `${JSON.stringify(post)}\n`)
  .join('');

/** A talk of some seven thousand tokens. */
const longTalk = Array.from({ length: 120 }, (_, day) => ({
  role: day % 2 === 0 ? 'user' : 'assistant',
  text: `On day ${day} Soma counted the lamps along the wall of salt, and found ${day} of them dark. `.repeat(
    2,
  ),
  at: `2026-01-01T10:${String(Math.floor(day / 60)).padStart(2, '0')}:${String(day % 60).padStart(2, '0')}Z`,
}))
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

async function open(options: Partial<FakeServerOptions>) {
  const folder = createFolder();
  folder.write('story.jsonl', longStory);
  folder.write('talk.jsonl', longTalk);
  const server = await openStoryServer(options);
  onTestFinished(async () => {
    await server.close();
    folder.remove();
  });
  const model = ['--model', 'openai:story', '--base-url', server.baseUrl];
  const run = (
    argv: readonly string[],
    more: Readonly<Record<string, string>> = {},
    by: readonly string[] = model,
  ) => runTerrarium([...argv, ...by], { cwd: folder.path, environment: more });
  await runTerrarium(['import', 'story.jsonl'], { cwd: folder.path });
  return { server, run };
}

/** Options of a server that cuts prompts, and reports nothing that would show this. */
const cutting = {
  flavour: 'plain',
  longPrompt: 'cuts',
  contextTokens: 4_096,
  usage: 'without-cache',
} as const;

describe('a server that cuts prompts in silence', () => {
  it('halts a reading within two requests, with the window and what mends it', async () => {
    const { server, run } = await open(cutting);
    const said = await run(['annotate', 'run']);
    expect(said.exitCode, said.out).toBe(4);
    expect(said.error).toMatch(/read only part of the prompt.*window of about 4096/s);
    expect(said.error).toMatch(/OLLAMA_CONTEXT_LENGTH=\d+.*--context-budget 2457.*\[model\.prompt-cut\]/s);
    expect(said.out).toContain('Halted. Everything read so far is kept.');
    expect(server.records).toHaveLength(2);
  });

  it('stops maintenance within two requests, which goes on once it stays below the window', async () => {
    const { server, run } = await open(cutting);
    await run(['memory', 'import', 'talk.jsonl'], {}, []);
    const said = await run(['memory', 'maintain']);
    expect(said.exitCode, said.out).toBe(4);
    expect(said.error).toMatch(
      /read only part of the prompt.*--context-budget 2457 --max-output-tokens 1024/s,
    );
    expect(server.records).toHaveLength(2);
    const limits = ['--context-budget', '2457', '--max-output-tokens', '1024'];
    // The prompt now reaches the model whole. The command still fails, because this model proposes no
    // operations.
    expect((await run(['memory', 'maintain', ...limits])).error).toContain('[memory.unusable-reply]');
    expect(server.records.slice(2).every(({ promptTokens, seenTokens }) => promptTokens === seenTokens)).toBe(
      true,
    );
  });

  it('ends a turn of a game within two requests, which can be resumed', async () => {
    // The first prompt of a game would fit into the window that the other tests use, so this window is
    // smaller.
    const { server, run } = await open({ ...cutting, contextTokens: 2_048 });
    const said = await run(['play', 'I knock.']);
    expect(said.exitCode, said.out).toBe(4);
    expect(said.out.replaceAll(/\s+/gu, ' ')).toMatch(/read only part of the prompt.*Then resume the turn/s);
    expect(server.records).toHaveLength(2);
    expect((await run(['play', '/drop'])).out).toContain('Dropped: I knock.');
  });

  it('is told of in a talk, whose message is kept', async () => {
    const { run } = await open(cutting);
    const said = await run(['memory', 'chat', 'Soma counts the lamps along the wall. '.repeat(1_200)]);
    expect(said.exitCode).toBe(4);
    expect(said.error).toMatch(/read only part of the prompt.*\[model\.prompt-cut\]/s);
  });

  it('is found beforehand by the doctor, in the same words', async () => {
    const { server, run } = await open({ ...cutting, respond: buildProbeResponder() });
    const said = await run(['doctor']);
    expect(said.exitCode).toBe(4);
    expect(said.out.replaceAll(/\s+/gu, ' ')).toMatch(
      /read only part of the prompt.* window of about 4096.*-c 32768/,
    );
    expect(said.out).not.toContain('budget  ');
    expect(server.records.length).toBeLessThan(12);
  });

  it('has nothing to cut where it is an Ollama: it is asked for the window that is needed', async () => {
    const { server, run } = await open({ flavour: 'ollama', contextTokens: 4_096 });
    const said = await run(['annotate', 'run']);
    expect(said.exitCode, said.error).toBe(0);
    expect(said.out).toContain('Finished: every scene is read.');
    expect(server.records.every(({ promptTokens }) => promptTokens > 0)).toBe(true);
  });
});

describe('a model that thinks its replies away', () => {
  it('is brought to its answer with the second request, which later ones begin with', async () => {
    const respond = buildThinkingResponder(recordPerson, { tokens: 3_000 });
    const { server, run } = await open({ respond });
    const said = await run(['annotate', 'run']);
    expect(said.exitCode, said.error).toBe(0);
    const thoughtAway = () => server.records.filter(({ completionTokens }) => completionTokens === 2_048);
    expect(thoughtAway()).toHaveLength(1);
    await run(['memory', 'chat', 'Hello.']);
    expect(thoughtAway()).toHaveLength(1);
  });

  it.each([
    ['memory', 'chat', 'How is the lamp?'],
    ['memory', 'maintain'],
    ['play', 'I knock.'],
  ])(
    'stops %s %s within two requests where nothing helps, and the next time tries something else',
    async (...argv) => {
      const respond = buildThinkingResponder(recordPerson, { tokens: 1_000_000 });
      const { server, run } = await open({ respond, keepsBodies: true });
      if (argv.includes('maintain')) await run(['memory', 'import', 'talk.jsonl'], {}, []);
      const said = await run(argv);
      expect(said.exitCode).toBe(argv[0] === 'play' ? 4 : 3);
      const words = `${said.out}${said.error}`.replaceAll(/\s+/gu, ' ');
      expect(words).toMatch(/used its whole reply for thinking .*enable_thinking.* "terrarium doctor"/u);
      expect(server.records).toHaveLength(2);
      await run(argv[0] === 'play' ? ['play', '/resume'] : argv);
      const bodies = server.records.map(({ body }) => JSON.parse(body ?? ''));
      expect(bodies.map(({ chat_template_kwargs: off }) => off)).toEqual([
        undefined,
        undefined,
        undefined,
        { enable_thinking: false },
      ]);
    },
  );

  it('halts a reading after three scenes where nothing helps, and says what might; --keep-going goes on', async () => {
    const respond = buildThinkingResponder(recordPerson, { tokens: 1_000_000 });
    const { run } = await open({ respond });
    const environment = { TERRARIUM_MAX_ATTEMPTS: '1', TERRARIUM_MAX_OUTPUT_TOKENS: '200' };
    const said = await run(['annotate', 'run'], environment);
    expect(said.exitCode).toBe(4);
    expect(said.error).toMatch(/3 scenes in a row.*whole reply for thinking.*\[model\.same-failure\]/s);
    const on = await run(['annotate', 'run', '--keep-going'], environment);
    expect(on.exitCode).toBe(3);
  });

  it('is found beforehand by the doctor, which keeps what helps', async () => {
    const respond = buildThinkingResponder(() => ({ text: 'ready' }), {
      tokens: 100_000,
      offBy: ['chat_template_kwargs'],
    });
    const { server, run } = await open({ respond });
    const said = await run(['doctor'], { TERRARIUM_MAX_OUTPUT_TOKENS: '200' });
    const words = said.out.replaceAll(/\s+/gu, ' ');
    expect(words).toMatch(
      /With replies of up to 800 tokens and thinking switched off \(chat_template_kwargs\) it gave its answer/,
    );
    const asked = server.records.length;
    const talk = await run(['memory', 'chat', 'Hello.'], { TERRARIUM_MAX_OUTPUT_TOKENS: '200' });
    expect([talk.exitCode, server.records.length]).toEqual([0, asked + 1]);
  });
});
