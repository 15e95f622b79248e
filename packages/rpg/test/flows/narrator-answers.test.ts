// Tests how the built-in narrator reacts to plain questions, gifts, other people's things, small talk and plain deeds.

import { expect, it, onTestFinished } from 'vitest';
import type { Scenario } from '../../src/narrator/scenario.ts';
import { readScenario } from '../../src/narrator/scenarios.ts';
import { openStory } from '../support/play-story.ts';

/** The scenario without any answers, so that the narrator answers by its own rules. */
function readWithoutAnswers(id: string): Scenario {
  const read = readScenario(id);
  return { ...read, answers: [], people: read.people.map((one) => ({ ...one, answers: [] })) };
}

function open(seed: string, scenario: string | Scenario = 'the-unkept-lamp') {
  const story = openStory({ system: 'starter', scenario, seed });
  onTestFinished(story.close);
  const holderOf = (item: string) => story.game.state.find(`item:${item}`)?.sheet['holder'];
  const play = async (words: string) => {
    const { narrative, happenings } = await story.play(words);
    const calls = happenings.flatMap((one) => (one.kind === 'tool-called' ? [one.name] : []));
    return { narrative, calls };
  };
  return { play, holderOf, state: story.game.state };
}

it('NA61: each question of a line is answered, and what is left undone is said', async () => {
  const { play } = open('questions');
  const { narrative } = await play('who is Hob Tanner, and where am I?');
  expect(narrative).toMatch(/pewterer/);
  expect(narrative).toMatch(/Pewter Rows/);
  expect((await play('take the silver crown and go to the stair')).narrative).toMatch(/go to the stair\./);
  const both = await play('ask Hob about the tin and where Margery is');
  expect(both.narrative.split('"').length).toBeGreaterThan(4);
});

it('NA66: gifts need no dice, and come back when they are asked for', async () => {
  const { play, holderOf, state } = open('gifts');
  for (const words of ['offer Hob my tin cup', 'hand him my folding stool']) {
    expect((await play(words)).calls).not.toContain('roll');
  }
  expect([holderOf('tin-cup'), holderOf('folding-stool')]).toEqual(['npc:hob-tanner', 'npc:hob-tanner']);
  await play('no wait Hob, I need my cup back');
  expect(holderOf('tin-cup')).toBe('character:player');
  await play('go to the Blue Kettle');
  await play('ask Widow Esk about the grey lamp');
  await play('go to Pewter Rows');
  for (let turn = 0; turn < 6 && state.find('item:brass-tag') === undefined; turn++)
    await play('search under the lamp');
  await play('give the brass tag to Hob');
  expect(holderOf('brass-tag')).toBe('character:player');
});

it('NA67: what is thrown or put down leaves the hand, and only what wounds is an attack', async () => {
  const { play, holderOf, state } = open('throws');
  await play('throw my tin cup at Hob for a joke');
  expect(holderOf('tin-cup')).toBe('location:pewter-rows');
  expect(state.find('scene:now')?.sheet['mode'] ?? 'exploration').toBe('exploration');
  await play('put my folding stool by the wall');
  expect(holderOf('folding-stool')).toBe('location:pewter-rows');
  const { calls } = await play('throw a stone at Hob');
  expect(calls).toContain('mode_set');
});

it("NA68: what somebody is described with is theirs, and the place's things are the place's", async () => {
  const { play } = open('theirs');
  const theirs = await play('take the spoon out of his hand');
  expect(theirs.narrative).toMatch(/Hob[\s\S]*spoon|spoon[\s\S]*Hob/);
  expect((await play('take one of the cobbles')).narrative).toMatch(/cobbles/);
  for (const words of ['take the spoon', 'take one of the signs']) {
    const { narrative, calls } = await play(words);
    expect([words, calls]).toEqual([words, []]);
    expect(narrative).not.toMatch(/not here|nothing of that kind/);
  }
});

it('NA69: what is on the sheet, in the place or on record is told without dice', async () => {
  const { play } = open('record');
  const asked = [
    ['how badly am I hurt?', /vigour full/],
    ['who am I?', /^You are /],
    ['who is sitting here?', /Hob Tanner, the pewterer/],
    ['is it foggy?', /fog/],
    ["what's the weather like?", /fog|hush/],
    ['what is the hush?', /fog/],
    ['what does lampfast mean?', /lampfast|darken a light/],
    ['have I met Nell Orrin?', /not met Nell Orrin/],
    ['what are my options?', /Blue Kettle/],
  ] as const;
  for (const [words, told] of asked) {
    const { narrative, calls } = await play(words);
    expect(narrative).toMatch(told);
    expect([words, calls]).toEqual([words, []]);
  }
  await play('ask Hob about the tin');
  expect((await play('what did Hob say about his wife?')).narrative).toMatch(/Hob says?/);
});

it('NA70: whoever is asked answers what was asked, and another question marks no step', async () => {
  const { play, state } = open('asked', readWithoutAnswers('the-unkept-lamp'));
  await play('go to the Blue Kettle');
  const isDone = () => JSON.stringify(state.list('quest').map(({ sheet }) => sheet['steps']));
  const before = isDone();
  const other = await play('ask the widow what happened to Hob and his wife Margery');
  expect(other.narrative).toMatch(/Hob Tanner/);
  const washing = await play('ask her about the framed washing line');
  expect(washing.narrative).toMatch(/washing line, framed|That's my line/);
  const why = await play('why do you live alone?');
  expect(why.narrative).not.toMatch(/"No,"/);
  expect(isDone()).toBe(before);
  await play('ask her about the grey lamp');
  expect(isDone()).not.toBe(before);
});

it('NA71: plain deeds are told in the words of the player, without dice or markup', async () => {
  const { play } = open('plain');
  const told = [
    ['unfold my stool', 'You unfold your stool.'],
    ['I count the shop signs', 'You count the shop signs.'],
    ['sit down next to Hob', 'You sit down next to Hob.'],
    ['I braid my hair', 'You braid your hair.'],
  ] as const;
  for (const [words, text] of told) {
    const { narrative, calls } = await play(words);
    expect(narrative).toContain(text);
    expect(calls).not.toContain('roll');
  }
  expect((await play('polish <b>my</b> {who} [a|b]')).narrative).not.toMatch(/[<>{}[\]|]/);
});

it('NA72: greetings, news, leave and requests are answered, by whoever is spoken to', async () => {
  const { play } = open('talk', 'the-winter-toll');
  const spoken = [
    ['good evening, captain!', /Kell|captain/],
    ['tell Hesper that the soup is good', /Hesper/],
    ['ask the captain if I may sit with her', /Kell|captain/],
    ['ask Penhallow to come outside with me', /Penhallow|old m|miner/],
    ['Penhallow, how are you?', /Penhallow|old m|miner/],
  ] as const;
  for (const [words, name] of spoken) {
    const { narrative, calls } = await play(words);
    expect(narrative).toMatch(name);
    expect(narrative).not.toMatch(/Nothing comes of|no effect/);
    expect([words, calls]).toEqual([words, []]);
  }
});

it('NA73: a while on the bench is no sleep', async () => {
  const { play, state } = open('naps');
  const minutes = () => Number(state.find('scene:now')?.sheet['minutes'] ?? 0);
  const begun = minutes();
  await play('lie down for a bit');
  await play('take a nap for twenty minutes');
  expect(minutes() - begun).toBeLessThan(120);
});

it('NA74: whether somebody or something is here is told from the record, without dice', async () => {
  const { play } = open('presence', 'the-winter-toll');
  const company = await play('is anyone else here?');
  expect(company.narrative).toMatch(/Hesper Vane.*Penhallow/);
  expect(company.calls).not.toContain('oracle');
  const lantern = await play('is there a harpoon or a pack of cards anywhere here?');
  expect(lantern.narrative).toMatch(/You see no harpoon here/);
  expect(lantern.narrative).toMatch(/pack of cards lies here/i);
  expect(lantern.calls).not.toContain('oracle');
  expect((await play('is Tobin here?')).narrative).toMatch(/Tobin Rusk is not here/);
});

it('NA75: otherwise is done where the first came to nothing, and "it" is the thing that was named', async () => {
  const { play, holderOf } = open('otherwise');
  const both = await play("pick up the harpoon if it's here, otherwise ask Hob about the tin");
  expect(both.narrative).toMatch(/says Hob|Hob/);
  await play('put down my tin cup');
  const first = await play("take the tin cup if it's here, otherwise sing a song");
  expect(holderOf('tin-cup')).toBe('character:player');
  expect(first.narrative).not.toMatch(/song/);
  await play('put down my tin cup');
  const behind = await play('Take the tin cup. Otherwise, sing a song.');
  expect(holderOf('tin-cup')).toBe('character:player');
  expect(behind.narrative).not.toMatch(/song/);
  await play('put down my tin cup');
  const second = await play(
    'take the harpoon, otherwise take the tin cup, or else sing a song and then whistle',
  );
  expect(holderOf('tin-cup')).toBe('character:player');
  expect(second.narrative).not.toMatch(/song|whistle/);
  const third = await play(
    'take the harpoon, otherwise take the anvil, otherwise sing a song and then whistle',
  );
  expect(third.narrative).toMatch(/song.*whistle/s);
  const tied = await play('go to the Blue Kettle with my folding stool and tie it to the range');
  expect(tied.narrative).toMatch(/You tie the folding stool to the range/);
  const shared = await play('pick up the meat pie and offer half to the widow');
  expect(shared.calls).not.toContain('roll');
  expect(holderOf('meat-pie')).toBe('character:player');
});

it('NA76: pressing somebody about nothing marks no step, and a call goes to whom it describes', async () => {
  const { play } = open('pressing');
  const called = await play('I call across to the small woman: are you looking at me?');
  expect(called.narrative).toMatch(/you can speak to.*Hob Tanner/);
  await play('go to the Blue Kettle');
  expect((await play('charm Widow Esk')).calls).not.toContain('quest_update');
  expect((await play('convince Widow Esk to tell of the grey lamp')).narrative).not.toBe('');
});

it('NA77: who has said it says it again, and nobody shrugs twice in one turn', async () => {
  const { play } = open('deflecting', readWithoutAnswers('the-winter-toll'));
  await play("what's in the nine purses around your neck, captain?");
  expect((await play('what order did you give, Irsa?')).narrative).toMatch(/I gave the order/);
  const { narrative } = await play('Hesper, do you like whales? And do you like giraffes?');
  expect(
    narrative.match(/another time|know me better|long story|own affair|too long to tell/gi)?.length ?? 0,
  ).toBeLessThan(2);
});

it('NA61: what goes with a deed is told as part of it', async () => {
  const { play } = open('resting');
  const { narrative, calls } = await play('rest a while, listening for the bell');
  expect(narrative).not.toMatch(/and listening/);
  expect(calls).toContain('time_advance');
});

it('NA93: what opens a hidden way opens it without dice, and nothing else does', async () => {
  const lamp = readScenario('the-unkept-lamp');
  const quests = lamp.quests.map((quest) => ({
    ...quest,
    open: quest.name === 'The Eighth Chandler',
    steps: quest.steps.filter(({ on }) => on !== 'open'),
  }));
  const below = { ...lamp, start: { ...lamp.start, at: 'Drowned Street' }, quests };
  const story = openStory({ system: 'starter', scenario: below, seed: 'cups' });
  onTestFinished(story.close);
  const listCalled = async (words: string) =>
    (await story.play(words)).happenings.flatMap((one) => (one.kind === 'tool-called' ? [one.name] : []));
  expect(await listCalled('turn the shop sign')).not.toContain('quest_update');
  const calls = await listCalled('turn the seventh cup');
  expect(calls).toContain('quest_update');
  expect(calls).not.toContain('roll');
});

it('NA96: people without lines of their own answer too: who they are, who others are, or that they do not know', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'own' });
  onTestFinished(() => story.close());
  story.force([
    ['npc_create', { name: 'Captain Pell', about: 'Captain Pell, the master of the ferry. He limps.' }],
    ['npc_create', { name: 'Captain Rusk', about: 'Captain Rusk is a smuggler.' }],
  ]);
  const ask = async (words: string) => (await story.play(words)).narrative;
  expect(await ask('Captain Pell, who are you?')).toContain(
    '"I am Captain Pell, the master of the ferry," says',
  );
  const rusk = await ask('I ask Captain Rusk about himself');
  expect(rusk).toContain('"I am Captain Rusk, a smuggler," says');
  expect(rusk).not.toContain('Pell');
  expect(await ask('I ask Captain Pell about Captain Rusk')).toContain('"Captain Rusk?" says');
  const said = /"[^"]+"/u;
  expect(await ask('I ask Captain Pell about the drowned bell')).toMatch(said);
  const ferry = await ask('I ask Captain Pell whether the ferry sank');
  expect(ferry).toMatch(said);
  expect(ferry).not.toContain('Rusk');
});

it('NA96: nobody speaks of themselves by name, and what is a sentence of its own stands by itself', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'own' });
  onTestFinished(() => story.close());
  story.force([
    ['npc_create', { name: 'Captain Pell', about: 'Of Captain Pell the story says: “he limps.”' }],
    [
      'quest_update',
      {
        name: 'The Bell',
        about: 'Captain Pell wants to know who rang the bell.',
        steps: ['Ask Captain Pell'],
        giver: 'Captain Pell',
      },
    ],
  ]);
  const looked = (await story.play('I look at Captain Pell')).narrative;
  expect(looked).toContain('Of Captain Pell the story says: “he limps.”');
  expect(looked).not.toMatch(/sees Of|is Of|: Of|”\./u);
  const asked = (await story.play('I ask Captain Pell what is wrong')).narrative;
  expect(asked).not.toContain('Captain Pell wants');
});

it('NA96: a title with its dot belongs to the name behind it', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'own' });
  onTestFinished(() => story.close());
  story.force([['npc_create', { name: 'Mr. Quill', about: 'Mr. Quill, a clerk.' }]]);
  expect((await story.play('I talk to Mr. Quill')).narrative).toContain('Quill');
  expect((await story.play('Mr. Quill, what do you want?')).narrative).toContain('Quill');
  expect((await story.play('I ask Mr. Quill about himself')).narrative).toContain(
    '"I am Mr. Quill, a clerk,"',
  );
});
