// Tests listing contradictions: each has the chapter of both versions, and the other version can be taken.

import { expect, it } from 'vitest';
import { buildManifest } from './build-manifest.ts';
import { type ExtractedItem, extractedItem } from './extracted-item.ts';
import { listReadings } from './list-readings.ts';
import { mergeItems } from './merge-items.ts';
import { takeReading } from './take-reading.ts';

const text = '# Scores\n\nAn edge is might plus two.\n\n## The edge is half of might\n\nAs it is said.\n';
const book = { file: 'book.md', text };

function read(quote: string, item: object) {
  const start = text.indexOf(quote);
  return {
    item: extractedItem.parse({ quote, ...item }) as ExtractedItem,
    sources: [{ of: 'item', file: book.file, start, end: start + quote.length, quote }],
  };
}

function build(...read: Parameters<typeof mergeItems>[0]) {
  const { items, contradictions } = mergeItems(read);
  const readings = listReadings(book, items, contradictions);
  return { readings, manifest: buildManifest({ id: 'book', name: 'Book' }, items, readings).manifest };
}

it('SZ33: a contradiction about an alias names both chapters, also where a heading says it, and can be taken', () => {
  const alias = { kind: 'alias', name: 'edge' };
  const { readings, manifest } = build(
    read('An edge is might plus two.', { ...alias, formula: 'might + 2' }),
    read('The edge is half of might', { ...alias, formula: 'might / 2' }),
  );
  expect(readings).toMatchObject([
    {
      at: '/aliases/edge',
      taken: { says: 'might + 2', where: 'Scores' },
      other: { says: 'might / 2', where: 'The edge is half of might' },
    },
  ]);
  expect(takeReading(manifest, 0)).toMatchObject({ aliases: { edge: 'might / 2' } });
});

it('SZ33: a rule that the book contradicts elsewhere is listed with both texts, and either can be taken', () => {
  const rule = { kind: 'rule', id: 'sleep', title: 'Sleep' };
  const { readings, manifest } = build(
    read('An edge is might plus two.', { ...rule, text: 'Stress is never cleared by sleep alone.' }),
    read('The edge is half of might', {
      ...rule,
      text: 'Sleep by itself clears 1 Stress, every night.',
      contrary: true,
    }),
    read('As it is said.', { ...rule, id: 'camp', text: 'A camp takes a night.', contrary: true }),
  );
  expect(readings).toMatchObject([
    {
      at: '/rules/0/text',
      about: 'Sleep: text',
      taken: { says: 'Stress is never cleared by sleep alone.', where: 'Scores' },
      other: { says: 'Sleep by itself clears 1 Stress, every night.' },
    },
  ]);
  expect(manifest).toMatchObject({ rules: [{ id: 'sleep' }, { id: 'camp' }] });
  expect(JSON.stringify(manifest)).not.toContain('contrary');
  expect(takeReading(manifest, 0)).toMatchObject({
    rules: [{ text: 'Sleep by itself clears 1 Stress, every night.' }, {}],
  });
});

it('SZ33: what foes and people have in common is taken on both sheets', () => {
  const pool = {
    kind: 'field',
    of: 'creature',
    path: 'resources.hp',
    label: 'HP',
    prefab: 'RES_COUNTER',
    category: 'resources',
  };
  const { manifest } = build(
    read('An edge is might plus two.', { ...pool, config: { max: 6 } }),
    read('The edge is half of might', { ...pool, config: { max: 8 } }),
  );
  const taken = takeReading(manifest, 0);
  const field = (max: number) => ({ fields: [{ path: 'resources.hp', config: { max } }] });
  expect(manifest).toMatchObject({ entities: { npc: field(6), creature: field(6) } });
  expect(taken).toMatchObject({ entities: { npc: field(8), creature: field(8) } });
  expect(taken === undefined ? undefined : takeReading(taken, 0)).toEqual(manifest);
});
