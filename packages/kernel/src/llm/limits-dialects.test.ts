// Tests that cut prompts and replies that are all thinking are noticed within two requests, in every dialect.

import { describe, expect, it, onTestFinished } from 'vitest';
import { flavours } from '../testing/dialects/require-dialect.ts';
import type { FakeServerOptions } from '../testing/fake-server.ts';
import { cutsInSilence, openLimitedServer } from '../testing/limited-server.ts';
import { buildThinkingResponder } from '../testing/responders.ts';
import { askModel } from './ask-model.ts';
import type { ModelRequest } from './language-model.ts';

async function open(options: FakeServerOptions) {
  const opened = await openLimitedServer(options);
  onTestFinished(() => opened.close());
  return opened;
}

const buildRequest = (repeats: number): ModelRequest => ({
  messages: [
    { role: 'system', content: 'You keep a glossary.' },
    { role: 'user', content: 'The old warden walked along the wall and counted the lamps. '.repeat(repeats) },
  ],
  tools: [],
  toolChoice: 'none',
  maxOutputTokens: 500,
  temperature: 0,
});

describe.each(flavours)('over the dialect of %s', (flavour) => {
  it('a prompt that is cut in silence is no read one', async () => {
    const respond = () => ({ text: 'What a lovely story!' });
    const { server, model } = await open({ ...cutsInSilence, flavour, contextTokens: 2_048, respond });
    await expect(askModel({ model }, buildRequest(600))).rejects.toMatchObject({
      code: 'model.prompt-cut',
      happened: expect.stringContaining('about 2048'),
    });
    expect(server.records.length).toBeLessThanOrEqual(2);
  });

  it('thinking that eats a reply is brought to its answer by what the server has for it, or named', async () => {
    const thinking = { tokens: 1_000_000, offBy: ['chat_template_kwargs', 'reasoning_effort'] } as const;
    const respond = buildThinkingResponder(() => ({ text: 'Yes.' }), thinking);
    const { server, model } = await open({ flavour, respond });
    await expect(askModel({ model }, buildRequest(1))).rejects.toMatchObject({ code: 'model.thought-out' });
    expect(server.records).toHaveLength(2);
    expect((await askModel({ model }, buildRequest(1))).text).toBe('Yes.');
    expect(server.records).toHaveLength(4);
  });
});
