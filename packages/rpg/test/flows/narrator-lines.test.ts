// Tests what the built-in narrator makes of lines that new players type.

import { expect, it, onTestFinished } from 'vitest';
import type { Scenario } from '../../src/narrator/scenario.ts';
import { readScenario } from '../../src/narrator/scenarios.ts';
import { openStory } from '../support/play-story.ts';

function open(seed: string, scenario: string | Scenario = 'the-unkept-lamp') {
  const story = openStory({ system: 'starter', scenario, seed });
  onTestFinished(story.close);
  return async (words: string) => {
    const { narrative, happenings } = await story.play(words);
    const calls = happenings.flatMap((one) => (one.kind === 'tool-called' ? [one.name] : []));
    const rolls = happenings.filter(({ kind }) => kind === 'rolled').length;
    return { narrative, calls, rolls };
  };
}

it('NA61: several deeds are done in order, and what came to nothing is the last', async () => {
  const play = open('clauses');
  const asked = await play('cross the street and ask Widow Esk about the lamp');
  expect(asked.calls).toContain('move');
  expect(asked.narrative).toMatch(/Blue Kettle[\s\S]*"/);
  const eaten = await play('take the meat pie and eat it');
  expect(eaten.calls.filter((name) => name === 'set')).toHaveLength(2);
  expect(eaten.narrative).toMatch(/meat pie/);
  expect((await play('take the silver crown and go out')).calls).toEqual([]);
  const back = await play('leave and go back to the Rows');
  expect(back.narrative).toMatch(/Pewter Rows/);
  expect(back.narrative).not.toMatch(/No need to go far|You are there already|That is where you are/);
  const far = await play('go to the Ropewalk and search it');
  expect(far.narrative).toMatch(/Ropewalk/);
  expect(far.rolls).toBeGreaterThan(0);
  expect((await play('tell Thrift to go and look')).calls).not.toContain('move');
});

it('NA62: a place that only the text of the present one names is not the present one', async () => {
  const lamp = readScenario('the-unkept-lamp');
  const [rows, ...others] = lamp.places;
  if (rows === undefined) throw new Error('The scenario has no place.');
  const told = { ...rows, about: `North of Thornkeep. ${rows.about} Behind it Thornkeep begins.` };
  const scenario = { ...lamp, places: [told, ...others] };
  const play = open('named', scenario);
  const there = /No need to go far|You are there already|That is where you are/;
  for (const words of ['go to Thornkeep', 'travel to Thornkeep', 'enter thornkeep']) {
    const { narrative, calls } = await play(words);
    expect([words, calls]).toEqual([words, []]);
    expect(narrative).not.toMatch(there);
  }
  expect((await play('go to the Pewter Rows')).narrative).toMatch(there);
});

it('NA62: what is not at hand is said before anything is rolled', async () => {
  const play = open('missing');
  const missing = [
    ['I shoot my bow at Hob', 'bow'],
    ['drink the healing potion', 'potion'],
    ['read the ledger', 'ledger'],
    ['throw my axe at the wolf', 'wolf'],
    ['pet the horse', 'horse'],
    ['open the gate with the golden key', 'key'],
    ['put on my coat of arms', 'coat'],
    ['sneak into the Ropewalk', 'Ropewalk'],
    ['Give Widow Esk my spear', 'Widow Esk'],
  ] as const;
  for (const [words, name] of missing) {
    const { narrative, calls, rolls } = await play(words);
    expect([words, rolls, calls.filter((one) => one === 'roll')]).toEqual([words, 0, []]);
    if (name !== 'coat') expect(narrative).toContain(name);
  }
  expect((await play('throw my spear at the lamp')).rolls).toBeGreaterThan(0);
});

it('NA63: plain questions are answered from the state, and nobody is found where the player has not been', async () => {
  const play = open('questions');
  expect((await play('is it dark yet?')).narrative).toMatch(/evening/);
  expect((await play('how do I get to the Blue Kettle?')).narrative).toMatch(/across the street/);
  expect((await play('where is the Ropewalk?')).narrative).toMatch(/past Cutter's Stair/);
  expect((await play('where is Marrable Gutch?')).narrative).toMatch(
    /(?:do not know where|Where) Marrable Gutch/,
  );
  expect((await play('is Nell Orrin here?')).narrative).toMatch(/Nell Orrin is not here/);
  expect((await play('who is Hob Tanner?')).narrative).toMatch(/pewterer/);
  expect((await play('do I have any food left?')).narrative).toMatch(
    /^You have more than half of your supply left/,
  );
  expect((await play('what have I found out so far?')).narrative).toContain('Widow Esk');
  for (const words of ['what time is it?', 'how far is it to the Lamp Office?'])
    expect((await play(words)).rolls).toBe(0);
});

it('NA64: food is used up, hosts serve, and whoever sells nothing says so', async () => {
  const play = open('trade');
  expect((await play('I am hungry, I eat something')).calls).toEqual(['adjust']);
  expect((await play('buy a pewter mug')).narrative).toContain('Hob');
  expect((await play('sell my spear')).narrative).toContain('Hob');
  const served = await play('go to the Blue Kettle and order a pot of tea and drink it');
  expect(served.calls).toContain('time_advance');
  expect(served.narrative).toContain('Widow Esk');
  expect(served.narrative).not.toMatch(/no (?:pot of )?tea/);
});

it('NA65: a pronoun means whoever goes by it and was told of last, and is asked about where it may mean several', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'pronouns' });
  onTestFinished(story.close);
  const { state } = story.game;
  const here = String(state.find('character:player')?.sheet['at']);
  const away = ['npc', 'creature']
    .flatMap((type) => state.list(type))
    .filter(({ sheet }) => sheet['at'] === here)
    .map(({ id }) => ['set', { path: 'is_gone', value: true, target: id }] as const);
  const people = [
    ['Tom', 'A carter. He whistles.'],
    ['Wat', 'A drover. He spits.'],
    ['Eve', 'A weaver. She hums.'],
  ] as const;
  story.force([...away, ...people.map(([name, about]) => ['npc_create', { name, about }] as const)]);
  const hit = async (words: string) => {
    const { narrative, happenings } = await story.play(words);
    const rolled = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll.against] : []));
    return { narrative, against: rolled[0] };
  };
  const asked = await hit('threaten him');
  expect(asked.against).toBeUndefined();
  expect(asked.narrative).toMatch(/Tom, Wat or Eve/);
  expect((await hit('I threaten her')).narrative).toMatch(/Eve/);
  await hit('greet Wat');
  const second = await hit('talk to him');
  expect(second.narrative).toMatch(/Wat/);
  expect(second.narrative).not.toMatch(/Whom do you mean|Say which|Say whom/);
});

it.each([
  ['spear', 'tin cup'],
  ['tin cup', 'spear'],
])('NA65: "it" means the thing that was mentioned last, after the %s the %s', async (first, last) => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'it' });
  onTestFinished(story.close);
  for (const words of [`drop the ${first}`, `drop the ${last}`]) await story.play(words);
  const taken = await story.play('take it');
  expect(taken.narrative).toContain(last);
  expect(taken.narrative).not.toContain(first);
  await story.play(`take the ${first}`);
  for (const words of [`give the ${first} to Hob`, `give the ${last} to Hob`]) await story.play(words);
  const back = await story.play('take it back');
  expect(back.narrative).toContain(last);
  expect(back.narrative).not.toContain(first);
});
