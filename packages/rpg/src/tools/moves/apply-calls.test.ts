// Proves that a call within an action that is refused changes nothing, and that its answer gives no secret away.

import { describe, expect, it, onTestFinished } from 'vitest';
import { call, openTestGame } from '../../../test/support/open-test-game.ts';
import { findShipped, shippedSystems } from '../../../test/support/shipped-system.ts';
import { buildStateBase } from '../../state/state-layer.ts';
import { openWorkbench } from '../workbench.ts';
import { applyCalls } from './apply-calls.ts';
import type { Call } from './list-effect-calls.ts';

function open(system = findShipped('dnd5e')) {
  const test = openTestGame({ system });
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  return { ...test, draft, act: (name: string, wanted: object) => call(draft, name, wanted) };
}

const refused: readonly Call[] = [
  { name: 'mode_set', arguments: { mode: 'combat', opponents: ['npc:mira', 'location:old-mill'] } },
  { name: 'adjust', arguments: { path: 'resources.hp.max', delta: -4, target: 'npc:mira' } },
  { name: 'adjust', arguments: { path: 'resources.hp.current', delta: -4, target: 'location:old-mill' } },
  { name: 'clock_tick', arguments: { name: 'Danger', ticks: 1, segments: 40 } },
  { name: 'item_remove', arguments: { item: 'Rope', quantity: 1 } },
  { name: 'item_add', arguments: { name: 'Rope', list: 'no_such_list' } },
  { name: 'condition_add', arguments: { condition: 'prone', target: 'location:old-mill' } },
  { name: 'set', arguments: { path: 'is_gone', value: 'perhaps', target: 'npc:mira' } },
];

describe('a call within an action', () => {
  it.each(refused)('TO1: changes nothing if it is refused: $name $arguments', (wanted) => {
    const { system, draft } = open();
    const entities = ['character', 'scene', 'npc', 'location'].flatMap((type) => draft.state.list(type));
    const bench = openWorkbench({
      system,
      by: 'system',
      below: buildStateBase(entities.map((entity, position) => ({ entity, position }))),
      lore: { search: () => [], iterateTold: () => [] },
      seed: '',
      turn: 1,
      counts: { rolls: 0, made: 0 },
    });
    const [line = ''] = applyCalls(bench, [wanted], 'a blow');
    expect(line).toMatch(/^\(left out: /u);
    expect(line).not.toMatch(/secret|Nearest: npc/u);
    expect([bench.state.changed.size, bench.effects.patches]).toEqual([0, []]);
    expect([bench.asked, bench.joined, bench.left, bench.moved, bench.due]).toEqual([[], [], [], [], []]);
  });

  it('MV4: a blow at a thing begins no fight, and one at somebody does', () => {
    for (const system of shippedSystems) {
      const { draft, act } = open(system);
      expect(act('item_add', { name: 'Iron door', target: 'location:old-mill' }).ok).toBe(true);
      const readMode = () => draft.state.list('scene')[0]?.sheet['mode'];
      act('roll', { move: 'attack', against: 'item:iron-door' });
      expect(readMode(), system.id).toBe('exploration');
      act('roll', { move: 'attack', against: 'Mira' });
      expect(readMode(), system.id).toBe('combat');
    }
  });
});
