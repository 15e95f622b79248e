// Tests how the built-in narrator plays plain deeds, such as buying, writing and hiding, and words with typing mistakes.

import { afterAll, expect, it } from 'vitest';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import { readScenario } from '../../src/narrator/scenarios.ts';
import { normaliseSpelling } from '../../src/narrator/spelling.ts';
import { readValue } from '../../src/rules/read-value.ts';
import { openStory, type Story } from '../support/play-story.ts';

const stories: Story[] = [];
afterAll(() => {
  for (const story of stories) story.close();
});

interface Told {
  readonly narrative: string;
  readonly calls: readonly string[];
  readonly rolls: number;
}

function open(
  scenario = 'the-winter-toll',
  system = 'starter',
  seed = 'deeds',
): (words: string) => Promise<Told> {
  const story = openStory({ system, scenario, seed });
  stories.push(story);
  return async (words) => {
    const { narrative, happenings } = await story.play(words);
    const calls = happenings.flatMap((one) => (one.kind === 'tool-called' && one.ok ? [one.name] : []));
    return { narrative, calls, rolls: happenings.filter(({ kind }) => kind === 'rolled').length };
  };
}

it.each([
  ['serach the snow', 'search the snow'],
  ['pick up the lanturn', 'pick up the lantern'],
  ['strol to the Blue Kettel', 'stroll to the Blue Kettle'],
  ['ask Tobbin about it', 'ask Tobin about it'],
  ['whittle a stick and "serach"', 'whittle a stick and "serach"'],
  ['take the scroll', 'take the scroll'],
])('NA81: reads "%s" as "%s"', (written, read) => {
  const texts = ['Blue Kettle', 'Tobin Rusk', 'a lantern', 'snow'];
  expect(normaliseSpelling(written, { texts, known: [], scripted: [], own: [] })).toBe(read);
});

it('NA81: leaves words of the scenario and of secrets as they are, wherever they stand', async () => {
  const read = readScenario('the-unkept-lamp');
  const scenario = { ...read, start: { ...read.start, at: 'Ropewalk' } };
  const story = openStory({ system: 'starter', scenario, seed: 'deeds' });
  stories.push(story);
  expect((await story.play('look at the shred')).narrative).toMatch(/\bshred\b/);
  const note = { of: 'Hob Tanner', kind: 'hides', text: 'He owes Croke nine knots.' };
  story.force([['notebook', note]]);
  expect((await story.play('look for Croke')).narrative).not.toMatch(/Crake/);
});

it('NA82: a plain deed has the outcome of its verb, and takes its time', async () => {
  const play = open();
  expect((await play('knock on the shutters')).narrative).toMatch(/answer|Nobody|knocks/);
  const prayed = await play('pray for the keeper and wipe the table');
  expect(prayed.calls.filter((name) => name === 'time_advance')).toHaveLength(2);
  expect((await play('go to the chapel and search it')).narrative).not.toMatch(/Lint and old wax/);
  const posed = await play('strike a heroic pose');
  expect([posed.calls.includes('mode_set'), posed.narrative]).toEqual([
    false,
    expect.stringContaining('pose'),
  ]);
});

it('NA83: a shout is heard, a joke is told whole, and what is asked aloud is never put to the dice', async () => {
  const play = open();
  const shouted = await play('shout "IS ANYBODY KEEPING THE BELL?" and sit down');
  expect(shouted.rolls).toBe(0);
  expect(shouted.narrative).toContain('You sit down.');
  const joke = await play('I tell Irsa a joke: why did the toll-keeper cross the road? Because he could');
  expect(joke.narrative).toMatch(/^.*(?:Irsa|Kell)/);
  expect(joke.rolls).toBe(0);
});

it('NA84: nothing is done with what is not here, and plain things of such a place are', async () => {
  const play = open();
  expect((await play('hide behind the woodpile')).narrative).toMatch(/woodpile/);
  expect((await play('hide behind the woodpile')).calls).toEqual([]);
  expect((await play('knock over the chair')).narrative).toMatch(/You knock over the chair/);
});

it('NA85: drinks are bought of the house, for oneself, somebody or all, and paid where money is counted', async () => {
  const play = open('the-winter-toll', 'blades-style');
  expect((await play('buy a cup of tea')).narrative).toMatch(/Hesper|cup/);
  expect((await play('buy Penhallow an ale')).narrative).toContain('Penhallow');
  expect((await play('buy everyone a round of ale')).calls).toContain('time_advance');
  expect((await play('give Irsa a coin')).narrative).toMatch(/money|purse/);
});

it('NA86: whoever is waited for does not come by being waited for, and what leans on it is left', async () => {
  const play = open();
  const waited = await play('wait for Tobin, then ask him about the cart');
  expect(waited.narrative).toMatch(/Tobin Rusk/);
  expect(waited.narrative).toMatch(/ask (?:him|Tobin)/);
  expect((await play('follow Penhallow')).calls).not.toContain('move');
});

it('NA87: hides and jumps without dice where nothing is at stake, and steals by dice', async () => {
  const play = open();
  expect((await play('hide under the table')).rolls).toBe(0);
  expect((await play('jump over the bench')).rolls).toBe(0);
  expect((await play("steal one of Irsa's purses")).rolls).toBeGreaterThan(0);
});

it('NA88: a note that is written is a thing, and can be left', async () => {
  const play = open();
  const written = await play('write a note saying "back soon" and nail it to the door');
  expect(written.calls).toContain('item_add');
  expect((await play('read the note')).narrative).toContain('back soon');
});

it('NA91: a burden or a gain behind the answer of the oracle comes about', async () => {
  const answers: Told[] = [];
  for (const seed of 'abcdefgh')
    answers.push(await open('the-winter-toll', 'starter', seed)('will the roan win the race?'));
  const burdens = answers.filter(({ narrative }) => /\? (?:Yes, but|No, and)/.test(narrative));
  expect(burdens.length).toBeGreaterThan(0);
  for (const { calls } of burdens) expect(calls.length).toBeGreaterThan(2);
  const lamp = open('the-unkept-lamp');
  expect((await lamp('blow out the grey lamp')).narrative).toMatch(/lamp (?:is as|takes no|stays|goes on)/);
});

it('NA92: walks to nobody whose place is not known, and peels no apple that is not there', async () => {
  const play = open();
  expect((await play('dash out into the snow to find the keeper')).narrative).not.toContain('Goat Path');
  expect((await play('peel an apple')).narrative).toMatch(/[Nn]o apple/);
  const lamp = open('the-unkept-lamp');
  expect((await lamp('walk up to the lamp')).calls).not.toContain('move');
});

it('NA61: does what one goes somewhere for', async () => {
  const play = open();
  const told = await play('wrap up warm and walk down to the Toll House to talk to the girl');
  expect(told.narrative).toMatch(/Toll House[\s\S]*"/);
  const lamp = open('the-unkept-lamp');
  await lamp('cross the street');
  expect((await lamp('stroll back to the Rows to dig around under the grey lamp')).rolls).toBeGreaterThan(0);
});

it('NA94: keeps apart what is done and what goes on meanwhile, pranks and blows, halves and wholes', async () => {
  const play = open('the-unkept-lamp');
  expect((await play('kick the stool out from under Hob')).calls).not.toContain('mode_set');
  expect((await play('rub my hands while Hob is busy')).narrative).not.toMatch(/Hob .*(?:lets|looks on)/);
  await play('cross the street and buy a bun');
  expect((await play('eat half of the bun')).calls).toEqual([]);
  expect((await play('give the other half to one of the sitters')).narrative).toMatch(/taken|hand/);
  expect((await open()("pinch the dog's tail")).narrative).toMatch(/yelps|gives way/);
});

it('NA95: a thing that is forced with a tool in hand gives or holds by the dice, and with a tool that is not there nothing is rolled', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'force' });
  stories.push(story);
  const play = async (words: string) => {
    const { narrative, happenings } = await story.play(words);
    return { narrative, rolled: happenings.filter(({ kind }) => kind === 'rolled').length };
  };
  const without = await play('I force the door with the crowbar');
  expect(without.rolled).toBe(0);
  expect(without.narrative).toMatch(/no crowbar|crowbar/iu);
  story.force([['item_add', { name: 'crowbar' }]]);
  const tried = await play('I force the door with the crowbar');
  expect(tried.rolled).toBeGreaterThan(0);
  expect(tried.narrative).not.toContain('You have no crowbar');
  expect((await play('I open the door')).rolled).toBe(0);
});

it('NA65: a blow finds whom a word such as “woman” or “somebody” means, and is asked about where it may mean several', async () => {
  const lamp = open('the-unkept-lamp');
  await lamp('go across the street');
  expect((await lamp('I attack the woman with my spear')).narrative).toContain('Esk');
  const toll = open();
  expect((await toll('I attack the woman')).narrative).toMatch(/Hesper[\s\S]*Irsa|Irsa[\s\S]*Hesper/u);
  expect((await toll('I attack the nearest person with my weapon')).calls).toContain('mode_set');
});

it('NA65: a blow at nobody in particular is at the only person here; if several are here, the player is asked whom', async () => {
  for (const words of ['I attack.', 'I attack again', 'I strike with my spear']) {
    const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'deeds' });
    stories.push(story);
    await story.play('go across the street');
    const one = await story.play(words);
    expect(one.narrative).toContain('Esk');
    expect(
      one.happenings.some((happening) => happening.kind === 'tool-called' && happening.name === 'mode_set'),
    ).toBe(true);
  }
  const several = await open()('I attack.');
  expect(several.narrative).toMatch(/Hesper Vane.*Irsa Kell|Irsa Kell.*Hesper Vane/u);
  expect(several.calls).not.toContain('mode_set');
});

it('NA107: a spell that is aimed at nobody who is here is not cast, and takes no slot', async () => {
  const system = readShippedSystem('dnd5e');
  const wizard = (system.manifest.characters ?? []).filter(({ name }) => name === 'Osric Vane');
  const story = openStory({
    system: { ...system, manifest: { ...system.manifest, characters: wizard } },
    scenario: 'the-winter-toll',
    seed: 'spells',
  });
  stories.push(story);
  const cast = async (words: string) => {
    const { narrative, happenings } = await story.play(words);
    const slots = JSON.stringify(story.game.state.find('character:player' as never)?.sheet['resources']);
    return { narrative, slots, rolls: happenings.filter(({ kind }) => kind === 'rolled').length };
  };
  const asked = await cast('I cast magic missile');
  expect(asked).toMatchObject({ rolls: 0, narrative: expect.stringContaining('Irsa Kell') });
  await story.play('I go to the stable yard');
  const absent = await cast('I cast magic missile at Irsa Kell');
  expect([absent.rolls, absent.slots]).toEqual([0, asked.slots]);
  expect((await cast('I cast fire bolt')).rolls).toBe(0);
  await story.play('I go to the inn');
  const struck = await cast('I cast magic missile at Irsa Kell');
  expect(struck.slots).not.toBe(asked.slots);
});

it('NA107: a spell that heals is not cast at somebody who is elsewhere', async () => {
  const system = readShippedSystem('dnd5e');
  const cleric = (system.manifest.characters ?? []).filter(({ name }) => name === 'Sunna Brightwell');
  const story = openStory({
    system: { ...system, manifest: { ...system.manifest, characters: cleric } },
    scenario: 'the-winter-toll',
    seed: 'heals',
  });
  stories.push(story);
  const readSlots = () =>
    JSON.stringify(story.game.state.find('character:player' as never)?.sheet['resources']);
  const before = readSlots();
  const { narrative } = await story.play('I cast healing word on Tobin Rusk');
  expect([narrative.includes('Tobin Rusk'), readSlots()]).toEqual([true, before]);
  await story.play('I cast healing word on Hesper Vane');
  expect(readSlots()).not.toBe(before);
});

it('NA107: a spell without rules is refused each time, costs nothing, and takes no turn in a fight', async () => {
  const system = readShippedSystem('dnd5e');
  const wizard = (system.manifest.characters ?? []).filter(({ name }) => name === 'Osric Vane');
  const story = openStory({
    system: { ...system, manifest: { ...system.manifest, characters: wizard } },
    scenario: 'the-winter-toll',
    seed: 'spells',
  });
  stories.push(story);
  await story.play('I attack Irsa Kell');
  for (const words of [
    'I cast sanctuary',
    'I cast sanctuary',
    'I cast charm person on Irsa',
    'I use magic',
  ]) {
    const { narrative, happenings } = await story.play(words);
    expect(narrative).toMatch(
      /^(?:The rules of this game name (?:Sanctuary|Charm person), but|Say what you cast: ).*magic missile/,
    );
    expect(happenings.filter(({ kind }) => kind === 'rolled' || kind === 'tool-called')).toEqual([]);
  }
});

it('NA62: in a fight nobody strikes with what they do not have, and being told so takes no turn', async () => {
  const play = open('the-winter-toll', 'dnd5e');
  const armed = await play('I attack Irsa Kell with my sword');
  expect(armed.calls).toContain('roll');
  for (const words of [
    'I shoot her with my pistol',
    'I stab Irsa with the harpoon',
    'I shoot at Tobin Rusk',
  ]) {
    const { narrative, calls } = await play(words);
    expect(narrative).toMatch(/no pistol|no harpoon|no bow or gun/i);
    expect(calls).toEqual([]);
  }
});

it.each(['dnd5e', 'percentile', 'step-dice', 'fate', 'starter', 'blades-style'])(
  'NA110: in %s nobody who is unhurt is healed with a roll',
  async (system) => {
    const play = open('the-winter-toll', system);
    for (const words of ['I use first aid', 'I bandage my wounds', 'I treat myself']) {
      const { narrative, rolls } = await play(words);
      expect(narrative).toMatch(/^You have no (?:hurt that first aid could mend|harm that could heal)\./);
      expect(rolls).toBe(0);
    }
  },
);

it('NA110: first aid is rolled for once something is lacking', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-winter-toll', seed: 'aid' });
  stories.push(story);
  for (const words of ['I bandage Irsa Kell', 'I tend to Irsa Kell', 'I stabilise Irsa Kell'])
    expect((await story.play(words)).narrative).toMatch(/not hurt|nothing to bind|not a scratch/);
  story.force([['adjust', { path: 'resources.hp.current', delta: -3, target: 'Irsa Kell' }]]);
  const other = await story.play('I bandage Irsa Kell');
  expect(other.happenings.some(({ kind }) => kind === 'rolled')).toBe(true);
  story.force([['adjust', { path: 'resources.hp.current', delta: -3 }]]);
  const { happenings } = await story.play('I use first aid');
  expect(happenings.some(({ kind }) => kind === 'rolled')).toBe(true);
});

it('NA65: whom a blow is meant for is asked as often as it is unclear', async () => {
  const play = open('the-winter-toll', 'dnd5e');
  for (let time = 0; time < 5; time += 1)
    expect((await play('I attack')).narrative).toMatch(/Hesper Vane.* or /u);
});

it('NA116: who says that they die is told that the rules decide it, and lives', async () => {
  const play = open();
  for (const words of ['I die', 'I kill myself']) {
    const { narrative, rolls } = await play(words);
    expect(narrative).toMatch(/the rules|for the rules/);
    expect(rolls).toBe(0);
  }
});

it('NA84: nobody draws or shoots with a weapon that they do not have', async () => {
  const play = open('the-unkept-lamp');
  const pistol = await play('I draw my pistol and shoot Hob');
  expect(pistol).toMatchObject({ rolls: 0, calls: [] });
  expect(pistol.narrative).toMatch(/pistol.*\n\n.*shoot Hob/s);
  expect((await play('I shoot Hob')).rolls).toBe(0);
  expect((await play('I draw my sword and stab Hob')).narrative).toMatch(/no sword|sword among/);
  const spear = await play('I draw my spear and stab Hob');
  expect(spear.narrative).toMatch(/^You draw your spear\./);
  expect(spear.rolls).toBeGreaterThan(0);
});

it.each(['fate', 'blades-style'])(
  'NA84: in %s, whose sheets list no arms, whoever shoots is not refused',
  async (system) => {
    const play = open('the-unkept-lamp', system);
    const shot = await play('I shoot Hob');
    expect(shot.narrative).not.toMatch(/no bow or gun|bow or gun among/i);
    expect(shot.rolls).toBeGreaterThan(0);
  },
);

it('NA113: what is paid before a roll improves that roll, and nothing is paid where none is made', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'paid' });
  stories.push(story);
  const read = () =>
    readValue(story.game.state.find('character:player')?.sheet ?? {}, 'resources.ember.current');
  story.force([['set', { path: 'resources.ember.current', value: 4 }]]);
  const climbed = await story.play('I spend 2 ember and climb to the loft');
  expect(climbed.narrative).toContain('(Nothing was rolled that ember could improve, so none is spent.)');
  expect(read()).toBe(4);
  const { happenings } = await story.play('I burn two ember: search the place');
  const [roll] = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll.rolled.expression] : []));
  expect(roll).toBe('2d6+@attributes.wits+2');
  expect(read()).toBeLessThanOrEqual(4);
});

it('NA114: somebody on their feet is bound only by a blow, and whoever is not here is not struck', async () => {
  const play = open('the-unkept-lamp');
  expect((await play('Punch Thrift in the face')).narrative).toMatch(/^.*Thrift.* (?:not here|here)/);
  expect((await play('I tie Hob up')).rolls).toBeGreaterThan(0);
});

it('NA118: what is told of a deed is what was done: nothing is put down, bought or walked that was not', async () => {
  const lamp = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'deeds' });
  stories.push(lamp);
  for (const words of ['I give the tin cup', 'I hand over the tin cup'])
    expect((await lamp.play(words)).narrative).toMatch(/^(?:Do you mean|Whom do you mean|.* or .*\?)/);
  for (const words of ['inventory', "what's in my pockets"])
    expect((await lamp.play(words)).narrative).toContain('tin cup');
  const inn = openStory({ system: 'dnd5e', scenario: 'the-winter-toll', seed: 'deeds' });
  stories.push(inn);
  inn.force([['set', { path: 'inventory.gold', value: 0 }]]);
  // Even if there is only one way out, it is not taken for the way home.
  expect((await inn.play('I go home')).narrative).toMatch(/\bhome\b/i);
  expect((await inn.play('inventory')).narrative).toMatch(/^[^.]*; javelin ×4;/i);
  for (const words of ['I buy a round for everyone', 'I buy Irsa Kell an ale'])
    expect((await inn.play(words)).narrative).toMatch(/no money left|purse is empty/);
});

it('NA118: what is said again or told of people is theirs', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-winter-toll', seed: 'deeds' });
  stories.push(story);
  story.force([['npc_create', { name: 'Ann Wether' }]]);
  await story.play('Hesper, what do you know of the keeper?');
  expect((await story.play('What did Ann Wether say?')).narrative).not.toMatch(/Hesper/);
  expect((await story.play('Have I met Ann Wether?')).narrative).toContain('You have met Ann Wether.');
  expect((await story.play('I fold our tent for us')).narrative).toContain('You fold your tent for you.');
});

it('NA118: a journey that the rules refuse is told each time, and what was to be done there is not done here', async () => {
  const { manifest, ...system } = readShippedSystem('starter');
  const go = { check: 'try', needs: '1 > 2', needs_say: 'Not without a mount.' };
  const intents = { ...manifest.narrator?.intents, go };
  const story = openStory({
    system: { ...system, manifest: { ...manifest, narrator: { ...manifest.narrator, intents } } },
    scenario: 'the-unkept-lamp',
    seed: 'deeds',
  });
  stories.push(story);
  for (const words of ["I go to Cutter's Stair", "I go to Cutter's Stair and search the place"]) {
    const { narrative, happenings } = await story.play(words);
    expect(narrative).toContain('Not without a mount.');
    expect(happenings.filter(({ kind }) => kind === 'rolled')).toEqual([]);
  }
});

it('MV17: whoever pushes, burns or drops a thing pays nothing for it', async () => {
  const ember = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'paid' });
  const fate = openStory({ system: 'fate', scenario: 'the-unkept-lamp', seed: 'paid' });
  stories.push(ember, fate);
  for (const [story, words] of [
    [ember, 'I push Hob'],
    [ember, 'I burn the rope'],
    [fate, 'I search everything'],
  ] as const) {
    const { happenings } = await story.play(words);
    const rolled = happenings.flatMap((one) =>
      one.kind === 'tool-called' && one.name === 'roll' ? [one.say] : [],
    );
    expect(rolled.join()).not.toMatch(/do not have 2 ember|resources\.ember\.current: 2 → 0|fate_points/);
  }
});

it('NA118: a thing that is not here opens no door, and the dead are not said to be elsewhere', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'deeds' });
  stories.push(story);
  story.force([
    ['place_create', { name: 'Pewter Rows', exits: [{ to: 'Lamp Office', is_locked: true }] }],
    ['set', { path: 'is_gone', value: true, target: 'Hob Tanner' }],
  ]);
  const cupboard = await story.play('I open the cupboard');
  expect(cupboard.happenings.filter(({ kind }) => kind === 'rolled')).toEqual([]);
  expect((await story.play('I force the door')).happenings.some(({ kind }) => kind === 'rolled')).toBe(true);
  const { narrative } = await story.play('I play cards with Hob');
  expect(narrative).not.toMatch(/not here|look about for Hob/);
});

it('NA63: a look at wounds of one’s own tells how one is, without dice', async () => {
  const play = open('the-winter-toll', 'percentile');
  for (const words of ['I check my wounds', 'I look at my injuries', 'I examine my wound']) {
    const { narrative, rolls } = await play(words);
    expect([words, narrative.includes('You take stock of yourself'), rolls]).toEqual([words, true, 0]);
  }
});

it('NA75: where a deed is left because the one before failed, the "otherwise" behind both is done', async () => {
  const play = open('the-unkept-lamp');
  const told = await play('take the crown and put it on, otherwise sit down');
  expect(told.narrative).toContain('You sit down');
});

it('NA65: a blow at everyone is aimed at nobody, and flight to where one stands leads nowhere', async () => {
  const play = open();
  const aimless = await play('I attack everyone');
  expect(aimless.rolls).toBe(0);
  expect(aimless.narrative).toMatch(/Hesper Vane.*Irsa Kell/);
  await play('go out to the yard');
  expect((await play('I run to the yard')).calls).not.toContain('move');
});

it('NA3: whoever asks for dice by the name of a skill is told how they are rolled', async () => {
  const play = open('the-unkept-lamp', 'percentile');
  expect(await play('I roll Spot')).toMatchObject({ rolls: 0, narrative: expect.stringContaining('/roll') });
});

it('NA120: of two absent people the one who is spoken to is named', async () => {
  const play = open('the-unkept-lamp');
  expect((await play('I whisper to Issy that Crake lies')).narrative).not.toContain('Crake');
});

it('NA13: nobody is reminded of an errand for somebody who is gone', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-winter-toll', seed: 'deeds' });
  stories.push(story);
  const errand = { name: 'The Hen', about: 'It is gone.', status: 'open', steps: ['Catch the speckled hen'] };
  story.force([['quest_update', { ...errand, giver: 'npc:hesper-vane' }]]);
  const playOn = async () => {
    const told: string[] = [];
    for (let count = 0; count < 15; count += 1) told.push((await story.play('I count my fingers')).narrative);
    return told.join(' ');
  };
  expect(await playOn()).toContain('speckled hen');
  story.force([['set', { path: 'is_gone', value: true, target: 'npc:hesper-vane' }]]);
  expect(await playOn()).not.toContain('speckled hen');
});
