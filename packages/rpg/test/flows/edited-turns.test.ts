// Tests editing the narrative of a turn: the actions stay the same, and nothing remembers the removed words.

import { describe, expect, it } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { verifyRpg } from '../../src/game/verify-rpg-store.ts';
import type { Game, TurnEnd } from '../../src/state/game.ts';
import { playerId } from '../../src/values/entity.ts';
import { call, endTurn, openTestGame, type TestGame } from '../support/open-test-game.ts';

function expectSound({ connection }: TestGame): void {
  expect(verifyRpg(connection).problems).toEqual([]);
  expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
}

describe('an edit of an earlier turn', () => {
  const tellTurn = (game: Game, narrative: string, end: Partial<TurnEnd> = {}) => {
    const draft = game.start(`I try ${narrative.length}.`);
    call(draft, 'item_add', { name: `thing ${narrative.length}` });
    return draft.commit({ ...endTurn(narrative), ...end });
  };

  it('DM32: has the same things happen, in it and behind it, and remembers nothing of what it removed', () => {
    const test = openTestGame();
    const { game } = test;
    const first = tellTurn(game, 'A dragon circles the mill.', {
      tags: ['dragon', 'mill'],
      suggestions: ['Flee from the dragon', 'Bar the door'],
    });
    const lore = [
      { key: `turn:${first.id}`, text: 'A dragon circles the mill.', from: 'turn 1' },
      { key: 'turn:1', text: 'The wheel stands.', from: 'turn 0' },
    ];
    const second = tellTurn(game, 'Rain.', { lore });
    const third = tellTurn(game, 'Hail falls.', {
      lore: [{ key: `turn:${second.id}`, text: 'Rain.', from: 'turn 2' }],
    });
    const head = game.editNarrative('Snow falls on the mill.', 1);
    const [now, then, last] = game.listTurns(3);
    expect(head).toEqual(last);
    expect([now, then, last].map((turn) => [turn?.number, turn?.narrative, turn?.stateHash])).toEqual([
      [1, 'Snow falls on the mill.', first.stateHash],
      [2, 'Rain.', second.stateHash],
      [3, 'Hail falls.', third.stateHash],
    ]);
    expect(now).toMatchObject({ tags: ['mill'], suggestions: ['Bar the door'], toldBy: [] });
    expect(now?.summary).toBe('“I try 26.”: Got thing 26. Snow falls on the mill.');
    expect(then?.lore.map(({ key }) => key)).toEqual(['turn:1']);
    expect(last?.lore.map(({ key }) => key)).toEqual([`turn:${then?.id}`]);
    expect(JSON.stringify(game.listTurns(9))).not.toContain('dragon');
    expect(game.readActions(head.id).map(({ tool }) => tool)).toEqual(['item_add']);
    expect(game.listTips().map(({ id }) => id)).toEqual([third.id, head.id]);
    game.undo(3);
    expect(game.state.find(playerId)?.sheet['inventory']).toEqual({ items: [] });
    expectSound(test);
    test.close();
  });

  it('DM31: DM32: is summed up with what was so in its turn, not with what is so now', () => {
    const test = openTestGame();
    const { game } = test;
    const first = game.start('I go out.');
    call(first, 'move', { destination: 'Yard' });
    call(first, 'npc_create', { name: 'Hob Tanner', about: 'A tinker.' });
    first.commit(endTurn('A tinker waits.'));
    const second = game.start('I go back.');
    call(second, 'move', { destination: 'Old Mill' });
    second.commit(endTurn('The mill is dark.'));
    game.editNarrative('Somebody waits.', 1);
    expect(game.listTurns(2)[0]?.summary).toBe('“I go out.”: Reached Yard; met Hob Tanner. Somebody waits.');
    expectSound(test);
    test.close();
  });

  it('DM32: is refused for a turn that is not on the way to here, or in which nothing was told', () => {
    const { game, close } = openTestGame();
    tellTurn(game, 'Rain.');
    game.start('/roll 2d6', { isAside: true }).commit({ ...endTurn(''), summary: '' });
    for (const number of [-1, 1.5, 3]) expect(() => game.editNarrative('Snow.', number)).toThrow('no turn');
    expect(() => game.editNarrative('Snow.')).toThrow('has no text');
    expect(game.editNarrative('Snow.', 1).number).toBe(2);
    close();
  });
});
