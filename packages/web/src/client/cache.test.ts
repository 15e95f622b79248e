// Tests the cache: an answer that was requested before a change is not taken for the state after the change.

import { expect, test } from 'vitest';
import { cache } from './cache.ts';

test('RS15: an answer that was asked early and was under way when something changed is asked for anew', async () => {
  const answers: ((said: string) => void)[] = [];
  const question = {
    queryKey: ['talk'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  };
  void cache.prefetchQuery(question);
  await cache.invalidateQueries();
  answers[0]?.('before');
  const shown = cache.fetchQuery(question);
  answers[1]?.('after');
  expect(await shown).toBe('after');
  expect(await cache.fetchQuery(question)).toBe('after');
});
