// Tests summaries of days and months: when they are made and from what, and how they are found, reverted and forgotten.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventId } from '../../src/events/event.ts';
import { summaryKey } from '../../src/fragments/fragment.ts';
import type { MaintenanceWriter } from '../../src/maintenance/maintenance-writer.ts';
import { buildModelWriter } from '../../src/maintenance/model-writer.ts';
import { renderBatch } from '../../src/maintenance/render-batch.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { dayMs, hourMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

const surroundings = {
  tokens: 5_000,
  batch: 20_000,
  reply: 2_000,
  count: (text: string) => Math.ceil(text.length / 4),
  people: { voices: exampleVoices, timeZone: 'UTC' },
};

let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory();
});
afterEach(() => opened.close());

const places = ['the castle above Graz', 'a cottage in Styria', 'the mill at Murau', 'a loft in Linz'];

/** A talk of ten messages a week. Each week is about a place that was looked at, and has a word of its own. */
function talk(weeks: number): void {
  const { memory, clock } = opened;
  for (let week = 0; week < weeks; week++) {
    const place = places[week % places.length] ?? '';
    memory.hear(`We looked at ${place} on Saturday with the agent number${week}.`);
    memory.speak(`<say>My brother once rented rooms near ${place} for a summer.</say>`);
    for (let line = 0; line < 8; line++) {
      memory.hear(
        `The ${['roof', 'well', 'oven', 'stair'][line % 4]} of house${week}${line} needed work in ${1900 + line}.`,
      );
      clock.advance(60_000);
    }
    clock.advance(7 * dayMs);
  }
}

const list = () => opened.stores.fragments.list().filter(({ key }) => summaryKey.test(key));
const maintain = () => opened.memory.maintain({ kind: 'light' });

test('PD1: each day of talk that is over, and each month, gets a summary in words that were said', async () => {
  const firstMs = opened.clock.now();
  talk(10);
  await maintain();
  const summaries = list();
  const keys = summaries.map(({ key }) => key);
  const dayOf = (week: number) => new Date(firstMs + week * 7 * dayMs).toISOString().slice(0, 10);
  expect(keys).toContain(`session-${dayOf(0)}`);
  expect(keys).toContain(`session-${dayOf(9)}`);
  expect(keys).toContain(`month-${dayOf(0).slice(0, 7)}`);
  for (const { key, ambient, recognition, inventory, sources } of summaries) {
    const most = key.startsWith('month') ? 24 : 12;
    expect(sources.length).toBeLessThanOrEqual(most);
    for (const line of [ambient, ...recognition.split('\n'), ...inventory.split('\n')]) {
      const [, text = '', id] = /^\d{4}-\d\d-\d\d, [^:]+: (.*) \(#(\d+)\)$/u.exec(line) ?? [];
      expect(opened.stores.events.find(Number(id) as EventId)?.text).toContain(text);
    }
  }
});

test('PD4: a model is asked for the summaries of what is over, and what it leaves out is made by extraction', async () => {
  talk(2);
  const { id = 0, text = '' } = opened.stores.events.find(1 as EventId) ?? {};
  const firstDay = new Date(opened.stores.events.find(1 as EventId)?.atMs ?? 0).toISOString().slice(0, 10);
  const made = {
    do: 'create-fragment',
    key: `session-${firstDay}`,
    ambient: 'We looked at a castle.',
    recognition: 'We spoke of a castle above Graz.',
    inventory: `${text} (#${id})`,
    sources: [id],
  };
  const model = buildScriptedModel([{ text: JSON.stringify({ operations: [made] }) }]);
  const writer = buildModelWriter({ model, tokens: surroundings, voices: exampleVoices, timeZone: 'UTC' });
  await opened.memory.maintain({ kind: 'light' }, writer);
  const asked = model.requests[0]?.messages.at(-1)?.content ?? '';
  const keys = list().map(({ key }) => key);
  expect(asked).toContain(`<to-sum-up>${keys.filter((key) => key.startsWith('session')).join(' ')}`);
  expect(keys.filter((key) => key.startsWith('session'))).toHaveLength(2);
  const [first, second] = list().filter(({ key }) => key.startsWith('session'));
  expect(first?.recognition).toBe('We spoke of a castle above Graz.');
  expect(second?.recognition).toMatch(/^\d{4}-\d\d-\d\d, /u);
});

test('PD1: a talk or a month that is not over gets none, and a short talk none at all', async () => {
  talk(1);
  opened.clock.advance(-7 * dayMs + hourMs);
  await maintain();
  expect(list()).toEqual([]);
  opened.clock.advance(2 * dayMs);
  opened.memory.hear('The kettle is new and shines in the sun.');
  await maintain();
  expect(list().map(({ key }) => key.slice(0, 7))).toEqual(['session']);
  opened.clock.advance(60 * dayMs);
  opened.memory.hear('The kettle is old by now, and it leaks at the bottom.');
  await maintain();
  // The month is over now, and had two days of talk. A day with a single message gets no summary.
  expect(list().map(({ key }) => key.slice(0, 5))).toEqual(['month', 'sessi']);
});

test('PD1: what is new is summed up by the next run, and what stands there stays', async () => {
  talk(4);
  await maintain();
  const former = list();
  talk(4);
  await maintain();
  const now = new Map(list().map((one) => [one.key, one]));
  expect(now.size).toBeGreaterThan(former.length);
  for (const one of former) expect(now.get(one.key)).toEqual(one);
});

test('PD2: a summary is found by its month and by what it says, and stands in no list', async () => {
  const month = new Date(opened.clock.now()).toISOString().slice(0, 7);
  talk(10);
  await maintain();
  const said = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.parse(month));
  const wake = await opened.memory.wake({ message: `What happened in ${said}?`, isPreview: true });
  const known = wake.sections.find(({ name }) => name === 'known')?.lines.map(({ text }) => text) ?? [];
  expect(known.join('\n')).toContain(`month-${month}`);
  expect(readFileSync(join(opened.folder, 'ambient.md'), 'utf8')).not.toMatch(/\[(?:session|month)-/u);
  opened.clock.advance(90 * dayMs);
  const unused = opened.memory.audit().findings.find(({ name }) => name === 'never-recalled');
  expect(unused?.of).toBe(opened.stores.fragments.listKeys().length - list().length);
});

test('PD2: a model that compiles is shown no summary, nor asked to look through any', async () => {
  talk(6);
  await maintain();
  opened.memory.hear('We looked at the castle above Graz once more, and the roof of house05 is done.');
  const shown: string[] = [];
  const writer: MaintenanceWriter = {
    id: 'watching',
    measureRoom: async () => 20_000,
    propose: async (batch) => {
      shown.push(...batch.fragmentKeys, renderBatch(batch, surroundings));
      return { operations: [], refused: [], reply: '' };
    },
  };
  await opened.memory.maintain({ kind: 'deep' }, writer);
  expect(list().length).toBeGreaterThan(5);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.join('\n')).not.toMatch(/(?:session|month)-\d/u);
});

test('PD3: a summary is taken back with its run, and forgets what is forgotten, in every byte', async () => {
  talk(6);
  const { runId = 0 } = await maintain();
  opened.memory.revert(runId);
  expect(opened.stores.fragments.list()).toEqual([]);
  await maintain();
  const event = 1 as EventId;
  expect(list().some(({ inventory }) => inventory.includes('number0'))).toBe(true);
  opened.memory.forget([{ event }]);
  expect(list().flatMap(({ sources }) => sources)).not.toContain(event);
  for (const name of readdirSync(opened.folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = readFileSync(join(name.parentPath, name.name)).toString('latin1');
    expect(bytes.includes('number0'), name.name).toBe(false);
  }
});
