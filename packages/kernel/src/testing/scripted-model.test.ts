// Tests the scripted model: the port's contract, and that it fails when the calls differ from the script.

import { describe, expect, it } from 'vitest';
import { ProviderError } from '../base/errors.ts';
import { buildSampleRequest, describeLanguageModel } from './language-model-conformance.ts';
import { buildScriptedModel } from './scripted-model.ts';

const unavailable = new ProviderError({
  code: 'model.server-error',
  happened: 'The server is away.',
  todo: 'Try again.',
  retryable: true,
});

describeLanguageModel('The scripted model', async (plan) => {
  const model = buildScriptedModel(plan.map((step) => (step === 'unavailable' ? unavailable : step)));
  return { model, close: async () => undefined };
});

describe('a script', () => {
  it('fails a call nobody planned', async () => {
    const model = buildScriptedModel([{ text: 'Once.' }]);
    await model.reply(buildSampleRequest());
    await expect(model.reply(buildSampleRequest())).rejects.toThrow('Unplanned call 2');
  });

  it('fails a step nobody used', async () => {
    const model = buildScriptedModel([{}, {}]);
    await model.reply(buildSampleRequest());
    expect(() => model.assertDone()).toThrow('1 of the script');
    await model.reply(buildSampleRequest());
    expect(() => model.assertDone()).not.toThrow();
  });

  it('may look at the request, and keeps it', async () => {
    const model = buildScriptedModel([(request) => ({ text: `${request.messages.length} messages` })]);
    expect((await model.reply(buildSampleRequest())).text).toBe('5 messages');
    expect(model.requests).toEqual([buildSampleRequest()]);
  });

  it('counts the calls it has no id for', async () => {
    const call = { name: 'tool', arguments: { a: 1 } };
    const model = buildScriptedModel([{ calls: [call, call] }, { calls: [call] }]);
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) {
      ids.push(...(await model.reply(buildSampleRequest())).calls.map(({ id }) => id));
    }
    expect(ids).toEqual(['call-1', 'call-2', 'call-3']);
  });
});
