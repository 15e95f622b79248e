// Tests when a signal to stop ends the wait for a reply.

import type { LanguageModel, ModelReply, ModelRequest, ReplyOptions } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import { watchSignals } from './watch-signals.ts';

const request: ModelRequest = {
  messages: [],
  tools: [],
  toolChoice: 'auto',
  maxOutputTokens: 16,
  temperature: 0,
};

/**
 * Sends a signal to stop while the model is asked. `answer` decides whether a part of the reply has already
 * arrived.
 */
function stopWhileAsked(answer: (options: ReplyOptions | undefined) => void) {
  const awaited: boolean[] = [];
  const signals = watchSignals((isAwaited) => awaited.push(isAwaited));
  const model: LanguageModel = {
    id: 'test:slow',
    reply: (_, options) => {
      answer(options);
      return new Promise<ModelReply>(() => undefined);
    },
  };
  void signals.watch(model).reply(request);
  process.emit('SIGTERM');
  expect(signals.stop.isRequested()).toBe(true);
  return { signals, awaited };
}

describe('a wish to stop', () => {
  it('RN10: leaves a server that says nothing at once', () => {
    const { signals, awaited } = stopWhileAsked(() => undefined);
    expect(signals.stop.abort.aborted).toBe(true);
    expect(awaited).toEqual([false]);
    signals.close();
  });

  it('RN10: waits for a reply that is arriving, until it is said a second time', () => {
    const { signals, awaited } = stopWhileAsked((options) => options?.onArrival?.());
    expect(signals.stop.abort.aborted).toBe(false);
    process.emit('SIGINT');
    expect(signals.stop.abort.aborted).toBe(true);
    expect(awaited).toEqual([true]);
    signals.close();
  });
});
