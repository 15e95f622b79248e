// Tests whom a player is found to have met.

import type { Entity } from '@terrarium/rpg/entity';
import { expect, it } from 'vitest';
import { hideUnseenMoves } from './hide-unseen-moves.ts';
import { listHeardOf, listMet } from './list-met.ts';
import { listToldQuests, stripUntold } from './list-told-quests.ts';

const people: readonly Entity[] = [
  ['npc:mira', 'Old Mira', 'location:mill'],
  ['npc:tom', 'Tom Hale', 'location:inn'],
  ['npc:ash', 'Lord Ash', 'location:inn'],
  ['npc:far', 'Tom Far', 'location:coast'],
  ['npc:nowhere', 'The Shade', undefined],
  ['npc:nan', 'Nan Hale', 'location:inn'],
].map(([id, name, at]) => ({ id, type: 'npc', key: '', sheet: { name, at } }) as unknown as Entity);
const places: Readonly<Record<string, object>> = {
  'scene:now': { sheet: { here: 'location:mill' } },
  'location:inn': { sheet: { is_visited: true } },
  'location:coast': { sheet: {} },
};
const steps = ['Ask Nan Hale', 'Find the bell'].map((name) => ({ name, is_done: false }));
const quest = { id: 'quest:bell', type: 'quest', key: 'bell', sheet: { name: 'The bell', steps } };
const game = (narratives: readonly string[]) =>
  ({
    state: {
      find: (id: string) => places[id],
      list: (type: string) => ({ npc: people, quest: [quest] })[type] ?? [],
    },
    listTurns: () => narratives.map((narrative) => ({ narrative, words: '' })),
  }) as never;

it('NB1: lists whoever is here, and of those where one was whoever the story has named', () => {
  const list = (...narratives: readonly string[]) => listMet(game(narratives)).map(({ id }) => id);
  expect(list()).toEqual(['npc:mira']);
  expect(list('You greet Tom’s dog, and the ash is cold.')).toEqual(['npc:mira', 'npc:tom']);
  expect(list('The tomb is dark.')).toEqual(['npc:mira']);
  expect(list('A shade passes.')).toEqual(['npc:mira']);
  expect(list('The Shade passes Lord Ash.')).toEqual(['npc:mira', 'npc:ash', 'npc:nowhere']);
  expect(list('“Shade,” she says.')).toEqual(['npc:mira', 'npc:nowhere']);
});

it('NB1: of others it lists whom the story called by their whole name, wherever they are', () => {
  const list = (...narratives: readonly string[]) => listHeardOf(game(narratives)).map(({ id }) => id);
  expect(list()).toEqual([]);
  expect(list('Tom is not here.')).toEqual([]);
  expect(list('“Tom Far went to the coast.”')).toEqual(['npc:far']);
});

it('NB1: a name of one Han sign, or in katakana, is not told by a longer word that has it', () => {
  const names = ['灯', 'アン', '宗玄'];
  const told = names.map((name) => ({
    id: name,
    type: 'npc',
    key: name,
    sheet: { name, at: 'location:inn' },
  }));
  const list = (narrative: string) => {
    const state = { find: (id: string) => places[id], list: (type: string) => (type === 'npc' ? told : []) };
    return listMet({ state, listTurns: () => [{ narrative, words: '' }] } as never).map(({ id }) => id);
  };
  expect(list('街灯の下でアンナが待つ。シアンの空。')).toEqual([]);
  expect(list('灯が来た。「アンは？」')).toEqual(['灯', 'アン']);
  expect(list('老宗玄は黙った。')).toEqual(['宗玄']);
});

it('NB1: a name that somebody shares does not tell of them, and no step names whom the story has not told of', () => {
  const list = (narrative: string) => listMet(game([narrative])).map(({ id }) => id);
  expect(list('Old Hale is out.')).toEqual(['npc:mira']);
  expect(list('“My Nan is out.”')).toEqual(['npc:mira', 'npc:nan']);
  const read = (narrative: string) => listToldQuests(game([narrative]))[0]?.sheet['steps'];
  expect(read('Nobody is in.')).toEqual([steps[1]]);
  // Somebody whom the player knows from their own story is no secret.
  const note = { sheet: { tags: ['Nan Hale', 'Nan'], source: '{"glossary":"Nan Hale"}' } };
  const own = game(['Nobody is in.']) as {
    readonly state: { readonly list: (type: string) => readonly object[] };
  };
  const listNoted = (type: string) => (type === 'note' ? [note] : own.state.list(type));
  const ofStory = { ...own, state: { ...own.state, list: listNoted } } as never;
  expect(listToldQuests(ofStory)[0]?.sheet['steps']).toEqual(steps);
  expect(read('Nan is out.')).toEqual(steps);
  const sheet = { ...quest.sheet, about: 'Nan Hale has lost the bell.' };
  expect(stripUntold({ ...quest, sheet } as never, [['Nan', 'Hale']]).sheet['steps']).toEqual(steps);
  // A quest is listed once the story has mentioned its giver or a name in it.
  const given = { ...sheet, giver: 'npc:nan', about: 'Nan Hale has lost the bell of Ostley.' };
  const listQuests = (narrative: string) =>
    listToldQuests({
      ...(game([narrative]) as object),
      state: {
        find: (id: string) => places[id],
        list: (type: string) => ({ npc: people, quest: [{ ...quest, sheet: given }] })[type] ?? [],
      },
    } as never);
  expect(listQuests('Nobody is in.')).toEqual([]);
  for (const told of ['Nan is out.', 'They rang it at Ostley once.'])
    expect(listQuests(told)).toHaveLength(1);
  // The words that were told are read once for each head.
  let count = 0;
  const listTurns = () => {
    count += 1;
    return [{ narrative: `Nan is out, ${count}.`, words: '' }];
  };
  const counted = { ...(game([]) as object), listTurns, head: { id: 1 } };
  for (const read of [listMet, listHeardOf, listToldQuests]) read(counted as never);
  expect(count).toBe(1);
  listMet({ ...counted, head: { id: 2 } } as never);
  expect(count).toBe(2);
});

it('NB1: in what happened in a turn, who goes from place to place unseen is not named', () => {
  const go = (entity: string, before: string, after: string) => ({
    tool: 'move',
    ok: true,
    arguments: JSON.stringify({ who: entity, destination: after }),
    patches: [{ entity, path: 'at', before, after, because: 'moved' }],
  });
  const seen = [
    go('npc:far', 'location:coast', 'location:inn'),
    go('npc:ash', 'location:coast', 'location:inn'),
    go('npc:mira', 'location:inn', 'location:mill'),
  ];
  const watched = { ...(game([]) as object), head: { id: 4, number: 4 }, readActions: () => [] } as never;
  const shown = hideUnseenMoves(seen as never, watched, 4).map((one) => one.arguments);
  expect(shown).toHaveLength(2);
  expect(shown[0]).toMatch(/^hidden:/u);
  expect(shown[1]).toContain('npc:mira');
});

it('NB1: whoever the story called by another name of the glossary is met, also in a script without spaces', () => {
  const met = [
    ['npc:紗夜', '御堂紗夜', 'location:inn'],
    ['npc:朔', '御堂朔', 'location:inn'],
    ['npc:brooke', 'Dorothea Brooke', 'location:inn'],
    ['npc:celia', 'Celia Brooke', 'location:inn'],
  ].map(([id, name, at]) => ({ id, type: 'npc', key: '', sheet: { name, at } }));
  const notes = [
    ['御堂紗夜', 'さーや', '朔の妹'],
    ['Dorothea Brooke', 'Dodo', 'Miss Brooke', 'aunt'],
  ].map((tags) => ({ sheet: { tags, source: '{"glossary":"The story"}' } }));
  const list = (narrative: string) =>
    listMet({
      state: {
        find: (id: string) => places[id],
        list: (type: string) => ({ npc: met, note: notes })[type] ?? [],
      },
      listTurns: () => [{ narrative, words: '' }],
    } as never).map(({ id }) => id);
  expect(list('「さーやは？」と蓮が聞いた。')).toEqual(['npc:紗夜']);
  expect(list('御堂朔が振り返った。')).toEqual(['npc:朔']);
  expect(list('“Where is Dodo?” My aunt and Miss Brooke are out.')).toEqual(['npc:brooke']);
});
