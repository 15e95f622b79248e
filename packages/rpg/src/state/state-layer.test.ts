// Tests state layers: what they list and find after being laid over a state or merged into it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityId } from '../values/entity.ts';
import { buildEntity } from './apply-patches.ts';
import { comparePlaced, type Placed } from './placed.ts';
import {
  buildStateBase,
  mergeLayer,
  openStateLayer,
  type PlacedState,
  type StateBase,
  type StateLayer,
} from './state-layer.ts';

const ids: readonly EntityId[] = ['note:a', 'note:b', 'note:c', 'note:d', 'npc:a', 'npc:b'];
const says = ['salt', 'gate'];

const change = fc.record({
  id: fc.constantFrom(...ids),
  /** The position that the entity gets; null removes it. */
  position: fc.option(fc.nat(8)),
  content: fc.constantFrom(...says),
});
const begun = fc.uniqueArray(fc.constantFrom(...ids));
/** Several turns, each with several actions that make several changes. */
const played = fc.array(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 4 }), { maxLength: 4 });

function place(id: EntityId, position: number, content: string): Placed {
  return { entity: buildEntity(id, { content }), position };
}

function sortIds(placed: Iterable<Placed>): readonly string[] {
  return [...placed].map(({ entity }) => entity.id).sort();
}

function expectSame(state: PlacedState, model: ReadonlyMap<EntityId, Placed>): void {
  expect(state.count()).toBe(model.size);
  for (const type of ['note', 'npc']) {
    const expected = [...model.values()].filter(({ entity }) => entity.type === type);
    const listed = state.listPlaced(type);
    expect(sortIds(listed)).toEqual(sortIds(expected));
    expect(listed).toEqual(listed.map(({ entity }) => model.get(entity.id)));
    expect([...listed].sort(comparePlaced)).toEqual(listed);
  }
  for (const content of says) {
    const expected = [...model.values()].filter(
      ({ entity }) => entity.type === 'note' && entity.sheet['content'] === content,
    );
    expect(sortIds(state.listNoted(content))).toEqual(sortIds(expected));
  }
}

interface Change {
  readonly id: EntityId;
  readonly position: number | null;
  readonly content: string;
}

function make(layer: StateLayer, model: Map<EntityId, Placed>, { id, position, content }: Change): void {
  if (position === null) {
    layer.remove(id);
    model.delete(id);
    return;
  }
  layer.set(place(id, position, content));
  model.set(id, place(id, position, content));
}

function expectChanged(
  state: PlacedState,
  model: ReadonlyMap<EntityId, Placed>,
  touched: Set<EntityId>,
): void {
  const expected = [...touched].flatMap((id) => model.get(id) ?? []);
  for (const type of ['note', 'npc'])
    expect(sortIds(state.listChanged(type))).toEqual(
      sortIds(expected.filter(({ entity }) => entity.type === type)),
    );
}

function playTurn(
  base: StateBase,
  model: Map<EntityId, Placed>,
  actions: readonly (readonly Change[])[],
): void {
  const draft = openStateLayer(base);
  const touched = new Set<EntityId>();
  for (const changes of actions) {
    const layer = openStateLayer(draft);
    for (const one of changes) make(layer, model, one);
    for (const { id } of changes) touched.add(id);
    expectSame(layer, model);
    expectChanged(layer, model, touched);
    mergeLayer(layer, draft);
    expectSame(draft, model);
    expectChanged(draft, model, touched);
  }
  base.merge(draft);
  expectSame(base, model);
  expectChanged(base, model, new Set());
}

describe('layers of state', () => {
  it('DM14: entities are listed in their order and notes found by what they say, whatever came, changed or went', () => {
    fc.assert(
      fc.property(begun, played, (first, turns) => {
        const opening = first.map((id, position) => place(id, position, 'salt'));
        const model = new Map(opening.map((one) => [one.entity.id, one]));
        const base = buildStateBase(opening);
        for (const actions of turns) playTurn(base, model, actions);
      }),
    );
  });
});
