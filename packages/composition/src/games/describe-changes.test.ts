// Tests which changes of a turn a player is shown.

import { hideText } from '@terrarium/rpg/hidden-text';
import { renderIdle } from '@terrarium/rpg/read-order';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { describe, expect, it } from 'vitest';
import { buildRolls } from './build-telling.ts';
import { describeChanges } from './describe-changes.ts';
import { describeNearMiss, describeSpends, isJudgedAgain, listOpenSpends } from './describe-spends.ts';
import { executeBeside } from './execute-beside.ts';
import { parseQuestion, parseSpending } from './plan-beside.ts';
import { renderCall } from './render-call.ts';

const state = { find: () => undefined, list: () => [], all: () => [] } as never;
const view = { system: readShippedSystem('starter'), state };

describe('changes and calls at the table', () => {
  it('NB3: shows of a note what is told, without the words that ask for it and its terms', () => {
    const reveal = (after: string) =>
      describeChanges([{ entity: 'secret:s1', path: 'text', after, because: 'it was noted' }], view);
    expect(
      reveal('asked about tin, wife (only to friends, or persuaded): "She waited: long."'),
    ).toMatchObject([{ kind: 'revealed', text: '"She waited: long."' }]);
    expect(reveal('brass tag: a tally')).toMatchObject([{ text: 'brass tag: a tally' }]);
    const of = { entity: 'secret:s1', path: 'of', after: 'Hob', because: '' } as const;
    const text = { entity: 'secret:s1', path: 'text', after: 'He lies.', because: '' } as const;
    expect(describeChanges([of, text], view)).toMatchObject([{ about: 'Hob', text: 'He lies.' }]);
  });

  it('MF18: of a list whose names stay the same it shows what changed in it, and nothing where nothing is to be seen', () => {
    const edition = { ...view, system: readShippedSystem('dnd5e') };
    const bond = (note: string) => [
      { id: 'talks', name: 'Talks first' },
      { id: 'bond', name: 'Bond', note },
    ];
    const change = (before: object, after: object) =>
      describeChanges(
        [{ entity: 'character:player', path: 'narrative.traits', before, after, because: '' } as never],
        edition,
      );
    expect(change(bond('Owes 40 gold.'), bond('Owes 10 gold.'))).toMatchObject([
      { kind: 'value', before: 'Bond: Owes 40 gold.', after: 'Owes 10 gold.' },
    ]);
    expect(change(bond('Owes 40 gold.'), bond('Owes 40 gold.'))).toEqual([]);
    const tagged = (tags: object) => [{ id: 'bond', name: 'Bond', tags }];
    expect(change(tagged(['old']), tagged(['new']))).toEqual([]);
  });

  it('NB1: a thing that left the sheet is shown with whoever has it since', () => {
    const wick = { id: 'npc:wick', type: 'npc', key: 'wick', sheet: { name: 'Wick' } };
    const find = (id: string) => (id === wick.id ? wick : undefined);
    const there = { system: readShippedSystem('dnd5e'), state: { ...(state as object), find } as never };
    const carried = (...names: readonly string[]) => ({
      items: names.map((name) => ({ id: name, name, qty: 1 })),
    });
    const gave = {
      entity: 'character:player',
      path: 'inventory.carried',
      before: carried('flask of oil', 'rope'),
      after: carried('rope'),
      because: 'it was asked for',
    };
    const has = (holder: string) => ({
      entity: 'item:flask-of-oil',
      path: '',
      after: { name: 'flask of oil', holder },
      because: 'it came',
    });
    const describe = (holder: string) => describeChanges([gave, has(holder)] as never, there);
    expect(describe('npc:wick')).toMatchObject([{ went: ['flask of oil'], because: 'to Wick' }]);
    expect(describe('location:quay')[0]).not.toHaveProperty('because');
    // Nothing is said of somebody whom the story has not mentioned yet, such as a thief.
    const list = (type: string) =>
      type === 'npc' ? [{ ...wick, sheet: { ...wick.sheet, at: 'location:loft' } }] : [];
    const told = (narrative: string) => ({
      ...there,
      state: { ...(state as object), find, list } as never,
      listTurns: () => [{ narrative, words: '' }] as never,
    });
    const steal = (narrative: string) => describeChanges([gave, has('npc:wick')] as never, told(narrative));
    expect(steal('Your oil is gone.')[0]).not.toHaveProperty('because');
    expect(steal('Wick takes it.')).toMatchObject([{ because: 'to Wick' }]);
  });

  it('tells of a step that is new and done at once in one line, with its quest', () => {
    const quest = { id: 'quest:weir', type: 'quest', key: 'weir', sheet: { name: 'Open the weir' } };
    const there = { ...view, state: { ...(state as object), find: () => quest } as never };
    const steps = (...done: readonly boolean[]) =>
      done.map((is_done, at) => ({ name: at === 0 ? 'Reach the tower' : 'Lift the gate', is_done }));
    const patch = (before: object, after: object) =>
      ({ entity: 'quest:weir', path: 'steps', before, after, because: '' }) as never;
    const changes = describeChanges(
      [patch([], steps(false)), patch(steps(false), steps(true)), patch(steps(true), steps(true, false))],
      there,
    );
    expect(changes).toMatchObject([
      { text: 'Reach the tower', isDone: true, quest: 'Open the weir' },
      { text: 'Lift the gate', isDone: false, quest: 'Open the weir' },
    ]);
    // NB1: a step that names somebody whom the story has not mentioned yet is not shown either.
    const nan = { id: 'npc:nan', type: 'npc', key: 'nan', sheet: { name: 'Nan Hale', at: 'location:inn' } };
    const people = {
      ...(state as object),
      find: () => quest,
      list: (of: string) => (of === 'npc' ? [nan] : []),
    };
    const asked = patch([], [{ name: 'Ask Nan Hale', is_done: false }]);
    const show = (narrative: string) =>
      describeChanges([asked], {
        ...there,
        state: people as never,
        listTurns: () => [{ narrative, words: '' }] as never,
      });
    expect(show('Nobody is in.')).toEqual([]);
    expect(show('Nan Hale is in.')).toMatchObject([{ text: 'Ask Nan Hale' }]);
  });

  it('MF18: numbers of somebody else are not shown, only the states that they bring about', () => {
    const fifth = readShippedSystem('dnd5e');
    const goblin = (more: object) => ({
      id: 'creature:goblin',
      type: 'creature',
      key: 'goblin',
      sheet: { name: 'Goblin', resources: { hp: { current: 3, max: 10, temp: 0 } }, ...more },
    });
    const show = (of: object, before: number, after: number, setByHand: readonly string[] = []) =>
      describeChanges(
        [
          {
            entity: 'creature:goblin',
            path: 'resources.hp',
            before: { current: before, max: 10, temp: 0 },
            after: { current: after, max: 10, temp: 0 },
            because: '',
          },
        ],
        { system: fifth, state: { ...(state as object), find: () => of } as never, setByHand },
      );
    expect(show(goblin({}), 10, 8)).toEqual([]);
    // A player who sets a number of somebody else by hand reads that it was set, but is not shown the number.
    expect(show(goblin({}), 10, 8, ['creature:goblin resources.hp.current'])).toMatchObject([
      { kind: 'value', before: '', after: 'set by hand', owner: 'Goblin', label: 'Hit points' },
    ]);
    expect(show(goblin({}), 8, 3)).toMatchObject([
      { kind: 'moved', came: ['bloodied'], went: [], owner: 'Goblin', label: 'Conditions' },
    ]);
    expect(JSON.stringify(show(goblin({}), 8, 3))).not.toMatch(/\d\/10/);
    // The numbers of somebody who follows the player are shown too.
    const friend = goblin({ conditions: [{ id: 'i1', name: 'following' }] });
    expect(show(friend, 8, 3)).toMatchObject([{ kind: 'value', after: '3/10' }]);
  });

  it('MF18: a secret, a weakness and what else the sheet of somebody else does not show are in no line of changes', () => {
    const npc = (conditions: readonly object[]) => ({
      id: 'npc:x',
      type: 'npc',
      key: 'x',
      sheet: { name: 'Ada', conditions },
    });
    const show = (id: string, path: string, after: unknown, conditions: readonly object[] = []) =>
      describeChanges([{ entity: 'npc:x', path, after, because: '' } as never], {
        system: readShippedSystem(id),
        state: { ...(state as object), find: () => npc(conditions) } as never,
      });
    expect(show('percentile', 'features.secret', 'He killed her')).toEqual([]);
    expect(show('percentile', 'features.weakness', 'Silver')).toEqual([]);
    expect(show('dnd5e', 'features.traits', [{ id: 'i1', name: 'Regeneration' }])).toEqual([]);
    expect(show('fate', 'aspects.high_concept', 'guard of room 7')).toMatchObject([
      { kind: 'value', after: 'guard of room 7', owner: 'Ada' },
    ]);
    const friend = [{ id: 'i1', name: 'following' }];
    expect(show('percentile', 'features.secret', 'He killed her', friend)).toMatchObject([
      { after: 'He killed her' },
    ]);
  });

  it('shows of the scene what the rules add to it, and calls people and places what players call them', () => {
    const fate = { ...view, system: readShippedSystem('fate') };
    const change = (path: string, after: unknown) =>
      describeChanges([{ entity: 'scene:now', path, before: [], after, because: '' } as never], fate);
    expect(change('aspects.situation', ['Thieves by the tanks (1 free)'])).toMatchObject([
      { label: 'Situation aspects', came: ['Thieves by the tanks (1 free)'] },
    ]);
    expect(change('minutes', 5)).toEqual([]);
    const made = (entity: string) =>
      describeChanges([{ entity, path: '', after: { name: 'Ines' }, because: '' } as never], view);
    expect(made('npc:ines')).toMatchObject([{ kind: 'new', type: 'person', name: 'Ines' }]);
    expect(made('location:inn')).toMatchObject([{ type: 'place' }]);
    const clock = (path: string, before: unknown, after: unknown) =>
      ({ entity: 'clock:alarm', path, before, after, because: '' }) as never;
    const alarm = { name: 'Alarm' };
    const progress = [0, 1].map((filled) => ({ filled, size: 4 }));
    const ticked = [clock('', undefined, alarm), clock('progress', ...(progress as [unknown, unknown]))];
    const clocks = {
      ...view,
      state: { ...(state as object), find: () => ({ type: 'clock', sheet: alarm }) },
    };
    expect(describeChanges(ticked, clocks as never)).toMatchObject([
      { kind: 'new', type: 'clock', name: 'Alarm 1/4' },
    ]);
  });

  it('MV34: says what can be paid, for what price and for which roll, and when it would be in vain', () => {
    const system = readShippedSystem('percentile');
    const luck = { current: 60, max: 99 };
    const player = { id: 'character:player', type: 'character', sheet: { resources: { luck } } };
    const dodge = {
      check: 'dodge',
      reason: 'dodge',
      who: 'character:player',
      target: 27,
      rolled: { expression: '1d100', groups: [], total: 74, rendered: '' },
      outcome: { id: 'failure', label: 'Failure', degree: -1 },
    };
    const action = { ok: true, tool: 'roll', arguments: '{"check":"dodge"}', rolls: [dodge], patches: [] };
    const game = {
      system,
      state: { ...(state as object), find: () => player },
      head: { id: 1, number: 1 },
      readActions: () => [action],
    } as never;
    expect(describeSpends(game)).toEqual([
      {
        id: 'luck',
        label: 'Luck',
        says: 'costs as much of Luck as you say (now 60/99); takes what you pay off the roll',
        changes: 'It would change: dodge, 74 against 27: Failure.',
      },
    ]);
    expect(listOpenSpends(game)).toMatchObject([{ id: 'luck', needsPoints: true }]);
    const near = (rolled: number, more: object = {}) =>
      describeNearMiss(game, { ...dodge, rolled: { ...dodge.rolled, total: rolled }, ...more } as never);
    expect(near(28)).toBe('1 of Luck would turn it: /spend luck 1');
    expect([near(38), near(20, { outcome: { degree: 1 } }), near(28, { who: 'npc:hob' })]).toEqual(
      Array.from({ length: 3 }),
    );
    const countOpen = (needs: string) => {
      const manifest = structuredClone(system.manifest);
      Object.assign(manifest.narrator?.spends?.[0] ?? {}, { needs });
      return listOpenSpends({ ...(game as object), system: { ...system, manifest } } as never).length;
    };
    expect([59, 60].map((points) => countOpen(`resources.luck.current > ${points}`))).toEqual([1, 0]);
    const won = {
      ...dodge,
      check: 'overcome',
      outcome: { id: 'style', label: 'Success with style', degree: 2 },
    };
    const fate = { ...(game as object), system: readShippedSystem('fate') };
    const readActions = () => [{ ...action, rolls: [won] }];
    expect(describeSpends({ ...fate, readActions } as never)[0]?.changes).toContain(
      'It is the best outcome already.',
    );
    expect(listOpenSpends({ ...fate, readActions } as never)).toEqual([]);
    const says = (id: string, combat: object) => {
      const able = { ...player, type: 'character', sheet: { combat, resources: { fate_points: 2 } } };
      const there = { ...(state as object), find: () => able };
      return describeSpends({ ...fate, system: readShippedSystem(id), state: there } as never)[0]?.says;
    };
    expect(says('fate', { free_invocations: 0 })).toMatch(/^costs 1 of Fate points \(now 2\); adds 2/);
    expect(says('fate', { free_invocations: 1 })).not.toContain('Fate points');
    const seen = { name: 'Seen through', free: 1 };
    const scene = { sheet: { aspects: { situation: [seen, { name: 'Room 5', free: 0 }] } } };
    const ilmo = {
      ...player,
      type: 'character',
      sheet: {
        aspects: { high_concept: 'Card sharp', others: ['Knows Bruna'] },
        combat: { boost: 'An opening', boosts: 1, free_invocations: 1 },
        resources: { fate_points: 2 },
      },
    };
    const listed = (sheet: object) => {
      const find = (id: string) =>
        id === 'scene:now' ? scene : { ...ilmo, sheet: { ...ilmo.sheet, ...sheet } };
      const there = { ...(state as object), find };
      return listOpenSpends({ ...fate, state: there } as never)[0]?.means;
    };
    expect(listed({})?.map(({ name }) => name)).toEqual([
      'An opening',
      'Seen through',
      'Card sharp',
      'Knows Bruna',
      'Room 5',
    ]);
    expect(listed({})?.[2]?.says).toBe('costs 1 of Fate points (now 2)');
    expect(
      listed({ resources: { fate_points: 0 }, combat: { boosts: 0, free_invocations: 1 } }),
    ).toHaveLength(1);
    expect(listOpenSpends(game)[0]?.means).toEqual([]);
    expect(parseSpending('invoke "Room 5"')).toEqual({ spend: 'invoke Room 5' });
    const judged = {
      head: { id: 1, isAside: true },
      readActions: () => [{ rolls: [{ ...dodge, spent: 'Luck' }] }],
    };
    expect(isJudgedAgain(judged as never)).toBe(true);
    expect(isJudgedAgain({ ...judged, head: { id: 1, isAside: false } } as never)).toBe(false);
    expect(says('blades-style', {})).toMatch(/^the roll that comes with it says what it costs; makes it /);
    const custom = structuredClone(system.manifest);
    Object.assign(custom.narrator?.spends?.[0] ?? {}, { amount: 'resources.luck.max // 2' });
    expect(
      describeSpends({ ...(game as object), system: { ...system, manifest: custom } } as never)[0]?.says,
    ).toBe('costs as much of Luck as you say (now 60/99); takes Luck max ÷ 2 (rounded down) off the roll');
    const outcome = { id: 'resisted', label: 'Resisted', degree: -1 };
    const acted = { ok: true, say: 'so', patches: [], rolls: [{ ...dodge, spent: 'Resist', outcome }] };
    const draft = { ...(game as object), actions: [], commit: () => 0, delete: () => 0 };
    const start = () => ({ ...draft, execute: () => ({ ...acted, crossed: [], faults: [], choices: [] }) });
    const blades = {
      ...(game as object),
      system: readShippedSystem('blades-style'),
      start,
      listTurns: () => [],
    };
    const resist = { name: 'roll', arguments: { spend: 'resist' } };
    expect(executeBeside(blades as never, '/spend resist', resist).say).toBe('so');
  });

  it('MV36: says who did nothing in a turn of a fight, and nothing of whose turn it is', () => {
    const turn = (because: string) =>
      describeChanges([{ entity: 'fight:now', path: 'turn', after: 'npc:hob', because }], view);
    expect(turn('it was asked for')).toEqual([]);
    expect(turn(renderIdle(['npc:mira', 'creature:rat']))).toMatchObject([
      { kind: 'idle', names: ['npc:mira', 'creature:rat'] },
    ]);
  });

  it.each([
    ['Evening comes soon?', { question: 'Evening comes soon?' }],
    ['likely Is the door watched?', { odds: 'likely', question: 'Is the door watched?' }],
    ['Is the door watched?', { question: 'Is the door watched?' }],
    ['Certainly not?', 'certainly'],
    ['impossible Is there a dragon?', 'impossible'],
  ])('asks %s', (text, wanted) => {
    if (typeof wanted === 'string')
      expect(() => parseQuestion(text)).toThrow(`/ask does not know the odds "${wanted}"`);
    else expect(parseQuestion(text)).toEqual(wanted);
  });

  it('names what a computed value follows from, and leaves the formula to the dialog of the value', () => {
    const steps = { ...view, system: readShippedSystem('step-dice') };
    const change = (path: string, after: number | object, because: string) =>
      ({ entity: 'character:player', path, before: 0, after, because }) as never;
    const wound = change('status.wounds', { filled: 1, max: 4 }, 'the blow of Irsa Kell');
    const formula = '1 = min(3, status.wounds.filled) (status.wounds.filled 1)';
    const penalty = change('status.penalty', 1, formula);
    expect(describeChanges([wound, penalty], steps)).toMatchObject([
      { label: 'Wounds', because: 'the blow of Irsa Kell' },
      { label: 'Penalty', because: 'because of Wounds' },
    ]);
    expect(describeChanges([penalty], steps)[0]).not.toHaveProperty('because');
    // A cause that the name of the value already contains is left out.
    const mind = { ...view, system: readShippedSystem('percentile') };
    const sanity = change('mind.sanity', { current: 49, max: 99 }, 'the fright');
    const lost = change('mind.lost_today', 1, '1 = mind.day_start - mind.sanity.current (mind.day_start 50)');
    expect(describeChanges([sanity, lost], mind)[1]).not.toHaveProperty('because');
    const most = change('status.penalty', 1, 'maximum 14 = 8 + level (level 6)');
    expect(describeChanges([most], steps)).toMatchObject([{ because: 'the maximum is 14' }]);
    const least = change('status.wounds', { filled: 1, max: 4 }, 'the blow of Irsa Kell; the minimum is 0');
    expect(describeChanges([least], steps)).toMatchObject([{ because: 'the blow of Irsa Kell' }]);
    expect(describeChanges([least], { ...steps, hasBounds: true })).toMatchObject([
      { because: 'the blow of Irsa Kell; the minimum is 0' },
    ]);
    const out = change(
      'conditions',
      [{ id: 'c1', name: 'dazed' }],
      'the blow of Irsa Kell; the minimum is 0',
    );
    expect(describeChanges([out], { ...steps, hasBounds: true })).toMatchObject([
      { because: 'the blow of Irsa Kell' },
    ]);
    const none = change('status.wounds', { filled: 1, max: 4 }, 'the minimum is 0');
    expect(describeChanges([none], steps)[0]).not.toHaveProperty('because');
  });

  it('says how many of a thing came, and went', () => {
    const items = [
      { name: 'silver spoon', quantity: 3 },
      { name: 'cup', quantity: 1 },
    ];
    const move = (before: typeof items, after: typeof items) =>
      describeChanges(
        [{ entity: 'character:player', path: 'inventory.gear', before, after, because: '' }],
        view,
      );
    expect(move([], items)).toMatchObject([{ came: ['silver spoon ×3', 'cup'], went: [] }]);
    expect(move(items, [])).toMatchObject([{ came: [], went: ['silver spoon ×3', 'cup'] }]);
    const rations = (qty: number) => ({ items: [{ name: 'Rations', qty }], capacity: 180 });
    const [before, after] = [rations(5), rations(4)];
    const eaten = { entity: 'character:player', path: 'inventory.carried', before, after, because: 'time' };
    const edition = { ...view, system: readShippedSystem('dnd5e') };
    expect(describeChanges([eaten as never], edition)).toMatchObject([
      { came: [], went: ['Rations'], because: 'as time passes' },
    ]);
  });

  it.each([
    ['{"rest":"long"}', 'take a long rest'],
    ['{"rest":"long","minutes":600,"reason":"sleep"}', 'take a long rest of 10 hours for “sleep”'],
    ['{"rest":"bed"}', 'take a rest, “bed”'],
    ['{"rounds":2}', 'let 2 rounds pass'],
    ['{"minutes":20}', 'let 20 minutes pass'],
    ['{"minutes":60}', 'let 1 hour pass'],
    ['{"minutes":1501}', 'let 25 hours and 1 minute pass'],
    ['{"minutes":1}', 'let 1 minute pass'],
  ])('says of %s: %s', (given, said) => {
    expect(renderCall({ tool: 'time_advance', arguments: given }, view)).toBe(said);
  });

  it.each([
    ['{"question":"Is Tam a prisoner?","odds":"even"}', 'ask the oracle “Is Tam a prisoner?”'],
    ['{"question":"Is he in?","odds":"likely"}', 'ask the oracle “Is he in?” (a yes is likely)'],
    ['{"table":"what_is_found"}', 'roll on the table “what is found”'],
    ['{"table":"complications"}', 'roll on the table “Complications”'],
  ])('says of an oracle asked with %s: %s', (given, said) => {
    expect(renderCall({ tool: 'oracle', arguments: given }, view)).toBe(said);
  });

  it.each([
    ['{"move":"last_light","who":"character:player"}', 'roll “last light”'],
    ['{"move":"strike","who":"Hob","against":"Mira"}', 'roll “strike” by Hob against Mira'],
    ['{"formula":"2d6","reason":"luck"}', 'roll 2d6 for “luck”'],
  ])('says of the roll %s: %s', (given, said) => {
    expect(renderCall({ tool: 'roll', arguments: given }, view)).toBe(said);
  });

  it('says of a value that is set to nothing that it is cleared, and of a mode what it means', () => {
    const given = '{"path":"narrative.notes","value":"","reason":"Sleep has ended"}';
    expect(renderCall({ tool: 'set', arguments: given }, view)).toMatch(/^clear .* for “Sleep has ended”$/u);
    expect(renderCall({ tool: 'mode_set', arguments: '{"mode":"social"}' }, view)).toBe('go over to talking');
  });

  it('names a thing in a list, and not the id that a path has for it', () => {
    const steps = [{ id: 'i12-1', name: 'Get the ledger', is_done: true }];
    const quest = { id: 'quest:ledger', type: 'quest', key: 'ledger', sheet: { name: 'The Ledger', steps } };
    const there = { ...view, state: { ...(state as object), find: () => quest } as never };
    const given = JSON.stringify({ path: 'steps.i12-1.is_done', target: 'quest:ledger', value: false });
    expect(renderCall({ tool: 'set', arguments: given }, there)).toBe(
      'set Steps (Get the ledger, is done) of The Ledger to false',
    );
  });

  it('MV20: leaves out the rolls for the order of turns, which the order tells with the names', () => {
    const rolled = {
      rolled: { expression: '1d20', total: 5, groups: [], rendered: '1d20: [5] = 5' },
      who: 'npc:hob',
    };
    const rolls = [
      { ...rolled, reason: 'order of turns' },
      { ...rolled, reason: 'luck' },
    ] as never;
    expect(buildRolls(rolls, view).map(({ reason }) => reason)).toEqual(['luck']);
  });

  it('MV26: of a roll without dice says what withstands it, and what was rolled against it', () => {
    const spell = {
      who: 'character:player',
      against: 'creature:grum',
      target: 9,
      rolled: { expression: '14-1', resolved: '14-1', groups: [], total: 13, rendered: '14 - 1 = 13' },
    };
    expect(buildRolls([spell as never], view)[0]?.withstood).toEqual({ needed: 14, rolled: 9 });
  });

  it('NB14: says of a way that somebody elsewhere went only that there was one', () => {
    const hidden = hideText('{"who":"Hob","destination":"Stair"}');
    expect(renderCall({ tool: 'move', arguments: hidden }, view)).toBe('move somebody who is elsewhere');
  });
});
