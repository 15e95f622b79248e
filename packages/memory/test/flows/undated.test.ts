// Tests talks without times: messages keep their order, and the time of the import is never shown as their date.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportMemory } from '../../src/export/export-memory.ts';
import { search } from '../../src/inspect/search.ts';
import { importChat } from '../../src/intake/import-chat.ts';
import { buildBuiltInWriter } from '../../src/maintenance/built-in-writer.ts';
import { buildModelWriter } from '../../src/maintenance/model-writer.ts';
import { render } from '../../src/render/render-wake.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { dayMs, hourMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory();
});
afterEach(() => opened.close());

const said = [
  { role: 'user', text: 'The greyhound Biscuit won a ribbon at the fair.' },
  { role: 'assistant', text: 'What a proud day for the greyhound.' },
  { role: 'user', text: 'We planted pears behind the shed.' },
];

function take(lines: readonly object[], into = opened) {
  const path = join(into.folder, 'talk.jsonl');
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  const nowMs = into.clock.now();
  return importChat(into.stores.connection, { path, voices: exampleVoices, timeZone: 'UTC', nowMs });
}

const find = (query: string, span?: { fromMs: number; untilMs: number }, of = opened) =>
  search(of.stores.connection, query, { nowMs: of.clock.now(), voices: exampleVoices, span }).filter(
    ({ excerpt }) => excerpt.includes(query),
  );
const importedOn = /1 January 2024|2024-01-01/;

describe('a talk without times', () => {
  it('IO24: stands in a wake without a date, as an echo and as the newest talk', async () => {
    take(said);
    opened.clock.advance(400 * dayMs);
    const fresh = render(await opened.memory.wake({ message: 'How is the greyhound?' }));
    expect(fresh).toContain('(undated)');
    expect(fresh).toContain('It is not known when the last exchange was.');
    expect(fresh).not.toMatch(importedOn);
    for (let at = 0; at < 40; at += 1)
      opened.memory.hear(`A quiet evening with rain, number ${at}. `.repeat(9));
    const echoed = render(await opened.memory.wake({ message: 'How is the greyhound?' }));
    expect(echoed).toContain('— undated —\nUser: The greyhound Biscuit');
    expect(echoed).not.toMatch(importedOn);
  });

  it('IO24: what it holds in mind lingers without an age', async () => {
    take([{ role: 'user', text: 'Hello. <pin>I like rye</pin>' }]);
    opened.clock.advance(3 * dayMs);
    opened.memory.hear('And <pin>I like oats</pin>');
    opened.clock.advance(hourMs);
    const wake = render(await opened.memory.wake({ message: 'Well?' }));
    expect(wake).toContain('- pin (User, undated): I like rye');
    expect(wake).toContain('- pin (User, an hour ago): I like oats');
    opened.memory.hear('Yes: <pin>I like rye</pin>');
    expect(render(await opened.memory.wake())).toContain('- pin (User, undated, again just now): I like rye');
  });

  it('IO24: is found by its words, and by no time', async () => {
    const day = { fromMs: opened.clock.now() - dayMs, untilMs: opened.clock.now() + dayMs };
    take(said);
    opened.memory.hear('The pears are small.');
    expect(find('pears').map(({ isUndated }) => isUndated)).toEqual([false, true]);
    expect(find('pears', day).map(({ excerpt }) => excerpt)).toEqual(['The pears are small.']);
    opened.clock.advance(40 * dayMs);
    const wake = await opened.memory.wake({ message: 'What did we talk about on 1 January?' });
    expect(
      wake.sections
        .find(({ name }) => name === 'echoes')
        ?.lines.map(({ text }) => text)
        .join(),
    ).not.toContain('undated');
  });

  it('IO24: is shown to a model without a time, and no date of it is known', async () => {
    take(said);
    const fragment = {
      do: 'create-fragment',
      key: 'biscuit',
      ambient: 'A greyhound.',
      recognition: 'It won on 1 January 2024.',
      inventory: 'undated, User: Biscuit won a ribbon (#1)',
      sources: [1],
    };
    const answer = (operations: readonly unknown[]) => ({ text: JSON.stringify({ operations }) });
    const model = buildScriptedModel(
      [answer([fragment]), answer([{ ...fragment, recognition: 'It won.' }])],
      {
        contextTokens: 16_000,
      },
    );
    const tokens = { count: (text: string) => Math.ceil(text.length / 4) };
    await opened.memory.maintain({ kind: 'light' }, buildModelWriter({ model, tokens, timeZone: 'UTC' }));
    expect(model.requests[0]?.messages[1]?.content).toContain('<event id="1" at="undated" by="User"');
    expect(model.requests[1]?.messages.at(-1)?.content).toContain(
      '"1 January 2024" stands neither in its sources',
    );
    expect(opened.stores.fragments.findByKey('biscuit')?.recognition).toBe('It won.');
  });

  it('IO24: gets no date from the built-in writer, and its lines stay in the order of the talk', async () => {
    const talk = Array.from({ length: 12 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      text: `My greyhound Biscuit chased ${['rabbits', 'bikes', 'leaves', 'geese'][at % 4]} near lake ${at}.`,
    }));
    take(talk);
    opened.clock.advance(dayMs);
    opened.memory.hear('My greyhound Biscuit slept on the sofa all night.');
    await opened.memory.maintain({ kind: 'light' }, buildBuiltInWriter());
    const fragments = opened.stores.fragments.list();
    const lines = fragments.flatMap(({ inventory }) => inventory.split('\n'));
    expect(lines.filter((line) => line.startsWith('undated, '))).not.toEqual([]);
    expect(lines.join('\n')).not.toMatch(importedOn);
    expect(fragments.map(({ key }) => key).filter((key) => /^(?:session|month)-/u.test(key))).toEqual([]);
  });

  it('IO24: is known again, and stays undated in another memory', () => {
    take(said);
    expect(take(said)).toMatchObject({ added: 0, known: 3 });
    const other = openTestMemory();
    const lines = exportMemory(opened.stores.connection, {
      format: 'jsonl',
      withSecrets: false,
      voices: exampleVoices,
      timeZone: 'UTC',
    });
    const path = join(other.folder, 'memory.jsonl');
    writeFileSync(path, [...lines].join(''));
    importChat(other.stores.connection, { path, voices: exampleVoices, timeZone: 'UTC', nowMs: 5 });
    expect(find('pears', undefined, other)).toMatchObject([{ isUndated: true }]);
    expect(take(said, other)).toMatchObject({ added: 0, known: 3 });
    other.close();
  });

  it('IO24: with one time somewhere is not undated', () => {
    take([...said, { role: 'user', text: 'The pears are ripe.', at: '2023-09-01T10:00:00Z' }]);
    expect(find('pears').map(({ isUndated }) => isUndated)).toEqual([false, false]);
  });
});
