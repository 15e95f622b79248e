// Proves when a signal to stop leaves a reply that is waited for.

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

/** A wish to stop while a model is asked, of whose reply something arrived or not; answers whether it is left. */
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
