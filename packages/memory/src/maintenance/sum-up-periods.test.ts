// Tests summing up: which days and months a model is asked to sum up, and what it is shown of them.

import { expect, it } from 'vitest';
import type { EventId } from '../events/event.ts';
import { exampleVoices } from '../tags/voices.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import type { Draft } from './draft.ts';
import { renderBatch } from './render-batch.ts';
import { listPeriodsOf } from './sum-up-periods.ts';

const hourMs = 3_600_000;
const places = [
  'castle',
  'ferry',
  'orchard',
  'violin',
  'lighthouse',
  'bakery',
  'archive',
  'tunnel',
  'market',
];

function buildTalk(day: string, from: number, friend: string): readonly CompiledEvent[] {
  return places.map((place, at) => ({
    id: (from + at) as EventId,
    side: 'user',
    voice: 'user',
    atMs: Date.parse(`${day}T10:00:00Z`) + at * 60_000,
    shown: `The ${place} of ${friend}${at} needed work in ${1900 + at}.`,
    held: [],
    imagePath: undefined,
    isUndated: false,
  }));
}

function buildDraft(keys: readonly string[]): Draft {
  const text = (key: string) => ({
    key,
    ambient: 'a',
    recognition: 'b',
    inventory: `line of ${key}`,
    sources: [],
  });
  return {
    fragments: new Map(keys.map((key) => [key, text(key)])),
    edges: new Map(),
    items: new Map(),
    facts: [],
    flags: [],
    formerKeys: new Set(),
    approved: new Set(),
    renamed: new Map(),
    merged: new Map(),
    ambient: undefined,
  };
}

interface Listed {
  readonly events: readonly CompiledEvent[];
  /** Keys of the fragments that exist. */
  readonly keys: readonly string[];
}

const people = { voices: exampleVoices, timeZone: 'UTC' };
const talk = [...buildTalk('2026-05-04', 1, 'Mira'), ...buildTalk('2026-05-20', 20, 'Jonas')];
const last = talk.at(-1)?.atMs ?? 0;

it('PD4: a day or month that goes on in a later batch is not asked for yet', () => {
  const list = (nextAtMs: number | undefined, { events, keys }: Listed = { events: talk, keys: [] }) =>
    listPeriodsOf({ events, nowMs: last + 90 * 24 * hourMs, nextAtMs, draft: buildDraft(keys) }, people).keys;
  expect(list(undefined)).toEqual(['session-2026-05-04', 'session-2026-05-20', 'month-2026-05']);
  expect(list(last + hourMs)).toEqual(['session-2026-05-04']);
  expect(list(last + 18 * hourMs)).toEqual(['session-2026-05-04', 'session-2026-05-20']);
  expect(list(last + 12 * 24 * hourMs)).toEqual(list(undefined));
  const later = { events: buildTalk('2026-05-28', 40, 'Ada'), keys: ['session-2026-05-04'] };
  expect(list(undefined, later)).toEqual(['session-2026-05-28', 'month-2026-05']);
});

it('PD4: with a month that is asked for, the summaries of its days are shown', () => {
  const draft = buildDraft(['session-2026-05-02', 'session-2026-04-30', 'castle']);
  const batch = {
    kind: 'light' as const,
    events: talk,
    fragmentKeys: [],
    draft,
    request: undefined,
    nowMs: last,
    fold: () => ({ accepted: [], refused: [], draft }),
    readEvents: () => [],
    readAllEvents: () => talk,
  };
  const surroundings = {
    batch: 10_000,
    tokens: 2_000,
    reply: 1_000,
    count: (said: string) => said.length,
    people,
  };
  const asked = renderBatch(batch, surroundings, ['month-2026-05']);
  expect(asked).toContain('<days-written>\nsession-2026-05-02:\nline of session-2026-05-02\n</days-written>');
  expect(asked).not.toContain('line of session-2026-04-30');
  expect(renderBatch(batch, surroundings, ['session-2026-05-04'])).not.toContain('<days-written>');
});

it('MT16: the summaries of days take no more than the room that the index leaves', () => {
  const days = Array.from({ length: 28 }, (_, at) => `session-2026-05-${String(at + 1).padStart(2, '0')}`);
  const topics = Array.from({ length: 20 }, (_, at) => `topic-${at}`);
  const batch = {
    kind: 'light' as const,
    events: talk,
    fragmentKeys: [],
    draft: buildDraft([...days, ...topics]),
    request: undefined,
    nowMs: last,
    fold: () => ({ accepted: [], refused: [], draft: buildDraft([]) }),
    readEvents: () => [],
    readAllEvents: () => talk,
  };
  const count = (said: string) => said.length;
  const surroundings = { batch: 10_000, tokens: 2_000, reply: 1_000, count, people };
  const asked = renderBatch(batch, surroundings, ['month-2026-05']);
  const shown = ['fragment-index', 'days-written'].map(
    (name) => new RegExp(`<${name}[^>]*>\\n([^<]*)`, 'u').exec(asked)?.[1] ?? '',
  );
  expect(shown.map((part) => part !== '')).toEqual([true, true]);
  expect(count(shown.join(''))).toBeLessThanOrEqual(0.4 * 2_000);
});

it('PD1: days are those where the person lives', () => {
  const list = (timeZone: string, events = talk) =>
    listPeriodsOf({ events, nowMs: last + 90 * 24 * hourMs, draft: buildDraft([]) }, { ...people, timeZone });
  expect(list('Pacific/Kiritimati').keys).toEqual([
    'session-2026-05-05',
    'session-2026-05-21',
    'month-2026-05',
  ]);
  const [made] = list('Pacific/Kiritimati').complete([]);
  expect(made).toMatchObject({ inventory: expect.stringMatching(/^2026-05-05, /u) });
});

it('PD4: what comes later for a day with a summary is added to it, however little it is', () => {
  const later = buildTalk('2026-05-04', 60, 'Mira').slice(0, 1);
  const batch = { events: later, nowMs: last + 90 * 24 * hourMs };
  const added = listPeriodsOf({ ...batch, draft: buildDraft(['session-2026-05-04']) }, people).complete([]);
  expect(added).toMatchObject([{ do: 'append-inventory', key: 'session-2026-05-04', sources: [60] }]);
  expect(listPeriodsOf({ ...batch, draft: buildDraft([]) }, people).complete([])).toEqual([]);
});
