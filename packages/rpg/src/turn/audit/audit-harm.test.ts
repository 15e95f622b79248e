// Tests that a number of harm in a narrative is held against what the character lost, whatever the system calls it.

import { afterAll, describe, expect, it } from 'vitest';
import { call, openTestGame } from '../../../test/support/open-test-game.ts';
import { readShippedSystem } from '../../manifest/read-system.ts';
import { auditNarrative } from './audit-narrative.ts';

/** A turn in the mill, with Mira, in which the character's points go down by so much. */
function playLoss(id: string, losses: Readonly<Record<string, number>>) {
  const { game, close } = openTestGame({ system: readShippedSystem(id) });
  const draft = game.start('I wait.');
  for (const [path, delta] of Object.entries(losses)) call(draft, 'adjust', { path, delta });
  call(draft, 'npc_create', { name: 'Wolf' });
  const { actions, state, words, rolls, patches } = draft;
  const turn = { system: game.system, state, actions };
  return {
    /** Other rules mark numbers that nothing rolled; here only what is said of the character's own loss counts. */
    listKinds: (narrative: string) =>
      auditNarrative({ narrative, words, rolls, patches, playerName: 'Ada', earlier: [], turn })
        .filter(({ says }) => says.endsWith('lost in this turn.') || says.includes('lost another number'))
        .map(({ kind }) => kind),
    close: () => {
      draft.delete();
      close();
    },
  };
}

describe('the audit of harm', () => {
  const hurt = playLoss('starter', { 'resources.vigour.current': -2 });
  const whole = playLoss('starter', {});
  const stressed = playLoss('blades-style', { 'resources.stress': 2 });
  afterAll(() => {
    hurt.close();
    whole.close();
    stressed.close();
  });

  it.each([
    'You take 3 damage from the splinters.',
    'You stagger back, taking four points of damage.',
    'That is five points of piercing damage to you.',
    'The wolf deals you six damage.',
    'The wolf bites you for 4.',
    'The beam comes down and you suffer only one point of bludgeoning damage as it grazes you.',
    'You lose 3 hit points.',
    'The fall costs you 3 points of health.',
    'You take 3 hit points of damage.',
    'Ada takes 3 damage.',
  ])('TU50: harm is compared with what was lost under another name: %s', (narrative) => {
    expect(hurt.listKinds(narrative)).toEqual(['number']);
    expect(whole.listKinds(narrative)).toEqual(['loss']);
  });

  it.each([
    'You take 2 damage from the splinters.',
    'Two points of harm to you, and the door gives.',
    'The wolf takes 9 damage.',
    'You deal the wolf 9 damage.',
    'You do seven points of damage to the door.',
    'Nine points of damage as you strike it.',
    'You had taken 5 damage by the bridge.',
    'You take no damage. If it falls, you take 5 damage.',
    '“You take 5 damage,” says Mira.',
    'You suffer 4 damage, but your armour halves it.',
    'You take three steps, damage the lock and go on.',
    'You read three damage reports.',
    'You lose three health potions to the thief.',
    'The draught gives you 4 health, and you receive 4 hit points.',
    'You absorb 3 damage with the shield.',
    'At most you take 4 damage. Each round you take 1 damage.',
    'She hit you for six, years ago.',
    'You take one point of piercing damage, plus one of poison.',
  ])(
    'TU50: TU55: the harm that was taken, that of others and what only reckons is left alone: %s',
    (narrative) => {
      expect(hurt.listKinds(narrative)).toEqual([]);
    },
  );

  it('TU50: where boxes were marked, a number of harm is not held against them', () => {
    expect(stressed.listKinds('You take 3 damage.')).toEqual([]);
  });
});
