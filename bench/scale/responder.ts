// Responder of the fake server: the quick model answers at once with nothing new; the silent model never answers.

import type { FakeReply, FakeRequest } from '@terrarium/kernel/testing/fake-wire';

export const options = {
  models: ['quick', 'silent'],
  contextTokens: 1_000_000,
  cacheSlots: 1,
  keepsBodies: false,
};

export function respond({ body }: FakeRequest): FakeReply | Promise<FakeReply> {
  if (body.model === 'silent') return new Promise(() => undefined);
  const asked = String(body.messages.at(-1)?.content ?? '');
  const isSummary = asked.includes('<summary_request');
  return { text: isSummary ? 'They went on, and what they met is known.' : 'Nothing new.' };
}
