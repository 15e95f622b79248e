// Tests looking at single things, and meeting people from character cards, with the built-in narrator.

import { afterAll, describe, expect, it } from 'vitest';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import { scenarioSchema } from '../../src/narrator/scenario.ts';
import { openStory, type Story } from '../support/play-story.ts';

const stories: Story[] = [];
afterAll(() => {
  for (const story of stories) story.close();
});

function open(): Story {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'looks' });
  stories.push(story);
  return story;
}

const senseOfLamp = 'At the far end the grey lamp burns with no more flicker than a painted one.';

describe('looking at one thing', () => {
  it('NA41: tells what the place says of it, then that there is nothing more, and never the whole place', async () => {
    const story = open();
    const first = await story.play('examine the grey lamp');
    expect(first.narrative).toContain(senseOfLamp);
    expect(first.narrative).not.toContain('Hob');
    const told = [first.narrative];
    for (let turn = 0; turn < 5; turn += 1) {
      const { narrative } = await story.play('look at the grey lamp');
      expect(narrative).not.toContain('Cutter');
      told.push(narrative);
    }
    expect(told.at(-1)).toMatch(/\blamp\b/);
    expect(told.join(' ')).toMatch(/nothing more|no more|has been seen|Nothing more/);
  });

  it.each(['look at the dragon', 'inspect the golden throne', 'examine a harpsichord'])(
    'NA41: says that there is none: %s',
    async (words) => {
      const { narrative } = await open().play(words);
      expect(narrative).toMatch(/There is no |has none to show|^No |There never was any /);
      expect(narrative).toMatch(/dragon|throne|harpsichord/);
    },
  );

  it.each([
    'look around',
    'look',
    'look at the sky',
    'examine everything here',
    'look closely at the street',
  ])('NA41: takes the place for meant: %s', async (words) => {
    const { narrative } = await open().play(words);
    expect(narrative).not.toMatch(/There is no |has none to show/);
    expect(narrative.length).toBeGreaterThan(40);
  });

  it('NA41: denies nothing that something is known of, though the place is silent', async () => {
    const story = open();
    story.force([['note', { content: 'The orrery counts drowned stars.', tags: ['orrery'], kind: 'lore' }]]);
    expect((await story.play('examine the orrery')).narrative).toMatch(/more to|more is|been seen/);
  });

  it('NA43: going to a thing of the place is looking at it, and nobody is led to what only shares a word with it', async () => {
    const story = open();
    const { narrative } = await story.play('go to the grey lamp');
    expect(narrative).toContain(senseOfLamp);
    expect((await story.play('go to the lamp office')).narrative).toContain('Lamp Office');
  });

  it('NA43: walks over several ways to a place that is named, and halts before what is shut', async () => {
    const story = open();
    const { narrative } = await story.play('go to the Ropewalk all the way');
    expect(narrative).toMatch(/Cutter's Stair[\s\S]*Ropewalk/);
    expect(story.game.state.find('character:player')?.sheet['at']).toBe('location:ropewalk');
    const shut = await story.play('go to the Wax Cellar and sing');
    expect(story.game.state.find('character:player')?.sheet['at']).toBe('location:ropewalk');
    expect(shut.narrative).toContain('sing');
    expect(shut.narrative).not.toContain('You sing');
  });

  it('NA41: says of somebody who is elsewhere that they are not here', async () => {
    const { narrative } = await open().play('look at Nell Orrin');
    expect(narrative).toContain('Nell');
    expect(narrative).not.toContain('Hob');
  });
});

it('NA42: first words are said once, unless the turn is taken back', async () => {
  const story = open();
  const first = 'You are late, and it is raining.';
  story.force([
    ['npc_create', { name: 'Vess', about: 'A ferryman.' }],
    ['note', { content: `The first words of Vess: ${first}`, kind: 'lore' }],
  ]);
  expect((await story.play('talk to Vess')).narrative).toContain(first);
  story.game.undo();
  expect((await story.play('talk to Vess')).narrative).toContain(first);
  for (let turn = 0; turn < 10; turn += 1) await story.play('wait');
  expect((await story.play('talk to Vess')).narrative).not.toContain(first);
});

it('NA60: whoever is here is gone to by talking, and plain questions are answered without dice', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'asked' });
  const asked = [
    'Go to Hob and show him the cup',
    'Do I have any food?',
    'whats in my bag',
    'Who is here with me?',
  ];
  const told: string[] = [];
  for (const words of [...asked, 'Is there anybody else in the room?', 'what happened so far?']) {
    const { narrative, happenings } = await story.play(words);
    expect(happenings.filter(({ kind }) => kind === 'tool-called')).toEqual([]);
    told.push(narrative);
  }
  expect(told[0]).toMatch(/Hob/);
  expect(told[1]).toMatch(/^You have (?:as much|more|less)/);
  expect(told[2]).toContain('Spear');
  expect(told[3]).not.toContain('Spear');
  expect(told[5]).toContain('ask Widow Esk');
  story.close();
});

describe('a world whose ways have no names', () => {
  const scenario = scenarioSchema.parse({
    id: 'plain',
    title: 'Plain',
    about: 'A plain world.',
    start: { at: 'Ost' },
    opening: ['You are at Ost.'],
    places: ['Ost', 'Meung', 'Vell'].map((name) => ({ name, about: name })),
    ways: [
      { from: 'Ost', to: 'Meung' },
      { from: 'Meung', to: 'Vell' },
    ],
    people: ['Ada', 'Bert', 'Cid', 'Dora', 'Edda', 'Finn'].map((name) => ({
      name,
      about: `${name}.`,
      at: 'Vell',
    })),
  });

  it('NA43: a walk over several places is told whole, and everybody who is there is named', async () => {
    const story = openStory({ system: 'starter', scenario, seed: 'plain' });
    stories.push(story);
    const { narrative } = await story.play('go to Vell');
    expect(narrative).toContain('to Meung');
    expect(narrative).not.toMatch(/(?<!to|at|through|by|on|is) Meung/u);
    for (const { name } of scenario.people) expect(narrative).toContain(name);
  });

  it('NA43: where no way to a place is known that is said, and the ways that there are', async () => {
    const story = openStory({ system: 'starter', scenario, seed: 'plain' });
    stories.push(story);
    const { narrative } = await story.play('go to the Louvre');
    expect(narrative).toMatch(/no way|No way/u);
    expect(narrative).toContain('Meung');
  });

  it.each(['Meung', 'Vell'])(
    'NA43: there is the neighbouring place that was named last: %s',
    async (last) => {
      const ways = [...scenario.ways, { ...scenario.ways[0], from: 'Ost', to: 'Vell' }];
      const told = { ...scenario, ways: scenarioSchema.parse({ ...scenario, ways }).ways };
      const story = openStory({ system: 'starter', scenario: told, seed: 'plain' });
      stories.push(story);
      const narrative = `They speak of Meung, of Vell and then of ${last}.`;
      const end = { narrative, suggestions: [], summary: '', tags: [], importance: 0.5 };
      story.game.start('I listen.').commit(end);
      await story.play('go there');
      expect(story.game.state.find('character:player')?.sheet['at']).toBe(`location:${last.toLowerCase()}`);
    },
  );

  it('NA98: whoever stands by when somebody is beaten is told of', async () => {
    const start = { ...scenario.start, at: 'Vell' };
    const story = openStory({ system: 'starter', scenario: { ...scenario, start }, seed: 'plain' });
    stories.push(story);
    const isBeaten = () => story.game.state.find('npc:ada')?.sheet['is_gone'] === true;
    let told = '';
    for (let turn = 0; turn < 20 && !isBeaten(); turn += 1) told = (await story.play('attack Ada')).narrative;
    expect(isBeaten()).toBe(true);
    expect(told).toMatch(/Bert|Cid|Dora|Edda|Finn/u);
  });
});

it('NA117: what is carried is every list of the inventory, wherever on the sheet it stands', async () => {
  const { manifest } = readShippedSystem('starter');
  const moved = checkManifest(JSON.parse(JSON.stringify(manifest).replaceAll('inventory.gear', 'bag')));
  if (!moved.ok) throw new Error(JSON.stringify(moved.problems));
  const story = openStory({ system: moved.system, scenario: 'the-unkept-lamp', seed: 'looks' });
  stories.push(story);
  story.force([['item_add', { name: 'Silver whistle' }]]);
  expect((await story.play('inventory')).narrative).toContain('Silver whistle');
  await story.play('I give the silver whistle to Hob');
  expect((await story.play('inventory')).narrative).not.toContain('Silver whistle');
});
