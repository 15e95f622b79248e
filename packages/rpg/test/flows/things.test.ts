// Tests using things of the rules: torches burn out, rations are eaten, spells cost slots, and only owned things are used.

import { describe, expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { Manifest } from '../../src/system/manifest.ts';
import type { System } from '../../src/system/system.ts';
import { type EntityId, playerId } from '../../src/values/entity.ts';
import { call, endTurn, openTestGame } from '../support/open-test-game.ts';
import { openStory } from '../support/play-story.ts';
import { findShipped } from '../support/shipped-system.ts';

const edition = findShipped('dnd5e');

function open(system: System = edition, seed = 'mill') {
  const test = openTestGame({ system, seed });
  onTestFinished(test.close);
  const draft = test.game.start('I act.');
  const act = (name: string, wanted: object) => call(draft, name, wanted);
  const read = (path: string, id = playerId) =>
    path
      .split('.')
      .reduce<unknown>(
        (value, name) => (value as Record<string, unknown> | undefined)?.[name],
        draft.state.find(id)?.sheet,
      );
  return { ...test, draft, act, read };
}

/** A wizard of the fifth level with spells, and an ogre. */
function openWizard(seed = 'mill') {
  const test = open(edition, seed);
  const { act } = test;
  act('set', { path: 'identity.class', value: 'Wizard' });
  act('set', { path: 'progression.level', value: 5 });
  act('set', { path: 'attributes.int.score', value: 16 });
  for (const slot of [1, 2, 3]) act('set', { path: `resources.slots_${slot}.current`, value: 9 });
  for (const name of ['Fire bolt', 'Magic missile', 'Fireball', 'Scorching ray'])
    act('item_add', { name, list: 'features.spells' });
  act('npc_create', { name: 'Grum', like: 'ogre' });
  return test;
}

describe('things that one has', () => {
  it('MV25: a thing that is put on its list brings what the rules say of it, and so weighs what it weighs', () => {
    const { act, read } = open();
    act('item_add', { name: 'plate armour' });
    act('item_add', { name: 'Torch', quantity: 5 });
    act('item_add', { name: 'Odd idol' });
    act('item_add', { name: 'Shield', details: { weight: 9 } });
    act('item_add', { name: 'Fireball', list: 'features.spells' });
    expect(act('state_query', { path: 'inventory.carried.load' }).say).toMatch(String(65 + 5 + 1 + 9));
    expect(read('features.spells')).toMatchObject([{ name: 'Fireball', level: 3 }]);
    expect(act('lore_search', { query: 'price of a potion of healing' }).say).toContain('It costs 50 gold.');
    act('set', { path: 'attributes.str.score', value: 6 });
    expect(act('item_add', { name: 'Pike' }).say).toMatch(/weighs 18 more/);
  });

  it('TO4: of a list of things an answer tells what came, went or changed, and how many stay as they were', () => {
    const { act } = open();
    const tell = (name: string, wanted: object) => act(name, wanted).say.split('\n')[0];
    expect(tell('set', { path: 'inventory.carried', value: [] })).toMatch(/^inventory\.carried: /);
    expect(tell('item_add', { name: 'Torch', quantity: 5 })).toBe(
      'inventory.carried: — (0/150) → Torch ×5 (5/150)',
    );
    expect(tell('item_add', { name: 'Odd idol' })).toBe(
      'inventory.carried: + Odd idol (1 other thing stays; load 6 of 150)',
    );
    expect(tell('item_remove', { item: 'torch', quantity: 2 })).toBe(
      'inventory.carried: Torch ×5 → Torch ×3 (1 other thing stays; load 4 of 150)',
    );
    const heavier = { path: 'inventory.carried', value: { name: 'Odd idol', weight: 3 } };
    expect(tell('set', heavier)).toBe(
      'inventory.carried: Odd idol: weight 1 → 3 (1 other thing stays; load 6 of 150)',
    );
    expect(tell('item_remove', { item: 'idol' })).toBe(
      'inventory.carried: − Odd idol (1 other thing stays; load 3 of 150)',
    );
  });

  it('MV26: a thing is used by its move and used up; who does not have it is told so, and nothing changes', () => {
    const { act, read } = open();
    const refused = act('roll', { move: 'use', as: 'a torch' });
    expect(refused).toMatchObject({
      ok: false,
      patches: [],
      say: `${playerId} has no Torch in inventory.carried.`,
    });
    act('item_add', { name: 'Torches', quantity: 2 });
    const lit = act('roll', { move: 'use', as: 'torch' });
    expect(lit.say).toMatch(/Torches/);
    expect(read('inventory.carried')).toMatchObject({ items: [{ name: 'Torches', qty: 1 }] });
    expect(JSON.stringify(read('conditions'))).toContain('torchlight');
    const dark = act('time_advance', { minutes: 60 });
    expect(dark.say).toMatch('no longer torchlight');
    expect(JSON.stringify(read('conditions'))).not.toContain('torchlight');
    act('roll', { move: 'use', as: 'torch' });
    expect(act('roll', { move: 'use', as: 'torch' }).ok).toBe(false);
    expect(act('roll', { move: 'use', as: 'ladder of doom' }).say).toMatch(/^use can be made as/);
  });

  it('MV26: what somebody has but the rules do not know is left to single calls, and a use in vain says so', () => {
    const { listed: _listed, ...cast } = edition.manifest.narrator?.intents?.cast ?? {};
    const manifest = structuredClone(edition.manifest);
    Object.assign(manifest.narrator?.intents ?? {}, { cast });
    const checked = checkManifest(manifest);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const former = open(checked.system);
    former.act('item_add', { name: 'Suggestion', list: 'features.spells' });
    const held = former.act('roll', { move: 'cast', as: 'suggestion', against: 'Mira' });
    expect(held).toMatchObject({ ok: false, patches: [] });
    expect(held.say).toMatch(
      /^"Suggestion" is in features\.spells of character:player, but the rules have no cast for it, and nothing was done\. Do it by single calls: /,
    );
    const { act } = openWizard();
    act('item_add', { name: "Healer's kit" });
    expect(act('roll', { move: 'help', as: "healer's kit", against: 'Mira' })).toMatchObject({
      ok: true,
      patches: [],
      say: "Healer's kit: Makes somebody at 0 hit points stable, without a roll. Nothing of what it does applies now: nothing was rolled or changed. If more is meant, roll a check for it.",
    });
  });

  it('MV26: a thing may burn another, and a potion is drunk', () => {
    const { act, read } = open();
    act('item_add', { name: 'Hooded lantern' });
    expect(act('roll', { move: 'use', as: 'lantern' }).say).toMatch('has no Oil, a flask');
    act('item_add', { name: 'Oil, a flask' });
    expect(act('roll', { move: 'use', as: 'lantern' }).ok).toBe(true);
    expect(JSON.stringify(read('inventory.carried'))).not.toContain('Oil');
    expect(JSON.stringify(read('inventory.carried'))).toContain('Hooded lantern');
    // A use that takes the same thing twice needs two pieces of it.
    const manifest = structuredClone(edition.manifest);
    const lantern = manifest.things?.find(({ id }) => id === 'hooded_lantern');
    Object.assign(lantern ?? {}, { spends: ['oil', 'oil'] });
    const checked = checkManifest(manifest);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const greedy = open(checked.system);
    for (const name of ['Hooded lantern', 'Oil, a flask']) greedy.act('item_add', { name });
    expect(greedy.act('roll', { move: 'use', as: 'lantern' })).toMatchObject({
      ok: false,
      say: `Hooded lantern uses up 2 of Oil, a flask, and ${playerId} has fewer.`,
    });
    greedy.act('item_add', { name: 'Oil, a flask' });
    expect(greedy.act('roll', { move: 'use', as: 'lantern' }).ok).toBe(true);
    expect(JSON.stringify(greedy.read('inventory.carried'))).not.toContain('Oil');
    act('adjust', { path: 'resources.hp.current', delta: -4 });
    const before = Number(read('resources.hp.current'));
    act('item_add', { name: 'healing potion' });
    act('roll', { move: 'use', as: 'potion of healing' });
    expect(Number(read('resources.hp.current'))).toBeGreaterThan(before);
    expect(JSON.stringify(read('inventory.carried'))).not.toContain('potion');
    act('item_add', { name: 'healing potion' });
    const drunk = { move: 'use', as: 'healing potion', who: 'Mira', against: 'player' };
    expect(act('roll', drunk).say).toMatch(
      /^npc:mira has no Potion of healing\. character:player has one: /u,
    );
  });

  it('MV27: a day eats a ration; without one hunger is counted, and exhaustion comes when the rules have it', () => {
    const { act, read } = open();
    act('item_add', { name: 'Rations, a day', quantity: 2 });
    act('time_advance', { minutes: 1440 });
    expect(JSON.stringify(read('inventory.carried'))).toContain('"qty":1');
    act('time_advance', { minutes: 1440 });
    expect([
      read('status.days_hungry'),
      JSON.stringify(read('inventory.carried')).includes('Rations'),
    ]).toEqual([0, false]);
    act('time_advance', { minutes: 3 * 1440 });
    expect([read('status.days_hungry'), read('status.exhaustion')]).toEqual([3, 0]);
    act('time_advance', { minutes: 1440 });
    expect([read('status.days_hungry'), read('status.exhaustion')]).toEqual([4, 1]);
    act('time_advance', { rest: 'long' });
    expect(read('status.exhaustion')).toBe(1);
    act('item_add', { name: 'Rations', quantity: 1 });
    act('time_advance', { minutes: 1440 });
    expect(read('status.days_hungry')).toBe(0);
    act('time_advance', { rest: 'long' });
    expect(read('status.exhaustion')).toBe(0);
  });
});

describe('spells', () => {
  it('MV26: a spell is cast by whoever knows it, costs its slot, and does what the rules say', () => {
    const { act, read, draft } = openWizard();
    const hurt = () => 59 - Number(read('resources.hp.current', 'creature:grum'));
    expect(act('roll', { move: 'cast', as: 'Shatter', against: 'Grum' }).say).toMatch('has no Shatter');
    const slots = Number(read('resources.slots_1.current'));
    const missiles = act('roll', { move: 'cast', as: 'magic missile', against: 'Grum' });
    expect(missiles.ok, missiles.say).toBe(true);
    expect([hurt() >= 6 && hurt() <= 15, read('resources.slots_1.current')]).toEqual([true, slots - 1]);
    expect(draft.state.find('fight:now')).toBeDefined();
    const before = hurt();
    const ball = act('roll', { move: 'cast', as: 'fireball', against: 'Grum' });
    const save = ball.rolls.find(({ move }) => move === 'cast');
    // The save must reach the difficulty class, so the number that must be exceeded is one less.
    expect(save?.rolled.total).toBe(8 + 3 + 3 - 1);
    expect(save?.outcome?.id).toBe(Number(save?.target) < 14 ? 'success' : 'failure');
    const damage = ball.rolls.find(({ reason }) => reason === 'damage')?.rolled.total ?? 0;
    expect(hurt()).toBe(Math.min(59, before + damage));
    expect(save?.outcome?.id === 'success' ? damage >= 8 : damage <= 24).toBe(true);
    act('set', { path: 'resources.slots_3.current', value: 0 });
    expect(act('roll', { move: 'cast', as: 'fireball', against: 'Grum' }).say).toBe(
      'No spell slot is left for it.',
    );
    const rays = act('roll', { move: 'cast', as: 'scorching ray', against: 'Grum' });
    const thrown = rays.rolls.filter(({ check }) => check === 'spell_attack').length;
    expect(thrown === 3 || hurt() === 59).toBe(true);
  });

  it('MV26: a spell goes against several: an area against each, darts and rays shared out, a single blow refused', () => {
    const { act, read } = openWizard();
    act('npc_create', { name: 'Snik', like: 'ogre' });
    const slots = () => [1, 2, 3].map((level) => Number(read(`resources.slots_${level}.current`)));
    const before = slots();
    const against = 'creature:grum, Snik';
    const hurt = (rolls: readonly { reason?: string | undefined; against?: string | undefined }[]) =>
      rolls.filter(({ reason }) => reason === 'damage').map((roll) => roll.against);
    const ball = act('roll', { move: 'cast', as: 'fireball', against });
    expect(hurt(ball.rolls)).toEqual(['creature:grum', 'creature:snik']);
    expect(ball.rolls.filter(({ reason }) => reason?.endsWith(' resists Fireball'))).toHaveLength(2);
    for (const id of ['creature:grum', 'creature:snik'] as const)
      expect(Number(read('resources.hp.current', id))).toBeLessThan(59);
    const darts = act('roll', { move: 'cast', as: 'magic missile', against: 'Grum and Snik' });
    expect(hurt(darts.rolls)).toEqual(['creature:grum', 'creature:snik', 'creature:grum']);
    expect(slots()).toEqual([(before[0] ?? 0) - 1, before[1], (before[2] ?? 0) - 1]);
    const bolt = act('roll', { move: 'cast', as: 'fire bolt', against });
    expect(bolt).toMatchObject({ ok: false, patches: [] });
    expect(bolt.say).toBe('This cannot go against so many at once: make a call for each.');
    expect(act('roll', { move: 'attack', against })).toMatchObject({ ok: false, say: bolt.say });
    expect(act('roll', { move: 'cast', as: 'fireball', against: 'Grum, Snok' }).say).toMatch(
      'There is no "Snok"',
    );
    const crowd = `${'Grum, '.repeat(8)}Snok`;
    expect(act('roll', { move: 'cast', as: 'fireball', against: crowd })).toMatchObject({ ok: false });
  });

  it('MV26: the harm of an area is thrown once: whoever withstands it takes half of what the others take', () => {
    const { act, read } = openWizard();
    act('npc_create', { name: 'Snik', like: 'ogre' });
    act('set', { path: 'saves.dex.score', value: 1, target: 'Snik' });
    const seen = new Set<boolean>();
    for (let count = 0; count < 12; count += 1) {
      act('set', { path: 'resources.slots_3.current', value: 3 });
      for (const target of ['Grum', 'Snik'])
        act('set', { path: 'resources.hp.current', value: 59, target, reason: 'healed' });
      const { rolls } = act('roll', { move: 'cast', as: 'fireball', against: 'creature:grum, Snik' });
      const harm = rolls.filter(({ reason }) => reason === 'damage');
      const faces = harm.map(({ rolled }) =>
        rolled.groups.flatMap(({ dice }) => dice.map(({ face }) => face)),
      );
      expect(faces[1]).toEqual(faces[0]);
      const saves = rolls
        .filter(({ move }) => move === 'cast')
        .map(({ outcome }) => outcome?.id === 'failure');
      seen.add(saves[0] === saves[1]);
      const sum = faces[0]?.reduce((total, face) => total + face, 0) ?? 0;
      expect(harm.map(({ rolled }) => rolled.total)).toEqual(
        saves.map((isHalf) => (isHalf ? Math.floor(sum / 2) : sum)),
      );
    }
    expect(seen.size).toBe(2);
    expect(read('resources.hp.current', 'creature:snik')).toBeDefined();
  });

  it('MV26: who is named twice gets two of the darts, and a dart for somebody who is down goes to who stands', () => {
    const { act, read } = openWizard();
    for (const name of ['Snik', 'Rik']) act('npc_create', { name, like: 'ogre' });
    const cast = (against: string) => {
      act('set', { path: 'resources.slots_1.current', value: 4 });
      const { rolls } = act('roll', { move: 'cast', as: 'magic missile', against });
      return rolls.filter(({ reason }) => reason === 'damage').map((roll) => roll.against);
    };
    const [grum, snik, rik] = ['creature:grum', 'creature:snik', 'creature:rik'] as const;
    expect(cast('Grum, Snik, Rik')).toEqual([grum, snik, rik]);
    expect(cast('Grum, Snik and Snik')).toEqual([grum, snik, snik]);
    expect(cast('Snik, Snik')).toEqual([snik, snik, snik]);
    expect(cast('Grum, Grum, Snik, Snik')).toEqual([grum, snik, grum]);
    act('set', { path: 'resources.hp.current', value: 1, target: grum, reason: 'worn down' });
    expect(cast('Grum, Grum, Snik')).toEqual([grum, snik, snik]);
    act('mode_set', { mode: 'exploration' });
    const both = act('roll', { move: 'cast', as: 'fireball', against: 'Snik, Grum' }).say;
    for (const once of [
      /An attack is `attack_roll`/g,
      /^creature:snik: resources/gm,
      /^creature:grum: resources/gm,
    ])
      expect(both.match(once), String(once)).toHaveLength(1);
    const ball = act('roll', { move: 'cast', as: 'fireball', against: 'Snik, Snik' });
    expect(ball.rolls.filter(({ reason }) => reason === 'damage')).toHaveLength(1);
    expect(act('roll', { move: 'cast', as: 'fire bolt', against: 'Snik and Snik' }).ok).toBe(true);
    expect(Number(read('resources.hp.current', rik))).toBeGreaterThan(50);
  });

  it('MV26: a save against a spell is told as a save: what withstands it, and what was rolled', () => {
    const { act } = openWizard();
    const ball = act('roll', { move: 'cast', as: 'fireball', against: 'Grum' });
    const [save] = ball.rolls;
    const total = save?.rolled.total ?? 0;
    expect(save?.reason).toBe('Grum resists Fireball');
    expect(ball.say).toMatch(/^To withstand it: creature:grum against character:player: 1d20/m);
    expect(ball.say).toMatch(
      `Ada against creature:grum: 14 or more withstands it, ${total} was rolled: creature:grum ${total >= 14 ? 'withstands' : 'does not withstand'} it`,
    );
    expect(ball.say).not.toMatch('14-1');
  });

  it('TO15, MV26: what a spell does to numbers is kept on the list of the system, and ends with its time', () => {
    const { act, read } = openWizard();
    for (const name of ['Shield', 'Shield of faith', 'Sleep', "Hunter's mark"])
      act('item_add', { name, list: 'features.spells' });
    expect(read('features.spells')).toContainEqual(expect.objectContaining({ name: 'Shield', level: 1 }));
    const [armour, slots] = [Number(read('combat.ac')), Number(read('resources.slots_1.current'))];
    expect(act('roll', { move: 'cast', as: 'Shield' }).say).toMatch('shield (2 rounds)');
    expect([read('combat.ac'), read('resources.slots_1.current')]).toEqual([armour + 5, slots - 1]);
    act('time_advance', { minutes: 1 });
    expect(read('combat.ac')).toBe(armour);
    act('roll', { move: 'cast', as: 'shield of faith', against: 'Grum' });
    expect([read('combat.ac'), read('combat.ac', 'creature:grum')]).toEqual([armour, 13]);
    act('condition_add', { condition: 'shield of faith', ends: true, target: 'Grum' });
    expect(read('combat.ac', 'creature:grum')).toBe(11);
  });

  it('MV26: a spell that is held by concentration ends the one before it', () => {
    const { act, draft } = openWizard();
    for (const name of ['Shield of faith', "Hunter's mark"])
      act('item_add', { name, list: 'features.spells' });
    const readOwn = () => JSON.stringify(draft.state.find('character:player')?.sheet['status']);
    act('roll', { move: 'cast', as: 'shield of faith' });
    expect(readOwn()).toContain('shield of faith');
    act('roll', { move: 'cast', as: "hunter's mark", against: 'Grum' });
    expect(readOwn()).not.toContain('shield of faith');
  });

  it('TO15, TO17: a condition is ended in whichever list it stands, by a part of its name', () => {
    const { act, read, draft } = openWizard();
    act('condition_add', { condition: 'marked by a hunter', target: 'Grum' });
    expect(act('condition_add', { condition: 'marked', ends: true, target: 'Grum' }).ok).toBe(true);
    expect(JSON.stringify(draft.state.find('creature:grum')?.sheet['status'])).not.toContain('marked');
    // In games of earlier versions, conditions of a list of the system's own are in the usual list.
    act('set', { path: 'conditions', value: [{ name: 'Shield' }] });
    expect(act('condition_add', { condition: 'shield', ends: true }).ok).toBe(true);
    expect(read('conditions')).toEqual([]);
  });

  it('MV26: whoever fails the save against sleep is beaten until they wake, and a mark adds to each hit', () => {
    const { act, draft } = openWizard();
    for (const name of ['Sleep', "Hunter's mark"]) act('item_add', { name, list: 'features.spells' });
    act('roll', { move: 'cast', as: "hunter's mark", against: 'Grum' });
    act('set', { path: 'combat.ac_bonus', value: -5, target: 'Grum' });
    const hits = Array.from({ length: 6 }, () => act('roll', { move: 'attack', against: 'Grum' }));
    const extra = hits.flatMap(({ rolls }) => rolls).filter(({ rolled }) => rolled.expression === '1d6');
    expect(extra.length).toBeGreaterThan(0);
    act('set', { path: 'resources.hp.current', value: 59, target: 'Grum' });
    for (let count = 0; count < 8; count++) {
      const slept = act('roll', { move: 'cast', as: 'sleep', against: 'Grum' });
      expect(slept.ok, slept.say).toBe(true);
      if (!slept.say.includes('magically asleep')) continue;
      expect(slept.say).toMatch('creature:grum is beaten');
      act('time_advance', { minutes: 1 });
      expect(JSON.stringify(draft.state.find('creature:grum')?.sheet['status'])).not.toContain('asleep');
      return;
    }
    expect.fail('Grum never slept');
  });

  it('MV26: a sleeper is struck as often as others, and what hurts them wakes them', () => {
    const { act, draft } = openWizard();
    act('set', { path: 'identity.class', value: 'Fighter' });
    act('set', { path: 'combat.ac_bonus', value: -5, target: 'Grum' });
    act('mode_set', { mode: 'combat', opponents: ['Grum'] });
    act('condition_add', { condition: 'magically asleep', rounds: 500, target: 'Grum' });
    for (let count = 0; count < 20; count++) {
      const { say, rolls } = act('roll', { move: 'attack', against: 'Grum', reason: `blow ${count}` });
      expect(rolls.filter(({ check }) => check === 'attack_roll')).toHaveLength(2);
      const isAsleep = JSON.stringify(draft.state.find('creature:grum')?.sheet['status']).includes('asleep');
      expect(isAsleep).toBe(!say.includes('creature:grum resources.hp.current'));
      if (!isAsleep) return;
    }
    expect.fail('Grum never woke');
  });

  it('MV50: a sleeper wakes however they are hurt, and not when they are healed', () => {
    const { act, draft } = openWizard();
    const isAsleep = (id: EntityId) =>
      JSON.stringify(draft.state.find(id)?.sheet['status']).includes('asleep');
    const sleep = (target: string) =>
      act('condition_add', { condition: 'magically asleep', rounds: 500, target });
    const change = (delta: number, target: string) =>
      act('adjust', { path: 'resources.hp.current', delta, target });
    sleep('Grum');
    expect(change(-3, 'Grum').say).toContain('magically asleep');
    expect(isAsleep('creature:grum')).toBe(false);
    sleep('Grum');
    change(2, 'Grum');
    expect(isAsleep('creature:grum')).toBe(true);
    act('condition_remove', { condition: 'magically asleep', target: 'Grum' });
    sleep('player');
    for (let count = 0; count < 20 && isAsleep(playerId); count++) {
      const { patches } = act('roll', { move: 'attack', who: 'Grum', against: 'player', versus: 1 });
      const isHurt = patches.some(({ path, entity }) => path === 'resources.hp' && entity === playerId);
      expect(isAsleep(playerId)).toBe(!isHurt);
    }
    expect(isAsleep(playerId)).toBe(false);
  });

  it('MV26: a spell that heals, heals whoever is named', () => {
    const { act, read } = openWizard();
    act('item_add', { name: 'Cure wounds', list: 'features.spells' });
    act('adjust', { path: 'resources.hp.current', delta: -40, target: 'Grum' });
    act('adjust', { path: 'resources.hp.current', delta: -5 });
    const [own, theirs] = [
      read('resources.hp.current'),
      Number(read('resources.hp.current', 'creature:grum')),
    ];
    act('roll', { move: 'cast', as: 'cure wounds', against: 'Grum' });
    expect(Number(read('resources.hp.current', 'creature:grum'))).toBeGreaterThan(theirs);
    expect(read('resources.hp.current')).toBe(own);
    act('roll', { move: 'cast', as: 'cure wounds' });
    expect(Number(read('resources.hp.current'))).toBeGreaterThan(Number(own));
  });

  it('MV26: its rolls and what they change are named by the spell', () => {
    const { act } = openWizard();
    const ball = act('roll', { move: 'cast', as: 'fireball', against: 'Grum', reason: 'to end it' });
    expect(ball.rolls.find(({ move }) => move === 'cast')?.reason).toBe('Fireball: to end it');
    expect(act('roll', { move: 'cast', as: 'fire bolt', against: 'Grum' }).rolls[0]).toMatchObject({
      check: 'spell_attack',
      reason: 'Fire bolt',
    });
    const hurt = ball.patches.find(({ path }) => path === 'resources.hp');
    expect(hurt?.because).toMatch(/\(fireball\)/);
  });

  it('MV26: without somebody to hit, a spell says so', () => {
    const { act } = openWizard();
    expect(act('roll', { move: 'cast', as: 'magic missile' }).say).toMatch('say to whom');
  });
});

describe('first aid', () => {
  it('MV46: it makes somebody at 0 hit points stable, gives nobody hit points, and needs no roll with a kit', () => {
    const { act, read, draft } = open();
    act('npc_create', { name: 'Bror', like: 'ogre' });
    const aid = (given: object) => act('roll', { move: 'help', versus: 1, ...given });
    act('set', { path: 'resources.hp.current', value: 4 });
    expect(aid({ reason: 'a scratch' }).patches).toEqual([]);
    act('set', { path: 'resources.hp.current', value: 0, reason: 'he fell' });
    act('mark', { path: 'status.death_failures', count: 2 });
    const helped = aid({ who: 'Bror', against: 'player' });
    expect(helped.say).toContain('Three death saves made: stable at 0 hit points');
    expect(read('resources.hp.current')).toBe(0);
    expect(JSON.stringify(draft.state.find(playerId)?.sheet['conditions'])).toContain('stable');
    act('set', { path: 'resources.hp.current', value: 8 });
    act('set', { path: 'resources.hp.current', value: 0, target: 'Bror', reason: 'he fell' });
    expect(aid({ as: "Healer's kit", against: 'Bror' }).say).toBe(
      "character:player has no Healer's kit in inventory.carried.",
    );
    act('item_add', { name: "Healer's kit" });
    const kit = act('roll', { move: 'help', as: "Healer's kit", against: 'Bror' });
    expect([kit.rolls, kit.say]).toEqual([[], 'creature:bror conditions: — → stable (4 h)']);
    expect(read('resources.hp.current', 'creature:bror')).toBe(0);
  });

  it('MV46, MV10: whoever is stable wakes with 1 hit point when the hours are over, and others rest along', () => {
    const { act, read } = open();
    act('place_create', { name: 'Camp' });
    act('move', { destination: 'Camp' });
    for (const name of ['Bror', 'Sif', 'Dag']) act('npc_create', { name, like: 'ogre' });
    const fall = (target: string) =>
      act('set', { path: 'resources.hp.current', value: 0, target, reason: 'they fell' });
    for (const target of ['Bror', 'Dag', 'player']) fall(target);
    for (const target of ['Bror', 'player'])
      act('condition_add', { condition: 'stable', minutes: 240, target });
    act('set', { path: 'resources.hp.current', value: 7, target: 'Sif', reason: 'a wound' });
    const woken = act('time_advance', { minutes: 241 });
    expect(woken.say).toContain('creature:bror no longer stable');
    const health = (id: string) => read('resources.hp.current', `creature:${id}` as EntityId);
    expect([read('resources.hp.current'), health('bror'), health('sif'), health('dag')]).toEqual([
      1, 1, 7, 0,
    ]);
    expect(act('time_advance', { rest: 'long' }).say).toContain('creature:sif resources.hp.current: 7 → 59');
    expect([health('bror'), health('sif'), health('dag')]).toEqual([59, 59, 0]);
  });

  it('MV46: it helps whoever is named, and else whoever gives it', () => {
    const { act, read } = open(findShipped('percentile'));
    const path = 'resources.hp.current';
    act('npc_create', { name: 'Bror' });
    const health = () => [read(path), read(path, 'npc:bror')].map(Number);
    for (const target of ['player', 'Bror']) act('adjust', { path, delta: -3, target });
    const [own = 0, theirs = 0] = health();
    const aid = (given: object) => act('roll', { move: 'help', versus: 95, ...given });
    aid({ against: 'Bror' });
    expect(health()).toEqual([own, theirs + 1]);
    aid({ reason: 'my own arm' });
    expect(health()).toEqual([own + 1, theirs + 1]);
  });

  it('MV46: in Fate it takes stress off whoever gives it, and gives resolve to whoever else is named', () => {
    const { act, read } = open(findShipped('fate'));
    act('npc_create', { name: 'Bror', like: 'dangerous' });
    act('mark', { path: 'stress.physical', count: 1 });
    act('adjust', { path: 'combat.resolve.current', delta: -3, target: 'Bror' });
    const state = () => [
      (read('stress.physical') as readonly boolean[]).filter(Boolean).length,
      Number(read('combat.resolve.current', 'npc:bror')),
    ];
    const [, theirs = 0] = state();
    const aid = (given: object) => act('roll', { move: 'help', versus: -9, ...given });
    aid({ against: 'Bror' });
    expect(state()).toEqual([1, theirs + 2]);
    const own = aid({ reason: 'my own arm' });
    expect(state()).toEqual([0, theirs + 2]);
    expect(own.say).not.toContain('left out');
  });

  it('MV46: in “Position and Effect” whoever treats somebody else does not heal by it', () => {
    const { act, read } = open(findShipped('blades-style'));
    act('npc_create', { name: 'Bror' });
    act('item_add', { name: 'cut', list: 'harm.lesser' });
    const aid = (given: object) => act('roll', { move: 'help', formula: '9d6z', ...given });
    expect(aid({ against: 'Bror' })).toMatchObject({ ok: true, patches: [] });
    aid({ reason: 'my own cut' });
    expect(read('harm.healing.filled')).toBe(2);
  });
});

describe('advantage by the rules', () => {
  it('MV51: a sleeper is struck with advantage, and a hit from near is critical; a shot is not', () => {
    const { act } = openWizard();
    act('set', { path: 'combat.weapon', value: 'quarterstaff' });
    act('set', { path: 'combat.ac_bonus', value: -5, target: 'Grum' });
    const strike = () => {
      act('set', { path: 'resources.hp.current', value: 59, target: 'Grum', reason: 'a test' });
      return act('roll', { move: 'attack', against: 'Grum' });
    };
    const isCritical = ({ rolls }: ReturnType<typeof strike>) =>
      rolls[0]?.outcome?.id === 'critical' && rolls[1]?.rolled.resolved.startsWith('2d6');
    const slept = Array.from({ length: 8 }, () => {
      act('condition_add', { condition: 'magically asleep', target: 'Grum' });
      return strike();
    });
    for (const { say, rolls } of slept) {
      expect(say).toContain('(advantage: creature:grum is magically asleep)');
      expect(rolls[0]).toMatchObject({ advantage: 'advantage: creature:grum is magically asleep' });
      expect(rolls[0]?.rolled.resolved).toMatch(/^2d20kh1/);
      expect(['critical', 'fumble', 'miss']).toContain(rolls[0]?.outcome?.id);
    }
    expect(slept.some(isCritical)).toBe(true);
    act('set', { path: 'combat.weapon', value: 'longbow' });
    const shots = Array.from({ length: 8 }, () => {
      act('condition_add', { condition: 'Paralysed', target: 'Grum' });
      return strike();
    });
    expect(shots.every(({ rolls }) => rolls[0]?.rolled.resolved.startsWith('2d20kh1'))).toBe(true);
    expect(shots.some(({ rolls }) => rolls[0]?.outcome?.id === 'hit')).toBe(true);
    act('condition_remove', { condition: 'Paralysed', target: 'Grum' });
    const strikeFallen = () => {
      act('set', { path: 'resources.hp.current', value: 0, target: 'Grum', reason: 'a test' });
      return act('roll', { check: 'attack_roll', against: 'Grum' }).say;
    };
    expect(strikeFallen()).not.toContain('advantage');
    act('set', { path: 'combat.weapon', value: 'quarterstaff' });
    expect(strikeFallen()).toContain('(advantage: the target lies unconscious)');
  });

  it.each([
    [['player', 'hidden'], '2d20kh1'],
    [['player', 'blinded'], '2d20kl1'],
    [['Grum', 'restrained'], '2d20kh1'],
    [['Grum', 'invisible'], '2d20kl1'],
    [['Grum', 'prone'], '2d20kh1'],
    [['Grum', 'deafened'], '1d20'],
    [['Grum', 'stunned', 'player', 'poisoned'], '1d20'],
  ])('MV51: conditions of either side count: %j rolls %s', (given, dice) => {
    const { act, read } = openWizard();
    for (let index = 0; index < given.length; index += 2)
      act('condition_add', { condition: given[index + 1], target: given[index] });
    const { rolls } = act('roll', { move: 'attack', against: 'Grum' });
    expect(rolls[0]?.rolled.resolved.split('+')[0]).toBe(dice);
    expect(act('roll', { check: 'attack_roll', who: 'Grum', against: 'player' }).ok).toBe(true);
    expect(JSON.stringify(read('conditions'))).not.toContain('hidden');
  });

  it('MV51: what is asked for with the dice cancels its opposite, and the answer names only what was applied', () => {
    const { act } = openWizard();
    act('condition_add', { condition: 'restrained', target: 'Grum' });
    const roll = (formula: string) => {
      const { say, rolls } = act('roll', { check: 'attack_roll', against: 'Grum', formula });
      return [rolls[0]?.rolled.resolved, /\((?:dis)?advantage.*?\)/.exec(say)?.[0]];
    };
    const given = 'advantage: creature:grum is restrained';
    expect(roll('1d20+3')).toEqual(['2d20kh1+3', `(${given})`]);
    expect(roll('1d20+3 advantage')).toEqual(['2d20kh1+3', `(${given})`]);
    for (const worse of ['1d20+3 dis', '1d20dis+3', '1d20 with disadvantage+3'])
      expect(roll(worse)).toEqual([
        '1d20+3',
        `(${given}; disadvantage: asked for; they cancel each other out)`,
      ]);
    expect(roll('3d20kl1+3')).toEqual(['3d20kl1+3', undefined]);
  });

  it('MV51: a rule for what there is not is refused with each place', () => {
    const manifest = structuredClone(edition.manifest);
    Object.assign(manifest.narrator ?? {}, {
      advantages: [
        { checks: ['attack_rol'], has: ['prone'], gives: 'advantage' },
        { checks: ['attack_roll'], has: ['prone'], turns: { hit: 'crit' } },
        { checks: ['attack_roll'], if: 'combat.nothing > 1', say: 'so', gives: 'advantage' },
        { checks: ['attack_roll'] },
      ],
    });
    const checked = checkManifest(manifest);
    expect(checked.ok ? [] : checked.problems.map(({ pointer }) => pointer)).toEqual([
      '/narrator/advantages/0/checks/0',
      '/narrator/advantages/1/turns/hit',
      '/narrator/advantages/2/if',
      '/narrator/advantages/3',
      '/narrator/advantages/3',
    ]);
  });
});

it('MV28: things whose list, members, move or needs are wrong keep a system from loading, each with its place', () => {
  const manifest = structuredClone(findShipped('starter').manifest) as Manifest;
  const all = { id: 'rope', name: 'Rope', on: 'inventory.gear' };
  manifest.things = [
    all,
    { ...all },
    { ...all, id: 'a', on: 'inventory.nothing' },
    { ...all, id: 'b', on: 'resources.vigour' },
    { ...all, id: 'c', with: { weight: 3 } },
    { ...all, id: 'd', spends: ['rope'] },
    { ...all, id: 'e', move: 'use', spends: ['roep'] },
    { ...all, id: 'f', move: 'use', does: { check: 'no_check' } },
    { ...all, id: 'g', move: 'use', does: { always: [{ take: 'roep' }] } },
    {
      ...all,
      id: 'h',
      move: 'use',
      does: { always: [{ take: 'rope', else: [{ lose: 'resources.vigor' }] }] },
    },
    { ...all, id: 'i', move: 'use', does: { always: [{ else: [{ say: 'x' }], say: 'y' }] } },
  ];
  const checked = checkManifest(manifest);
  const places = checked.ok ? [] : checked.problems.map(({ pointer }) => pointer);
  expect(places.toSorted()).toEqual(
    [
      '/things/1/id',
      '/things/2/on',
      '/things/3/on',
      '/things/4/with/weight',
      '/things/5',
      '/things/6/spends/0',
      '/things/7/does/check',
      '/things/8/does/always/0/take',
      '/things/9/does/always/0/else/0/lose',
      '/things/10/does/always/0/else',
    ].toSorted(),
  );
});

it('MV26: what was used, lit, cast and eaten is undone with the turn, and replays', () => {
  const { game, draft, act, connection, read } = openWizard();
  act('item_add', { name: 'Torch', quantity: 2 });
  act('roll', { move: 'use', as: 'torch' });
  act('roll', { move: 'cast', as: 'fire bolt', against: 'Grum' });
  act('time_advance', { minutes: 3000 });
  const after = read('inventory.carried');
  draft.commit(endTurn());
  expect(replay({ connection, session: 'The Mill' }).divergence).toBeUndefined();
  game.undo();
  expect(game.state.find(playerId)?.sheet['inventory']).not.toMatchObject({ carried: after });
  game.redo();
  expect(game.state.find(playerId)?.sheet['inventory']).toMatchObject({ carried: after });
});

it('MV26: the built-in narrator uses what the player has, and says plainly what is not there', async () => {
  const story = openStory({ system: 'dnd5e', scenario: 'the-winter-toll', seed: 'torch' });
  onTestFinished(story.close);
  const none = await story.play('I light a torch');
  expect(none.narrative).toMatch(/no torch/);
  story.force([['item_add', { name: 'Torch' }]]);
  const lit = await story.play('I light a torch');
  expect(lit.narrative).not.toMatch(/no torch/);
  const sheet = JSON.stringify(story.game.state.find(playerId)?.sheet);
  expect(sheet).toContain('torchlight');
  expect(sheet).not.toContain('"Torch"');
});

it('the fifth edition: with hit points again, death saves are cleared', () => {
  const { act, read } = open();
  act('adjust', { path: 'resources.hp.current', delta: -99 });
  act('mark', { path: 'status.death_failures', count: 2 });
  expect(JSON.stringify(read('status.death_failures'))).toContain('true,true,false');
  expect(act('adjust', { path: 'resources.hp.current', delta: 1 }).say).toContain('death saves are cleared');
  expect(JSON.stringify(read('status.death_failures'))).toContain('false,false,false');
});
