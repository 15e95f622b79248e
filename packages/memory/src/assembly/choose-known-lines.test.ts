// Tests which inventory lines are shown below known fragments: the best lines that fit, in the order of the inventory.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventId } from '../events/event.ts';
import { chooseKnownLines, type LinedFragment } from './choose-known-lines.ts';

const tokens = { id: 'characters', count: (text: string) => text.length };
const search = {
  query: 'What did Mira paint?',
  places: new Map<EventId, number>(),
  inView: new Set<EventId>(),
  room: 1_000,
  tokens,
};
const fragment = (inventory: string, change: Partial<LinedFragment> = {}): LinedFragment => ({
  key: 'mira',
  shown: '- mira: She paints.',
  score: 1,
  inventory,
  ...change,
});
const choose = (fragments: readonly LinedFragment[], change: Partial<typeof search> = {}) =>
  chooseKnownLines(fragments, { ...search, ...change });

describe('lines below a fragment', () => {
  it('FR6: all of them are there in their order if there is room, except lines that are there already', () => {
    const inventory = 'A boat (#1)\nA lake (#2)\nShe paints. (#3)\nA house (#4)';
    const shown = '- mira: She paints. (#3)';
    const inView = new Set([2 as EventId]);
    expect(choose([fragment(inventory, { shown })], { inView }).get('mira')).toEqual([
      'A boat (#1)',
      'A house (#4)',
    ]);
  });

  it('FR6: a line that names several moments counts for each of them', () => {
    const inventory = 'An old boat (#5, #1)\nMira sings (#2)\nA big house (#3 and #4)';
    const places = new Map([[1 as EventId, 0]]);
    const inView = new Set([3, 4].map((id) => id as EventId));
    expect(choose([fragment(inventory)], { places, inView, room: 26 }).get('mira')).toEqual([
      'An old boat (#5, #1)',
    ]);
    expect(choose([fragment(inventory)], { inView, room: 50 }).get('mira')).toEqual([
      'An old boat (#5, #1)',
      'Mira sings (#2)',
    ]);
  });

  it('FR6: the newest line stands below older ones though the talk shows it too, and alone it does not', () => {
    const inventory = 'He bakes (#1)\nHe mends bicycles (#2)\nHe bakes again (#3)';
    const see = (...ids: number[]) =>
      choose([fragment(inventory)], { inView: new Set(ids.map((id) => id as EventId)) }).get('mira');
    expect(see(2, 3)).toEqual(['He bakes (#1)', 'He bakes again (#3)']);
    expect(see(1, 2, 3)).toEqual([]);
  });

  it('FR6: in a small room, first come lines whose moments the message brought back, then lines with its words', () => {
    const inventory = 'An old boat (#1)\nMira sings (#2)\nA big house (#3)\nSome lakes (#4)';
    const places = new Map([[1 as EventId, 0]]);
    expect(choose([fragment(inventory)], { places, room: 42 }).get('mira')).toEqual([
      'An old boat (#1)',
      'Mira sings (#2)',
    ]);
  });

  it('FR6: whatever the inventories contain, the room is never exceeded and the order stays', () => {
    const line = fc.oneof(
      fc.stringMatching(/^[a-zé #().\d]{0,30}$/),
      fc.nat({ max: 30 }).map((id) => `Mira painted (#${id})`),
    );
    const inventory = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(fc.array(inventory, { maxLength: 3 }), fc.nat({ max: 400 }), (inventories, room) => {
        const fragments = inventories.map((one, at) => fragment(one, { key: `f${at}`, score: 1 / (at + 1) }));
        const chosen = choose(fragments, { room });
        const all = [...chosen.values()].flat();
        expect(all.reduce((sum, text) => sum + `\n  · ${text}`.length, 0)).toBeLessThanOrEqual(room);
        for (const { key, inventory: whole } of fragments) {
          const lines = whole.split('\n').map((one) => one.trim());
          let from = 0;
          for (const one of chosen.get(key) ?? []) {
            const at = lines.indexOf(one, from);
            expect(at).toBeGreaterThanOrEqual(from);
            from = at + 1;
          }
        }
      }),
    );
  });
});
