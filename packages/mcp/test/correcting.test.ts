// Correcting: a client closes a plan, says it otherwise, and has something forgotten once the person agreed.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, openClient, runTerrarium } from './support/open-client.ts';

const talk = [
  {
    role: 'user',
    text: '<plan>Buy lamp oil</plan><plan>Oil the hinges</plan>Good day.',
    at: '2016-03-01T10:00:00Z',
  },
  { role: 'assistant', text: '<say>The walrus sleeps.</say>', at: '2016-03-01T10:00:05Z' },
];

it('CR1: what a client names is corrected, and where several are meant nothing happens', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'chat.jsonl'), talk.map((line) => JSON.stringify(line)).join('\n'));
  await runTerrarium(['memory', 'import', 'chat.jsonl', '--world', 'world'], folder);
  const { call, close } = await openClient(folder);

  const several = await call('correct', { do: 'done', what: ['oil'] });
  expect(several).toMatchObject({ isError: true });
  expect(several.text).toContain('plan 1 "Buy lamp oil", plan 2 "Oil the hinges"');
  expect(await call('correct', { do: 'edit', what: ['1'] })).toMatchObject({ isError: true });
  expect(await call('correct', { do: 'done', what: ['hinges'] })).toMatchObject({
    value: { items: [{ effect: 'resolved', item: 2 }] },
  });
  const edited = await call('correct', { do: 'edit', what: ['1'], to: 'Buy two cans' });
  expect(edited.value).toMatchObject({ items: [{ effect: 'created', item: 3 }, { effect: 'superseded' }] });

  const back = await call('revive', { item: 1 });
  expect(back.value).toEqual({ item: 1, kind: 'plan', status: 'active', content: 'Buy lamp oil' });
  expect(back.text).toBe('plan 1 is in mind again: Buy lamp oil');

  const shown = await call('forget', { what: 'moment 2' });
  expect(shown.text).toContain('Nothing was changed yet');
  expect(shown.value).toMatchObject({ isForgotten: false, moments: [2], isSwept: false });
  expect((await call('search', { query: 'walrus' })).text).toContain('The walrus sleeps');
  const done = await call('forget', { what: 'moment 2', agreed: true });
  expect(done.value).toMatchObject({ isForgotten: true, moments: [2], isSwept: true });
  expect((await call('search', { query: 'walrus' })).text).not.toContain('The walrus sleeps');
  await close();
});
