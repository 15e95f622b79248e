// Tests the stored journal of an extraction: replies about gaps and about mendings are kept apart, even in older journals.

import { createHash } from 'node:crypto';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { expect, it } from 'vitest';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { extractionPromptVersion, extractSystem } from './extract-system.ts';
import { openRulebookJournal } from './rulebook-reply-store.ts';

const text = '# Salt\n\nEvery sailor has Nerve. When the sea turns, roll 2d6. A shark may attack.\n';
const book = { file: 'salt.md', text };
const nerve = {
  kind: 'field',
  path: 'attributes.nerve',
  label: 'Nerve',
  prefab: 'VAL_INT',
  category: 'attributes',
  quote: 'Every sailor has Nerve.',
};
const engine = {
  kind: 'engine',
  dice: '2d6',
  mechanic: 'Roll.',
  success: '7',
  crit: 'none',
  quote: 'When the sea turns, roll 2d6.',
};
const answer = (...items: readonly object[]) => ({ text: JSON.stringify({ items }) });

function openStored() {
  const connection = openRpgDatabase({ path: ':memory:' });
  const { clock } = buildFakeEnvironment();
  const journal = openRulebookJournal(connection, { book, model: 'scripted', clock });
  const extract = async (...script: readonly { readonly text: string }[]) => {
    const model = buildScriptedModel(script, { contextTokens: 32_000 });
    const countTokens = (said: string) => Math.ceil(said.length / 4);
    const title = { id: 'salt', name: 'Salt' };
    const { problems } = await extractSystem({ book, title, model, journal, countTokens });
    model.assertDone();
    return { problems, requests: model.requests.map(({ messages }) => messages.length) };
  };
  const listHashes = () =>
    connection.prepare<[], string>('SELECT part_hash FROM rulebook_reply ORDER BY id').pluck().all();
  return { extract, listHashes };
}

it('SZ28: the stored reply about gaps is not taken for the first mending', async () => {
  const { extract, listHashes } = openStored();
  // The reply about gaps has no items; without an engine the system does not load, so the model is asked to mend it.
  const { problems, requests } = await extract(answer(nerve), answer(), answer(engine));
  expect([problems, requests]).toEqual([[], [2, 2, 2]]);
  expect(await extract()).toEqual({ problems: [], requests: [] });
  expect(new Set(listHashes()).size).toBe(3);
});

it('SZ26: an older journal, in which mendings follow the gaps under the same hash, still answers about the gaps', async () => {
  const { extract, listHashes } = openStored();
  await extract(answer(nerve), answer(), answer(engine));
  const older = createHash('sha256').update(`${extractionPromptVersion}\nmending\n${text}`).digest('hex');
  expect(listHashes()[1]).toBe(older);
});
