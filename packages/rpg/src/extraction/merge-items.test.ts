// Items of a rulebook that several parts tell of: what later parts add is kept, and only what differs is a contradiction.

import { expect, it } from 'vitest';
import { buildManifest } from './build-manifest.ts';
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
      member: 'threats.usual',
      versions: [{ says: { set: { hp: 4 } } }, { says: { set: { hp: 6 } } }],
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
