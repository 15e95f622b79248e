// Proves when a signal to stop breaks off the wait for a reply.

import type { LanguageModel, ModelReply, ModelRequest, ReplyOptions } from '@terrarium/kernel/language-model';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchSignals } from './watch-signals.ts';

afterEach(() => vi.useRealTimers());

const request: ModelRequest = {
  messages: [],
  tools: [],
  toolChoice: 'auto',
  maxOutputTokens: 16,
  temperature: 0,
};

/**
 * Sends a signal to stop while a reply is waited for, of which something has arrived or not; answers whether the reply
 * was given up.
 */
function stopWhileAsked(answer: (options: ReplyOptions | undefined) => void): boolean {
  vi.useFakeTimers();
  const signals = watchSignals(() => undefined);
  const model: LanguageModel = {
    id: 'test:slow',
    reply: (_, options) => {
      answer(options);
      return new Promise<ModelReply>(() => undefined);
    },
  };
  void signals.watch(model).reply(request);
  process.emit('SIGTERM');
  expect(signals.stop).toMatchObject({ abort: { aborted: false } });
  expect(signals.stop.isRequested()).toBe(true);
  vi.advanceTimersByTime(60_000);
  signals.close();
  return signals.stop.abort.aborted;
}

describe('a wish to stop', () => {
  it('leaves a server that says nothing, and waits for a reply that is arriving', () => {
    expect(stopWhileAsked(() => undefined)).toBe(true);
    expect(stopWhileAsked((options) => options?.onArrival?.())).toBe(false);
  });
});
