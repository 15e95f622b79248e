// Tests by which names a person, a place or a thing is found.

import { describe, expect, it, onTestFinished } from 'vitest';
import { call, openTestGame } from '../../test/support/open-test-game.ts';
import type { Entity, GameState } from '../values/entity.ts';
import { resolveTarget } from './resolve-target.ts';

/**
 * Opens a game with people of these names and a glossary with these lists of names. Returns a search for people by
 * name.
 */
function open(people: readonly string[], entries: readonly (readonly string[])[] = []) {
  const { game, close } = openTestGame();
  onTestFinished(close);
  const draft = game.start('I look around.');
  for (const name of people) call(draft, 'npc_create', { name });
  const notes = entries.map((tags, index): Entity => {
    const key = `entry-${index}`;
    return {
      id: `note:${key}`,
      type: 'note',
      key,
      sheet: { tags, source: JSON.stringify({ glossary: tags[0] ?? '' }) },
    };
  });
  const { state } = draft;
  const listed: GameState = { ...state, list: (type) => (type === 'note' ? notes : state.list(type)) };
  return (wanted: string) => {
    const found = resolveTarget(listed, wanted, ['npc']);
    return found.ok ? found.entity.sheet['name'] : found.say.split(/[.:]/)[0];
  };
}

describe('a target', () => {
  it('TO2: is found by a part of a name within a word, in a script without spaces', () => {
    const find = open(['御堂紗夜', '御堂朔', '組合の書庫番', 'リーゼロッテ']);
    expect(['紗夜', '朔', '書庫番', 'リーゼ'].map(find)).toEqual([
      '御堂紗夜',
      '御堂朔',
      '組合の書庫番',
      'リーゼロッテ',
    ]);
    expect(find('御堂')).toBe('There is no "御堂"');
    expect(find('の')).toBe('There is no "の"');
    expect(open(['Hanne Oostra'])('ostra')).toBe('There is no "ostra"');
  });

  it('TO2: whose name differs by a mark that makes another letter is somebody else, with an id of its own', () => {
    const find = open(['ハハ', 'パパ', 'Андрей', 'Zoë']);
    expect(['パパ', 'npc:パパ', 'npc:ハハ', 'npc:андрей', 'zoe'].map(find)).toEqual([
      'パパ',
      'パパ',
      'ハハ',
      'Андрей',
      'Zoë',
    ]);
  });

  it('TO2: is found without the marks that people leave out, as they make no other letter', () => {
    const find = open(['Пётр', 'Άννα', 'מֹשֶׁה', 'Андрій']);
    expect(['Петр', 'ΑΝΝΑ', 'משה', 'Андрій'].map(find)).toEqual(['Пётр', 'Άννα', 'מֹשֶׁה', 'Андрій']);
    expect(open(['Ця', 'Йон'])('Ион')).toBe('There is no "Ион"');
  });

  it('TO2, TO7: is reached where its name has marks that make it another word', () => {
    const { game, close } = openTestGame();
    onTestFinished(close);
    const draft = game.start('I look around.');
    for (const name of ['हवेली', 'ตลาดน้ำ']) {
      const made = call(draft, 'place_create', { name, exits: [{ to: 'Old Mill' }] });
      const moved = ['Old Mill', name, 'Old Mill'].map((destination) => call(draft, 'move', { destination }));
      expect([made, ...moved.slice(1)].map(({ ok }) => ok)).toEqual([true, true, true]);
    }
  });

  it('TO2: is found by another name that the glossary has for it, and by no other tag', () => {
    const find = open(
      ['Dorothea Brooke', '御堂紗夜'],
      [
        ['Dorothea Brooke', 'Dodo', 'Mrs Casaubon'],
        ['御堂紗夜', 'さーや'],
        ['Middlemarch', 'the town'],
      ],
    );
    expect(['Dodo', 'mrs casaubon', 'さーや', 'the town'].map(find)).toEqual([
      'Dorothea Brooke',
      'Dorothea Brooke',
      '御堂紗夜',
      'There is no "the town"',
    ]);
  });
});
