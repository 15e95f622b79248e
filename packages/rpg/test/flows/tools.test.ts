// Calls each tool of a game as a model would, and checks its answers.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { expect, it, onTestFinished } from 'vitest';
import { renderArguments } from '../../src/game/run-action.ts';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import type { TurnDraft } from '../../src/state/game.ts';
import { chooseDeclarations, gameDeclarations } from '../../src/tools/game-declarations.ts';
import { gameTools, systemTools } from '../../src/tools/game-tools.ts';
import { normaliseCall } from '../../src/tools/slips/normalise-call.ts';
import { playerId, sceneId } from '../../src/values/entity.ts';
import { revealSecrets, stripSecrets } from '../../src/values/hidden-text.ts';
import { call, openTestGame } from '../support/open-test-game.ts';
import { findShipped } from '../support/shipped-system.ts';

function open() {
  const test = openTestGame();
  onTestFinished(test.close);
  const draft = test.game.start('I look around.');
  const say = (name: string, wanted: unknown) => call(draft, name, wanted).say;
  return { ...test, draft, say, player: () => draft.state.find(playerId)?.sheet ?? {} };
}

/** Expects a refusal without any effect, and returns what it says. */
function refused(draft: TurnDraft, name: string, wanted: unknown): string {
  const before = [draft.patches.length, draft.rolls.length];
  const acted = call(draft, name, wanted);
  expect({ ...acted, made: 0 }).toEqual({
    ok: false,
    say: acted.say,
    patches: [],
    rolls: [],
    crossed: [],
    faults: [],
    choices: [],
    made: 0,
    tool: name,
    by: 'model',
    arguments: renderArguments({
      name,
      arguments: typeof wanted === 'string' ? wanted : JSON.stringify(wanted),
    }),
  });
  expect([draft.patches.length, draft.rolls.length]).toEqual(before);
  return revealSecrets(acted.say);
}

it('TO1: garbage is answered with what would do', () => {
  const { draft } = open();
  expect(refused(draft, 'adjust', '{"path": ')).toMatch('not valid JSON');
  expect(refused(draft, 'adjust', [])).toMatch('expected object');
  expect(refused(draft, 'adjust', { path: 'resources.luck', delta: 'two' })).toMatch('delta: ');
  expect(refused(draft, 'adjust', { path: 'resources.luck', delta: 1e300 })).toMatch('delta: ');
  expect(refused(draft, 'adjust', { path: 'resources.luck', delta: 1, why: '' })).toMatch('why');
  expect(refused(draft, 'ajust', {})).toMatch('Tools: roll, oracle, adjust, set');
  expect(call(draft, 'set', `{"path": "${'x'.repeat(60_000)}`).say).toMatch('longer than 50000 characters');
});

it('TO16: numbers and truths may come as text, and nothing as null', () => {
  const { say, player, draft } = open();
  expect(say('adjust', { path: 'resources.luck', delta: '-1', target: null })).toMatch(/^resources\.luck: /);
  expect(say('time_advance', { minutes: '30', rounds: '' })).toMatch('30 min pass');
  expect(say('set', { path: 'resources.luck', value: '2' })).toMatch('→ 2');
  expect(player()['resources']).toMatchObject({ luck: 2 });
  expect(call(draft, 'clock_tick', { name: 'Doom', segments: '6', ticks: '2' })).toMatchObject({ ok: true });
  const exits = [{ to: 'Old Mill', is_locked: 'Yes' }];
  expect(call(draft, 'place_create', { name: 'Tower', exits })).toMatchObject({ ok: true });
  expect(refused(draft, 'time_advance', { minutes: '1,000' })).toMatch('minutes: ');
  expect(refused(draft, 'time_advance', { minutes: '2 hours' })).toMatch('minutes: ');
});

it('TO16: an argument that is unknown is refused with those there are', () => {
  const { draft } = open();
  expect(refused(draft, 'time_advance', { hours: 2 })).toMatch(
    'hours: is unknown; Possible: minutes, rounds, rest',
  );
  expect(refused(draft, 'time_advance', { minute: 2 })).toMatch('did you mean minutes?');
});

it('TO1: an action that is refused half-way leaves nothing of its first half', () => {
  const { draft } = open();
  const wanted = { name: 'Tower', exits: [{ to: 'Old Mill' }, { to: 'Nowhere' }] };
  expect(refused(draft, 'place_create', wanted)).toMatch('There is no "Nowhere".');
  expect(draft.state.find('location:tower')).toBeUndefined();
});

it('TO2: paths and targets that are not there are refused with the nearest', () => {
  const { draft } = open();
  expect(refused(draft, 'adjust', { path: 'resources.healt.current', delta: 1 })).toMatch(
    'resources.health.current',
  );
  expect(refused(draft, 'set', { path: 'attributes.might', value: 3, target: 'npc:mira' })).toMatch(
    /^On the sheet of npc:mira: There is no path/,
  );
  expect(refused(draft, 'adjust', { path: 'resources.health', delta: 1, target: 'Marion' })).toMatch(
    'npc:mira',
  );
});

it('TO11: what is said of a thing is kept in a list that has one other text for it', () => {
  const { game, close } = openTestGame({ system: findShipped('percentile') });
  onTestFinished(close);
  const clue = { name: 'Day-book', list: 'narrative.clues', about: 'Eleven names.' };
  const draft = game.start('I search.');
  const sent = { name: 'item_add', arguments: JSON.stringify(clue) };
  const made = JSON.parse(normaliseCall({ state: draft.state, system: game.system }, sent).arguments);
  expect(made).toEqual({ name: clue.name, list: clue.list, details: { means: clue.about } });
  expect(call(draft, 'item_add', made).ok).toBe(true);
  expect(JSON.stringify(draft.state.find(playerId)?.sheet['narrative'])).toContain('Eleven names.');
});

it('TO16: one step of a quest may be named alone', () => {
  const { say } = open();
  say('quest_update', { name: 'The Mill', steps: 'Open the door' });
  expect(say('quest_update', { name: 'The Mill', done: 'Open the door' })).toMatch('is_done: false → true');
});

it('TO2: a path that somebody else here has is told so', () => {
  const { draft } = open();
  expect(refused(draft, 'set', { path: 'attitude', value: 'friendly' })).toMatch(
    /^On the sheet of the player's character: There is no path .* npc:mira has that path: give npc:mira as target\.$/,
  );
  const own = refused(draft, 'set', { path: 'attributes.might', value: 3, target: 'npc:mira' });
  expect(own).toMatch(/^On the sheet of npc:mira: There is no path/);
  expect(own).not.toContain('as target');
});

it('MV14: who is searched for is told with notes as long as they are', () => {
  const { say } = open();
  const text = `She hides ${'the wheel and '.repeat(60)}the key.`;
  say('notebook', { of: 'npc:mira', kind: 'hides', text });
  expect(revealSecrets(say('lore_search', { query: 'Mira' }))).toContain(text);
});

it('MV14: people and places are found by their names, with where they are for the game master alone', () => {
  const { say } = open();
  const found = say('lore_search', { query: 'Mira the miller' });
  expect(found).toMatch(/^npc:mira "Mira"<secret>/);
  expect(stripSecrets(found)).not.toMatch(/location:/);
  expect(say('lore_search', { query: 'old mill yard' })).toMatch(/^location:/m);
});

it('TO2: what exists but is of another kind is named, and where it is, for the game master alone', () => {
  const { draft } = open();
  const say = refused(draft, 'move', { destination: 'npc:mira' });
  expect(say).toMatch(
    /^There is no "npc:mira" among locations: npc:mira is of another kind<secret> and is at location:[a-z-]+<\/secret>\. <secret>There are: location:/,
  );
  // A player who looks up why a call was refused is told no name that they have not met.
  expect(stripSecrets(say)).not.toMatch('Nearest');
  expect(refused(draft, 'move', { destination: 'Nobody' })).toMatch(/^There is no "Nobody"\. /);
});

it('TO24: a model hands a thing over, or takes it, in one call: with its note, its number and its name', () => {
  const { game, close } = openTestGame({ system: readShippedSystem('dnd5e') });
  onTestFinished(close);
  const draft = game.start('I hand it over.');
  const say = (name: string, given: object) => call(draft, name, given).say;
  const listOf = (id: `${string}:${string}`) =>
    draft.state.list('item').flatMap(({ sheet }) => (sheet['holder'] === id ? [sheet] : []));
  say('item_add', { name: 'Bronze bell', details: { note: 'cracked' } });
  say('item_add', { name: 'Odd coin', quantity: 5 });
  expect(say('item_remove', { item: 'bell', to: 'Mira' })).toMatch(/− Bronze bell[\s\S]*with npc:mira/);
  expect(listOf('npc:mira')).toMatchObject([{ name: 'Bronze bell', about: 'cracked' }]);
  say('item_remove', { item: 'Odd coin', quantity: 2, to: 'Mira' });
  expect(listOf('npc:mira').map(({ name }) => name)).toEqual(['Bronze bell', '2 Odd coin']);
  expect(say('state_query', { path: 'inventory.carried' })).toContain('Odd coin ×3');
  expect(say('item_remove', { item: 'bell', target: 'Mira', to: 'player' })).toContain('Bronze bell');
  expect(listOf('npc:mira').map(({ name }) => name)).toEqual(['2 Odd coin']);
  const taken = JSON.stringify(draft.state.find(playerId)?.sheet['inventory']);
  expect(taken).toMatch(
    /"name":"Bronze bell"[^}]*"note":"cracked"|"note":"cracked"[^}]*"name":"Bronze bell"/,
  );
  say('item_remove', { item: 'bell', to: 'Old Mill' });
  expect(listOf('location:old-mill')).toMatchObject([{ name: 'Bronze bell', about: 'cracked' }]);
  expect(refused(draft, 'item_remove', { item: 'Crown', target: 'Mira', to: 'player' })).toMatch('Odd coin');
  expect(refused(draft, 'item_remove', { item: 'gold', quantity: 3, to: 'Mira' })).toMatch(
    'adjust {"path":"inventory.gold","delta":-3',
  );
  say('npc_create', { name: 'Tom', at: 'Yard' });
  expect(refused(draft, 'item_remove', { item: 'Odd coin', to: 'Tom' })).toMatch('npc:tom is not where');
  const untaken = call(draft, 'item_remove', { item: 'Odd coin', to: 'nobody known' });
  expect([untaken.ok, untaken.patches]).toEqual([false, []]);
});

it('TO14: a refusal names no tool and no argument that a model is not told of', () => {
  const { draft } = open();
  const unknown = refused(draft, 'frobnicate', {});
  expect(unknown).toMatch('Tools: roll, oracle, adjust, set, move, note');
  expect(unknown).not.toMatch(/\bmark\b|condition_remove/);
  expect(refused(draft, 'condition_add', { condition: 'Blessed', who: 'player' })).toMatch(
    /who: is unknown; Possible: condition, target, ends, minutes, rounds\.$/,
  );
  const exits = [{ to: 'Yard', wide: true }];
  expect(refused(draft, 'place_create', { name: 'Tower', exits })).not.toMatch('is_one_way');
  expect(call(draft, 'mark', { path: 'resources.luck', count: 1 }).say).not.toMatch('no tool');
});

it('TO2: who is meant may be told by id, key or name; several are told', () => {
  const { draft, say } = open();
  for (const target of ['npc:mira', 'mira', 'MIRA']) {
    expect(say('adjust', { path: 'resources.health', delta: -1, target })).toMatch(
      'npc:mira resources.health: ',
    );
  }
  for (const target of ['player', 'you', 'Ada', 'character:player']) {
    expect(say('adjust', { path: 'resources.luck', delta: 1, target })).toMatch(/^resources.luck: /);
  }
  say('clock_tick', { name: 'Mira', segments: 4 });
  expect(refused(draft, 'state_query', { target: 'mira' })).toMatch('may be npc:mira or clock:mira');
});

it('TO3: what a formula derives is refused, with the formula and what to change instead', () => {
  const { draft } = open();
  expect(refused(draft, 'set', { path: 'combat.guard', value: 18 })).toBe(
    'combat.guard is derived: 10 + attributes.bonus. Change attributes.might instead.',
  );
  expect(refused(draft, 'adjust', { path: 'resources.health.max', delta: 5 })).toMatch(
    'resources.health.max is derived: max(1, 2 * attributes.might). Change attributes.might instead.',
  );
  expect(refused(draft, 'set', { path: 'at', value: 'location:yard' })).toBe('Use `move` to change at.');
});

it('TO4: an answer tells old and new, what settling changed and why, thresholds once, and faults', () => {
  const { say } = open();
  expect(say('set', { path: 'attributes.might', value: 14 })).toMatchInlineSnapshot(`
    "attributes.might: 10 → 14
    - attributes.bonus: 0 → 2: 2 = floor((attributes.might - 10) / 2) (attributes.might 14)
    - combat.guard: 10 → 12: 12 = 10 + attributes.bonus (attributes.bonus 2)
    - resources.health.max: 20 → 28: maximum 28 = max(1, 2 × attributes.might) (attributes.might 14)"
  `);
  expect(say('adjust', { path: 'resources.health.current', delta: -50 })).toMatchInlineSnapshot(`
    "resources.health.current: 20 → 0 (the minimum is 0)
    ! You are down."
  `);
  expect(say('adjust', { path: 'resources.health.current', delta: -1 })).toMatchInlineSnapshot(
    `"resources.health.current: stays 0 (the minimum is 0)"`,
  );
  expect(say('set', { path: 'resources.luck', value: 0 })).toMatchInlineSnapshot(`
    "resources.luck: 4 → 0
    fault: resources.share keeps its value: division by zero"
  `);
  expect(say('mark', { path: 'resources.stress', count: 2 })).toMatchInlineSnapshot(
    `"resources.stress: □□□□□□ 0/6 → ■■□□□□ 2/6"`,
  );
  expect(say('set', { path: 'skills.blade', value: 'd8' })).toMatchInlineSnapshot(`"skills.blade: d4 → d8"`);
});

it('TO5: keys are unique, and each type has its own sheet', () => {
  const { draft, say } = open();
  expect(say('npc_create', { name: 'Mi-Ra', values: { 'resources.health.current': 3 } })).toBe(
    'npc:mi-ra "Mi-Ra" is there. At location:old-mill.',
  );
  expect(draft.state.find('npc:mi-ra')?.sheet).toMatchObject({
    resources: { health: { current: 3, max: 8 } },
  });
  expect(say('npc_create', { name: '★', type: 'creature' })).toMatch('creature:creature "★"');
  expect(draft.state.find('location:yard')?.sheet).not.toHaveProperty('resources');
  expect(refused(draft, 'npc_create', { name: 'Rat', values: { 'attributes.might': 3 } })).toMatch('no path');
});

it('TO5: a sheet that is made with values is settled once, so that what depends on them begins by them', () => {
  const { draft, player } = open();
  const values = { 'attributes.might': 18 };
  const made = { type: 'character', key: 'player', name: 'Ada', values };
  expect(refused(draft, 'entity_create', made)).toMatch('There is no tool');
  const acted = draft.execute({ id: '', name: 'entity_create', arguments: JSON.stringify(made) }, 'player');
  expect(acted.say).toBe('character:player "Ada" is there.');
  expect(player()).toMatchObject({ resources: { health: { current: 36, max: 36 } }, combat: { guard: 14 } });
});

it('TO5: what came with somebody new is refused where it cannot be, and told where it was held back', () => {
  const { draft, say } = open();
  expect(refused(draft, 'npc_create', { name: 'Rat', attitude: 'angry' })).toMatch(
    /^attitude: "angry" is not a rung of this ladder: hostile, wary, neutral, friendly, devoted /,
  );
  expect(refused(draft, 'npc_create', { name: 'Rat', values: { 'resources.health': 'many' } })).toBe(
    'resources.health: A number is needed, not "many".',
  );
  expect(say('npc_create', { name: 'Rat', values: { 'resources.health.current': 300 } })).toMatch(
    '- resources.health.current: 300 is not possible: the maximum is 8.',
  );
  expect(say('npc_create', { name: 'Cat', attitude: 'Hostile' })).toBe(
    'npc:cat "Cat" is there. At location:old-mill.',
  );
});

it('TO6: nobody who is not there can be referred to', () => {
  const { draft, say } = open();
  const holder = (value: unknown) => ({ path: 'holder', value, target: 'item:lamp' });
  expect(say('item_add', { name: 'Lamp', target: 'Old Mill', about: 'It smokes.' })).toBe(
    'item:lamp "Lamp" is there. It is with location:old-mill.',
  );
  expect(refused(draft, 'set', holder('npc:mirra'))).toMatch(
    'There is no npc:mirra. <secret>Nearest: npc:mira',
  );
  expect(say('set', holder('npc:mira'))).toBe('item:lamp holder: location:old-mill → npc:mira');
  expect(refused(draft, 'npc_create', { name: 'Tom', at: 'The Moon' })).toMatch('There is no "The Moon".');
  expect(refused(draft, 'mode_set', { mode: 'combat', opponents: ['dragon'] })).toMatch(
    'There is no "dragon".',
  );
});

it('TO7: exits lead on; locked, hidden and missing ones do not', () => {
  const { draft, say } = open();
  expect(refused(draft, 'move', { destination: 'Cellar' })).toBe(
    'The way from location:old-mill to location:cellar is locked. Brass key opens it. If it is opened just now, set `opened` to true.',
  );
  expect(refused(draft, 'move', { destination: 'Loft' })).toMatch(
    'No open way leads to location:loft. Exits: location:cellar ("trapdoor", locked), location:yard.<secret> The way there is hidden and not found yet.',
  );
  expect(refused(draft, 'move', { destination: 'Rome' })).toMatch('place_create makes a new place.');
  expect(say('move', { destination: 'loft', opened: true })).toMatch('The way is open now.');
  expect(say('move', { destination: 'location:old-mill', minutes: 0 })).toMatchInlineSnapshot(`
    "at: location:loft → location:old-mill
    Here: location:old-mill "Old Mill": It turns no more.
    - npc:mira "Mira" (neutral): The miller.
    Exits: location:cellar ("trapdoor", locked), location:yard, location:loft."
  `);
});

it('TO7: a way takes as long as it is said to, there and back, alone and among others', () => {
  const { draft, say } = open();
  say('place_create', { name: 'Yard', exits: [{ to: 'Old Mill', minutes: 1 }] });
  say('place_create', { name: 'Road', exits: [{ to: 'Yard', minutes: 30 }] });
  const spent = (destination: string) => {
    const before = Number(draft.state.find(sceneId)?.sheet['minutes'] ?? 0);
    say('move', { destination });
    return Number(draft.state.find(sceneId)?.sheet['minutes']) - before;
  };
  expect([spent('Road'), spent('Yard'), spent('Old Mill')]).toEqual([31, 30, 1]);
  // A hidden way keeps its length until it is found.
  say('place_create', { name: 'Cave', exits: [{ to: 'Old Mill', is_hidden: true, minutes: 3 }] });
  say('place_create', { name: 'Old Mill', exits: [{ to: 'Cave', is_hidden: false }] });
  expect([spent('Cave'), spent('Old Mill')]).toEqual([3, 3]);
});

it('TO7: what opens a lock opens it for good, from both sides, and the scene and the time go with the player', () => {
  const { draft, say, player } = open();
  expect(refused(draft, 'item_add', { name: 'Brass key', details: { nonsense: 1 } })).toMatch('nonsense');
  say('item_add', { name: 'brass key' });
  expect(say('move', { destination: 'trapdoor' })).toMatchInlineSnapshot(`
    "at: location:old-mill → location:cellar
    Opened with Brass key.
    10 min pass.
    Here: location:cellar "Cellar".
    Nobody is here.
    Exits: location:old-mill ("trapdoor")."
  `);
  expect(player()['at']).toBe('location:cellar');
  expect(draft.state.find(sceneId)?.sheet).toMatchObject({ here: 'location:cellar', minutes: 10 });
  expect(draft.state.find('location:cellar')?.sheet).toMatchObject({
    is_visited: true,
    exits: [{ is_locked: false }],
  });
  expect(draft.state.find('location:old-mill')?.sheet['exits']).toMatchObject([{ is_locked: false }, {}]);
  expect(say('move', { destination: 'Yard', who: 'Mira' })).toBe(
    'npc:mira at: location:old-mill → location:yard',
  );
  expect(draft.state.find(sceneId)?.sheet).toMatchObject({ here: 'location:cellar', minutes: 10 });
});

it('TO8: a roll is judged by its check or its number, and recorded', () => {
  const { draft, say } = open();
  expect(
    say('roll', { formula: '2d6+@attributes.might', versus: 15, reason: 'to lift it' }),
  ).toMatchInlineSnapshot(`"Ada: 2d6+10: [4, 2] + 10 = 16 versus 15: success"`);
  expect(say('roll', { check: 'test' })).toMatchInlineSnapshot(
    `"Ada, Test: 1d20+0: [13] + 0 = 13 versus 12: Hit"`,
  );
  expect(say('roll', { check: 'Test', formula: '2d20kh1', versus: 30 })).toMatchInlineSnapshot(
    `"Ada, Test: 2d20kh1: [2, (2)] = 2 versus 30: Miss"`,
  );
  expect(draft.rolls).toMatchObject([
    { index: 0, target: 15, reason: 'to lift it', askedBy: 'model', who: playerId },
    { index: 1, check: 'test', target: 12 },
    { index: 2, check: 'test', target: 30, outcome: { id: 'miss' } },
  ]);
  expect(refused(draft, 'roll', {})).toMatch('Give a formula, such as 1d20, a check or a move.');
  expect(refused(draft, 'roll', { check: 'save' })).toMatch('There is no check "save". Nearest: test.');
  expect(refused(draft, 'roll', { formula: '1d20+@attributes.mihgt' })).toMatch('attributes.might');
  expect(refused(draft, 'roll', { formula: '9999d9999' })).not.toBe('');
  expect(draft.rolls).toHaveLength(3);
});

it('TO8: a number may come with its name; what is neither number nor check is refused', () => {
  const { draft, say } = open();
  expect(say('roll', { formula: '1d20', versus: 'AC 15' })).toMatch('versus 15: ');
  expect(say('roll', { formula: '1d20', versus: 'test' })).toMatch('versus 12: ');
  expect(refused(draft, 'roll', { formula: '1d20', versus: 'Mira' })).toMatch(
    /^versus is a number to reach \(such as 15\), a path of the sheet, or a check; "Mira" is none of these\./,
  );
  expect(refused(draft, 'roll', { formula: '1d20', versus: 'attributes.mihgt' })).toMatch('attributes.might');
});

it('TO8: ordinary dice are judged as the system judges them, against a path of whoever rolls', () => {
  const test = openTestGame({ system: findShipped('percentile') });
  onTestFinished(test.close);
  const draft = test.game.start('I look around.');
  for (const formula of ['1d100', 'd100', 'd%']) {
    const { rolls, say } = call(draft, 'roll', { formula, versus: 'skills.spot', who: 'Mira' });
    const [roll] = rolls;
    expect(roll, say).toMatchObject({ check: 'skill_roll', target: 25, who: 'npc:mira' });
    const isUnder = (roll?.rolled.total ?? 0) <= 25;
    expect((roll?.outcome?.degree ?? 0) > 0, say).toBe(isUnder);
  }
  // Dice other than the ordinary ones are simply compared with the number.
  expect(call(draft, 'roll', { formula: '3d6+100', versus: 20 }).say).toMatch(/versus 20: success$/);
});

it('TO8: a check that only the player can roll says so of others', () => {
  const test = openTestGame({ system: findShipped('starter') });
  onTestFinished(test.close);
  const draft = test.game.start('I look around.');
  expect(refused(draft, 'roll', { check: 'dare', who: 'Mira' })).toMatch(
    /^npc:mira cannot roll dare: There is no path `attributes.grace`.*Leave out `who` to roll it for the player/,
  );
  expect(call(draft, 'roll', { check: 'dare', formula: '2d6', who: 'Mira' }).ok).toBe(true);
});

it('TO15: what the rules keep in a field of its own is no condition', () => {
  const test = openTestGame({ system: findShipped('step-dice') });
  onTestFinished(test.close);
  const draft = test.game.start('I look around.');
  expect(refused(draft, 'condition_add', { condition: 'Shaken' })).toBe(
    'On the sheet of character:player, `status.is_shaken` is a value, not a condition. status.is_shaken: true or false; set',
  );
  expect(refused(draft, 'condition_add', { condition: 'penalty' })).toMatch('status.penalty is derived: ');
  expect(call(draft, 'condition_add', { condition: 'soaked' }).ok).toBe(true);
});

it('DI5: a name that may mean a score or its modifier is asked for by its part', () => {
  const test = openTestGame({ system: findShipped('dnd5e') });
  onTestFinished(test.close);
  const draft = test.game.start('I look around.');
  expect(refused(draft, 'roll', { formula: '1d20+@skills.stealth' })).toBe(
    '`skills.stealth` may mean @skills.stealth.modifier or @skills.stealth.score: write one of them.',
  );
  expect(call(draft, 'roll', { formula: '1d20+@skills.stealth.modifier' }).ok).toBe(true);
});

it('TO9: what lasts for a while ends when that has passed, on the way too, and the hour is told', () => {
  const { draft, say, player } = open();
  expect(say('condition_add', { condition: 'Dazed', minutes: 15 })).toMatch('Dazed (15 min)');
  say('condition_add', { condition: 'Cursed' });
  expect(say('move', { destination: 'Yard' })).not.toMatch('no longer');
  say('condition_add', { condition: 'Grabbed', rounds: 200, target: 'Mira' });
  expect(say('time_advance', { minutes: 5 })).toMatchInlineSnapshot(`
    "5 min pass; it is day 1, 00:15.
    no longer Dazed"
  `);
  expect(player()['conditions']).toMatchObject([{ name: 'Cursed' }]);
  expect(say('time_advance', { rounds: 1 })).toMatch('149 rounds');
  expect(say('time_advance', { rounds: 149 })).toMatch('npc:mira conditions');
  expect(say('condition_add', { condition: 'cursed', ends: true })).toMatch('Cursed → —');
  say('condition_add', { condition: 'Cursed' });
  expect(say('condition_remove', { condition: 'cursed' })).toMatch('Cursed → —');
  expect(say('time_advance', {})).toMatch('No time would pass');
  expect(say('time_advance', { minutes: 1_705 })).toBe('1 d 4 h 25 min pass; it is day 2, 04:40.');
  expect(say('time_advance', { until: '06:00' })).toBe('1 h 20 min pass; it is day 2, 06:00.');
  expect(refused(draft, 'time_advance', { until: '6 am' })).toMatch(
    'a whole day passes. If that is meant, send',
  );
  expect(say('time_advance', { rest: 'long', until: 'dusk' })).toMatch('12 h pass; it is day 2, 18:00.');
  expect(say('time_advance', { rest: 'long', until: '11 pm' })).toMatch('8 h pass; it is day 3, 02:00.');
  for (const until of ['soon', 'constructor'])
    expect(say('time_advance', { until })).toMatch('`until` is an hour of the story');
});

it('TO10: clocks and quests are made when they are first named', () => {
  const { draft, say } = open();
  expect(refused(draft, 'clock_tick', { name: 'Flood' })).toMatch('Give segments (2 to 12) to make it.');
  expect(revealSecrets(say('clock_tick', { name: 'Flood', segments: 4, ticks: 3 }))).toMatch(
    /3\/4[\s\S]*What a full clock:flood brings is yours to decide: note it with notebook/,
  );
  const known = say('clock_tick', { name: 'Fire', segments: 4, about: 'It burns.' });
  expect(revealSecrets(known)).not.toMatch('yours to decide');
  expect(say('clock_tick', { name: 'flood', ticks: 5 })).toMatch('4/4 (the clock is full)');
  expect(
    say('quest_update', { name: 'Stop the flood', steps: ['Find the sluice', 'Close it'], giver: 'Mira' }),
  ).toMatch('quest:stop-the-flood "Stop the flood" is there.');
  expect(say('quest_update', { name: 'Stop the flood', done: ['find the sluice'] })).toMatch(
    'is_done: false → true',
  );
  expect(refused(draft, 'quest_update', { name: 'Halt the water', done: ['Close it'] })).toMatch(
    /^There is no "Halt the water"\. <secret>Nearest: quest:stop-the-flood\.<\/secret> Give steps to begin a new quest\./,
  );
  expect(refused(draft, 'quest_update', { name: 'Stop the flood', done: ['Drown'] })).toMatch(
    'Steps: "Find the sluice", "Close it".',
  );
  expect(say('quest_update', { name: 'stop-the-flood', status: 'done', done: ['close it'] })).toMatch(
    'status: open → done',
  );
  expect(refused(draft, 'quest_update', { name: 'Stop the flood', status: 'won' })).toMatch('status');
});

it('TO11: things go into the list of whoever has one, in its shape', () => {
  const { draft, say, player } = open();
  expect(say('item_add', { name: 'Rope', quantity: 2, details: { weight: 5 } })).toMatch('Rope');
  expect(player()['inventory']).toMatchObject({ items: [{ name: 'Rope', weight: 5 }] });
  expect(say('item_remove', { item: 'rope', quantity: 1 })).toMatch('Rope');
  expect(say('item_remove', { item: 'Rope' })).toMatch('Rope → —');
  expect(say('item_add', { name: 'Lamp', about: 'It smokes.' })).toMatch(
    'have no description: `about` was left out.',
  );
  expect(refused(draft, 'item_remove', { item: 'Rope' })).toMatch('Rope');
  expect(refused(draft, 'item_remove', { item: 'Rope', target: 'Mira' })).toMatch(
    'There is no "Rope" with npc:mira. It has: no thing.',
  );
  expect(refused(draft, 'item_add', { name: 'Rope', list: 'resources.luck' })).toMatch('is no list');
});

it('TO11: a thing that is laid down is listed there, is taken up again, and stays the same thing', () => {
  const { draft, say, player } = open();
  say('item_add', { name: 'Glove' });
  say('item_remove', { item: 'Glove' });
  say('item_add', { name: 'Glove', target: 'Old Mill', about: 'It has lost its fingers.' });
  expect(say('state_query', { target: 'Old Mill' })).toMatch('Here: npc:mira.\nLying here: Glove.');
  expect(refused(draft, 'item_remove', { item: 'glove' })).toMatch(
    'item:glove lies at location:old-mill: give that place as target, or take it up with item_add.',
  );
  expect(refused(draft, 'move', { who: 'item:glove', destination: 'Yard' })).toMatch('item_add takes up');
  expect(say('item_add', { name: 'the glove' })).toMatch('It lay at location:old-mill and was taken up.');
  expect(player()['inventory']).toMatchObject({ items: [{ name: 'Glove' }] });
  expect(say('state_query', { target: 'Old Mill' })).not.toMatch('Lying here');
  say('item_remove', { item: 'Glove' });
  expect(say('item_add', { name: 'Glove', target: 'Mira' })).toBe('item:glove "Glove" is with npc:mira.');
  expect(say('state_query', { target: 'Mira' })).toMatch('Has: Glove (It has lost its fingers.).');
  expect(say('set', { path: 'at', value: 'location:old-mill', target: 'item:glove' })).toMatch(
    'item:glove holder: npc:mira → location:old-mill',
  );
  expect(say('item_remove', { item: 'item:glove', target: 'Old Mill' })).toBe(
    'item:glove "Glove" is no longer with location:old-mill.',
  );
  expect(draft.state.list('item').map(({ sheet }) => sheet['about'])).toEqual(['It has lost its fingers.']);
  expect(say('item_add', { name: 'Coin', quantity: 3, target: 'here' })).toMatch('"3 Coin"');
  expect(say('item_add', { name: 'coin' })).toMatch('was taken up');
  expect(JSON.stringify(player()['inventory'])).toMatch(/"Coin".*3|3.*"Coin"/);
  say('item_add', { name: 'Bread', quantity: 3 });
  expect(say('item_add', { name: 'Bread', target: 'Old Mill' })).toMatch("is on the player's sheet still");
  say('item_remove', { item: 'Bread', quantity: 1 });
  expect(say('item_add', { name: 'Bread', target: 'Mira' })).not.toMatch('is on the');
});

it('TO12: notes are remembered once each and found by their words, those of the open turn too', () => {
  const { draft, say } = open();
  const content = 'The miller drowned in the winter of the long frost.';
  expect(say('note', { content, kind: 'lore', tags: ['miller'] })).toMatch(
    'Noted as note:the-miller-drowned',
  );
  expect(say('note', { content })).toMatch('noted already');
  expect(say('lore_search', { query: 'who drowned?' })).toMatch('winter of the long frost');
  expect(say('lore_search', { query: 'drowned', kind: 'rule' })).toBe(
    'Nothing was found: no rule, person, place or note is about that.',
  );
  expect(say('lore_search', { query: '"*( AND' })).toBe(
    'Nothing was found: no rule, person, place or note is about that.',
  );
  draft.commit({ narrative: '', suggestions: [], summary: '', tags: [], importance: 0 });
});

it('MV14: what was told is found in its own words, a person once, and a field by its label, not by a chance word', () => {
  const { game, draft, say } = open();
  const end = { suggestions: [], summary: '', tags: [], importance: 0 };
  const about = 'The warden who sang at the gate.';
  say('npc_create', { name: 'Corvane', about });
  say('note', { content: `Corvane: ${about}`, kind: 'lore' });
  const verse = 'Three for the sill, and three for the sound; she may call it back who was drowned.';
  const narrative = `The salt hums.\n\nHe sings it flat. *${verse}* A stone answers. "That's the last verse," says Corvane.\n\nBelow, something climbs.`;
  draft.commit({ ...end, narrative });
  game.start('I wait.').commit({ ...end, narrative: 'Nothing happens at the gate. Corvane sleeps.' });
  const next = game.start('I sing.');
  const find = (query: string) => call(next, 'lore_search', { query }).say;
  const found = revealSecrets(find('last verse of the song Corvane sang'));
  expect(found).toContain(`told in turn 1: The salt hums. He sings it flat. *${verse}* A stone answers.`);
  expect(found).not.toContain('turn 2');
  expect(find('gate of iron')).not.toContain('told in');
  expect(found.split(about)).toHaveLength(2);
  // A note that says more is found too.
  call(next, 'note', { content: `Of Corvane: ${about} He hid the song under the sill.`, kind: 'lore' });
  expect(find('Corvane')).toContain('under the sill');
  next.delete();
  // What a turn told first counts no more once the turn is told anew.
  const again = game.retry();
  expect(call(again, 'lore_search', { query: 'Corvane sleeps' }).say).not.toContain('turn 2');
  again.delete();
});

it('MV14: a field is found by its label, not by a chance word of it, and once though several sheets have it', () => {
  const { game, close } = openTestGame({ system: readShippedSystem('dnd5e') });
  onTestFinished(close);
  const draft = game.start('I look.');
  const find = (query: string) => call(draft, 'lore_search', { query }).say;
  expect(find('the last verse of the song')).not.toContain('damage_taken');
  expect(find('last damage taken').split('damage_taken')).toHaveLength(2);
});

it('MV14: somebody is found by another name of the glossary, before who shares no more than a sound of it', () => {
  const { say } = open();
  for (const name of ['リーゼロッテ', 'トメ婆さん', '篠宮千歳']) say('npc_create', { name });
  const source = JSON.stringify({ glossary: '篠宮千歳, 第一話' });
  say('note', { content: '飯屋の主人。', kind: 'lore', tags: ['篠宮千歳', 'ちーちゃん'], source });
  expect(revealSecrets(say('lore_search', { query: 'ちーちゃん' }))).toMatch(
    /^npc:篠宮千歳 [^\n]*\nnote:[^\n]*$/u,
  );
});

it('TO12: a person may change a note or have it forgotten, and search follows', () => {
  const { game, draft, say } = open();
  say('note', { content: 'The well is poisoned.' });
  draft.commit({ narrative: '', suggestions: [], summary: '', tags: [], importance: 0 });
  const next = game.start('/note');
  const act = (name: string, wanted: object) =>
    next.execute({ id: '', name, arguments: JSON.stringify(wanted) }, 'player').say;
  expect(act('memory_edit', { key: 'the-well-is-poisoned' })).toMatch('The call names no change');
  expect(act('memory_edit', { key: 'the-well-is-poisoned', content: 'The well is clean.' })).toMatch('clean');
  next.commit({ narrative: '', suggestions: [], summary: '', tags: [], importance: 0 });
  const last = game.start('/forget');
  const find = (query: string) =>
    last.execute({ id: '', name: 'lore_search', arguments: JSON.stringify({ query }) }, 'model').say;
  expect(find('clean')).toMatch('The well is clean.');
  expect(find('poisoned')).toBe('Nothing was found: no rule, person, place or note is about that.');
  last.execute({ id: '', name: 'memory_forget', arguments: '{"key":"note:the-well-is-poisoned"}' }, 'player');
  expect(find('clean')).toBe('Nothing was found: no rule, person, place or note is about that.');
});

it('TO12: what the open turn noted or changed is found as it is now, and pushes out at most half of what was stored', () => {
  const { game, draft, say } = open();
  const end = { narrative: '', suggestions: [], summary: '', tags: [], importance: 0 };
  say('note', { content: 'The old gate has a rusty lock.' });
  say('note', { content: 'A ferry sank.' });
  draft.commit(end);
  const next = game.start('/note');
  const act = (name: string, wanted: object) =>
    next.execute({ id: '', name, arguments: JSON.stringify(wanted) }, 'player').say;
  const find = (query: string) => act('lore_search', { query });
  act('note', { content: 'Élodie keeps herons.', tags: ['Ropewalk'] });
  act('memory_edit', { key: 'a-ferry-sank', content: 'A barge was mended.' });
  for (let count = 0; count < 30; count += 1) act('note', { content: `Gate ${count} is shut.` });
  for (const query of ['elodie', 'heron', 'the ropewalk']) expect(find(query)).toMatch('Élodie keeps');
  expect(find('barges')).toMatch('A barge was mended.');
  expect(find('ferry')).toBe('Nothing was found: no rule, person, place or note is about that.');
  expect(find('gate').split('\n')).toHaveLength(6);
  expect(find('gate')).toMatch('rusty lock');
  expect(find('gate 7').split('\n')[0]).toMatch('Gate 7 is');
  next.commit(end);
});

it('TO13: texts are bounded where they come in, escaped where they go out, and answers stay short', () => {
  const { draft, say } = open();
  const name = '<b>"Tom" & co</b>';
  expect(say('npc_create', { name })).toMatch('"&lt;b&gt;"Tom" &amp; co&lt;/b&gt;" is there.');
  expect(draft.state.find('npc:b-tom-co-b')?.sheet['name']).toBe(name);
  expect(refused(draft, 'npc_create', { name: 'x'.repeat(81) })).toMatch('name');
  expect(refused(draft, 'note', { content: 'x'.repeat(2_001) })).toMatch('content');
  expect(refused(draft, 'set', { path: 'about', value: 'x'.repeat(2_001) })).toMatch('too large');
  for (let count = 0; count < 200; count += 1) say('npc_create', { name: `Guest ${count}` });
  expect(say('state_query', { type: 'npc' })).toMatch(/and 142 more$/);
  expect(say('state_query', {}).length).toBeLessThan(4_000);
  expect(say('state_query', { path: 'resources' })).toMatchInlineSnapshot(`
    "character:player "Ada"
    resources.health: 20/20
    resources.stress: □□□□□□ 0/6
    resources.luck: 4
    resources.share: 25"
  `);
  expect(say('state_query', { path: 'combat.guard' })).toMatchInlineSnapshot(`
    "combat.guard: 10
    combat.guard is derived: 10 + attributes.bonus. Change attributes.might instead."
  `);
});

it('TO14: a model gets the tools of play alone, told in few tokens', () => {
  expect(gameTools.map((tool) => tool.name)).toMatchInlineSnapshot(`
    [
      "roll",
      "oracle",
      "adjust",
      "set",
      "mark",
      "move",
      "note",
      "item_add",
      "item_remove",
      "condition_add",
      "condition_remove",
      "clock_tick",
      "npc_create",
      "place_create",
      "quest_update",
      "notebook",
      "reveal",
      "time_advance",
      "mode_set",
      "state_query",
      "lore_search",
    ]
  `);
  expect(systemTools.map((tool) => tool.name)).toMatchInlineSnapshot(`
    [
      "begin",
      "entity_create",
      "quest_plan",
      "clock_plan",
      "memory_edit",
      "memory_forget",
      "turn_pass",
    ]
  `);
  const untold = gameTools.filter(({ name }) => !gameDeclarations.some((one) => one.name === name));
  expect(untold.map(({ name }) => name)).toEqual(['mark', 'condition_remove']);
  expect(JSON.stringify(gameDeclarations)).not.toMatch(/maxLength|minimum|additionalProperties/);
  expect(estimateTokens(JSON.stringify(gameDeclarations))).toBeLessThanOrEqual(1_400);
  // What may be paid after a roll is declared only if the rules allow such a payment.
  const listArguments = (id: string) => {
    const [roll] = chooseDeclarations(readShippedSystem(id).manifest);
    return Object.keys(roll?.parameters['properties'] ?? {});
  };
  expect(listArguments('starter')).not.toContain('spend');
  expect(listArguments('dnd5e')).toContain('spend');
});

it('TO22: a check that is called as a move is rolled, and a move that there is not is refused for that, also out of turn', () => {
  const { game, close } = openTestGame({ system: findShipped('step-dice') });
  onTestFinished(close);
  const draft = game.start('I hold on.');
  for (const name of ['Henneke', 'Falk']) call(draft, 'npc_create', { name });
  call(draft, 'mode_set', { mode: 'combat', opponents: ['Henneke', 'Falk'] });
  call(draft, 'roll', { move: 'attack', against: 'Henneke' });
  expect(call(draft, 'roll', { move: 'attack', who: 'Falk', against: playerId }).say).toContain('Turn: ');
  const soaking = { name: 'roll', arguments: '{"move":"soak","reason":"the blow"}' };
  const { arguments: mended, say } = normaliseCall({ system: game.system, state: draft.state }, soaking);
  expect(say).toBe('(soak is a check, and was rolled as one.)');
  expect(call(draft, 'roll', JSON.parse(mended)).ok).toBe(true);
  expect(call(draft, 'roll', { move: 'swoop', against: 'Henneke' }).say).toMatch(
    /^There is no move "swoop"/u,
  );
});
