// Tests a memory that fades by the time of a story, while years of real time pass.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decayProfileSchema } from '../../src/decay/profile.ts';
import { compareProfiles, computeDecayProjection } from '../../src/inspect/compute-decay-projection.ts';
import { buildGivenWriter } from '../../src/maintenance/given-writer.ts';
import { withTriedDecay } from '../../src/memory-settings.ts';
import { render } from '../../src/render/render-wake.ts';
import { dayMs, hourMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

const profile = decayProfileSchema.parse({ clock: 'story' });
const storyAtMs = Date.UTC(1899, 4, 1, 10);
const told = '<desc>the mill: grey</desc><plan>meet the miller in two hours</plan><feeling>glad</feeling>';
let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory({ profile });
  opened.memory.hear(told, { storyAtMs });
  opened.clock.advance(3000 * dayMs);
});
afterEach(() => opened.close());

const listKinds = () => opened.stores.items.readActive().map(({ kind }) => kind);

test('WM19: nothing is swept away while nobody says how late it is in the story', () => {
  for (let turn = 0; turn < 31; turn++) opened.memory.hear('on and on');
  expect(listKinds()).toEqual(['desc', 'plan']);
  const changes = opened.stores.items.readChanges(3 as never);
  expect(changes.at(-1)).toMatchObject({ because: 'it had faded', atMs: opened.clock.now() });
});

test('WM19: what is woken with, planned, audited and told of last time is as old as in the story', async () => {
  const { memory } = opened;
  memory.hear('and so?');
  expect(render(await memory.wake({ isPreview: true }))).toContain('It is Monday, 1 May 1899');
  expect(memory.plans().map(({ phase }) => phase)).toEqual(['approaching']);
  expect(memory.plans({ when: 'today' })).toHaveLength(1);
  expect(memory.recap().due).toHaveLength(1);
  expect(memory.audit().findings.filter(({ name }) => name === 'stale')).toEqual([]);
});

test('WM19: what is brought back, by its number or by maintenance, is as new as the story', async () => {
  const { memory, stores } = opened;
  const [feeling, again] = [3 as never, storyAtMs + 90 * dayMs];
  memory.hear('<feeling>glum</feeling>', { storyAtMs: again });
  expect(memory.revive(feeling)).toMatchObject({ content: 'glad', refreshedAtMs: again });
  memory.hear('<feeling>glum</feeling>', { storyAtMs: again + hourMs });
  const mark = { do: 'mark-item', item: 3, status: 'active', because: 'it lasts' } as const;
  await memory.maintain({ kind: 'manual' }, buildGivenWriter(JSON.stringify([mark])));
  expect(stores.items.find(feeling)).toMatchObject({ status: 'active', refreshedAtMs: again + hourMs });
});

test('IO15, IO18: the graph and a profile that is tried begin where the story stands', () => {
  const { connection } = opened.stores;
  const request = { nowMs: opened.clock.now(), withSecrets: false, profile };
  const graph = computeDecayProjection(connection, { ...request, hours: 72, steps: 2, limit: 9 });
  expect(graph.momentsMs).toEqual([storyAtMs, storyAtMs + 72 * hourMs]);
  expect(graph.lines.find(({ kind }) => kind === 'desc')?.scores).toEqual([1, 0.5]);
  const compared = compareProfiles(connection, {
    ...request,
    tried: withTriedDecay(profile, ['desc.hours=24']),
  });
  expect(compared.map(({ score, triedScore }) => [score, triedScore])).toEqual(compared.map(() => [1, 1]));
});
