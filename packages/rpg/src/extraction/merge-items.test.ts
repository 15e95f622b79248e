// Tests merging items that several parts of a rulebook describe: additions are kept, differences are contradictions.

import { expect, it } from 'vitest';
import { buildManifest, normaliseItems } from './build-manifest.ts';
import { type ExtractedItem, extractedItem } from './extracted-item.ts';
import { mergeItems } from './merge-items.ts';

const source = { of: 'item', file: 'book.md', start: 0, end: 4, quote: 'Foes' };
const read = (item: object) => ({
  item: extractedItem.parse({ quote: 'Foes', ...item }) as ExtractedItem,
  sources: [source],
});
const foes = (hp: Readonly<Record<string, number>>) =>
  read({
    kind: 'opponents',
    threats: Object.fromEntries(Object.entries(hp).map(([name, value]) => [name, { set: { hp: value } }])),
  });

it('SZ24: threats that a later part names are added; only those that both name otherwise contradict each other', () => {
  const { items, contradictions } = mergeItems([foes({ usual: 4 }), foes({ usual: 6, goblin: 3 })]);
  expect(items.map(({ item }) => item)).toMatchObject([
    { threats: { usual: { set: { hp: 4 } }, goblin: { set: { hp: 3 } } } },
  ]);
  expect(contradictions).toMatchObject([
    {
      about: 'opponents',
      member: ['threats', 'usual', 'set', 'hp'],
      versions: [{ says: 4 }, { says: 6 }],
      taken: 0,
    },
  ]);
});

it('SZ29: people have what foes have, so that they can be fought, but for what they have themselves', () => {
  const field = (of: string, path: string, label: string) =>
    read({ kind: 'field', of, path, label, prefab: 'VAL_INT', category: 'resources' });
  const items = [
    field('creature', 'resources.hp', 'HP'),
    field('creature', 'mood', 'Temper'),
    field('npc', 'mood.now', 'Mood'),
  ];
  const { entities } = buildManifest({ id: 'book', name: 'Book' }, items).manifest;
  expect(entities).toMatchObject({
    npc: { fields: [{ path: 'mood.now' }, { path: 'resources.hp' }] },
    creature: { fields: [{ path: 'resources.hp' }, { path: 'mood' }] },
  });
});

it('SZ24: of two readings of one thing the fuller stands, whichever was read first, and what only the other says is added', () => {
  const pool = {
    kind: 'field',
    path: 'resources.hp',
    label: 'HP',
    prefab: 'RES_POOL',
    category: 'resources',
  };
  const poor = read({ ...pool, config: { max: 6 }, usage_hint: 'Begins full.' });
  const full = read({ ...pool, config: { min: 0, max: 20 }, roll: '1d6' });
  for (const [order, taken] of [
    [[poor, full], 1],
    [[full, poor], 0],
  ] as const) {
    const { items, contradictions } = mergeItems(order);
    expect(items.map(({ item }) => item)).toMatchObject([
      { config: { min: 0, max: 20 }, roll: '1d6', usage_hint: 'Begins full.' },
    ]);
    expect(contradictions).toMatchObject([{ member: ['config', 'max'], taken }]);
  }
});

it('SZ24: each side of a contradiction has the place where it was read, whatever was merged before', () => {
  const pool = { kind: 'field', path: 'hp', label: 'HP', prefab: 'RES_POOL', category: 'resources' };
  const readAt = (start: number, more: object) => ({
    ...read({ ...pool, ...more }),
    sources: [{ ...source, start }],
  });
  const { contradictions } = mergeItems([
    readAt(0, { config: { max: 6 } }),
    readAt(10, { config: { min: 0 }, roll: '1d6' }),
    readAt(20, { config: { max: 8 } }),
    readAt(30, { config: { min: 1 } }),
  ]);
  expect(contradictions.map(({ versions }) => versions.map((one) => [one.says, one.source.start]))).toEqual([
    [
      [6, 0],
      [8, 20],
    ],
    [
      [0, 10],
      [1, 30],
    ],
  ]);
});

it('SZ31: what every sheet has by itself is not put there once more, and what is rolled for points is not fixed', () => {
  const field = (path: string, label: string, more: object = {}) =>
    read({ kind: 'field', path, label, prefab: 'VAL_TEXT', category: 'identity', ...more });
  const items = normaliseItems([
    field('identity.name', 'Name'),
    field('identity.true_name', 'True name'),
    field('status.attitude', 'Attitude', { of: 'npc' }),
    field('resources.hp', 'HP', { prefab: 'RES_POOL', config: { min: 0, max: 6 }, roll: '1d6' }),
    read({ kind: 'character', id: 'ash', name: 'Ash', concept: '', set: { 'identity.name': 'Ash', x: 1 } }),
  ]);
  expect(items.map(({ item }) => item)).toMatchObject([
    { path: 'identity.true_name' },
    { path: 'resources.hp', config: { min: 0 } },
    { set: { x: 1 } },
  ]);
  expect(items[1]?.item).not.toHaveProperty('config.max');
  expect(items[2]?.item).not.toHaveProperty(['set', 'identity.name']);
});
