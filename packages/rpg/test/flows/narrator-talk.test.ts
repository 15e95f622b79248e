// Tests how people of a scenario talk when the built-in narrator plays them.

import { expect, it, onTestFinished } from 'vitest';
import type { Scenario } from '../../src/narrator/scenario.ts';
import { readScenario } from '../../src/narrator/scenarios.ts';
import { openStory } from '../support/play-story.ts';

type Person = Scenario['people'][number];

/** A scenario in which the only answers are those given here. */
function open(given: Readonly<Record<string, Partial<Person>>>, answers: Scenario['answers'] = []) {
  const read = readScenario('the-winter-toll');
  const people = read.people.map((one) => ({ ...one, answers: [], ...given[one.name] }));
  const story = openStory({ system: 'starter', scenario: { ...read, people, answers }, seed: 'talk' });
  onTestFinished(story.close);
  return async (words: string) => (await story.play(words)).narrative;
}

it('NA78: an example question asks for its answer, in other words too, and nothing else does', async () => {
  const order = {
    to: ['What order did you give?', 'Which order was it?'],
    say: ['"To hold the bridge," says Irsa. "So they held it."', '"To hold it until dark," says Irsa.'],
  };
  const shared = [{ to: ['Where is the chapel?'], say: ['"Up the path," is the answer.'] }];
  const play = open({ 'Irsa Kell': { answers: [order] } }, shared);
  expect(await play('ask Irsa which order she gave')).toContain('To hold the bridge');
  expect(await play('Irsa, what were the orders you gave?')).toContain('until dark');
  expect(await play('Irsa, what order did you give?')).toContain('hold');
  expect(await play('ask Irsa where the chapel is')).toContain('Up the path');
  expect(await play('ask Irsa who ordered the soup')).not.toContain('hold');
});

it('NA78: NA80: an answer that several can give counts as said once somebody said it, and can be asked after', async () => {
  const shared = [
    { to: ['What do you know of the snow?'], say: ['"Deep and soft," says {who}.', '"Cold," says {who}.'] },
    { to: ['What do you know about the snow here?'], say: ['"Wide," says {who}.'] },
  ];
  const play = open({}, shared);
  expect(await play('Irsa, what do you know of the snow?')).toContain('"Deep and soft," says Irsa');
  expect(await play('Irsa, and then?')).toContain('"Cold," says Irsa');
  expect(await play('Irsa, what do you know of the snow?')).toContain('"Wide," says Irsa');
  expect(await play('Hesper, what do you know of the snow?')).toContain('"Deep and soft," says Hesper');
});

it('NA80: what was said in two parts is said again as two sentences', async () => {
  const late = { to: ['How late is it in your book?'], say: ['"It is late," says Irsa. "Come in."'] };
  const play = open({ 'Irsa Kell': { answers: [late] } });
  expect(await play('Irsa, how late is it in your book?')).toContain('It is late,');
  expect(await play('What do you mean?')).toContain('It is late. Come in.');
});

it.each([
  ['dropped', 'Not yet'],
  ['failed', 'Not yet'],
  ['done', 'At last'],
])('NA78: an answer for the time after a quest waits until it is done: %s', async (status, answer) => {
  const read = readScenario('the-winter-toll');
  const [quest] = read.quests.filter(({ open }) => open);
  const name = quest?.name ?? '';
  const to = ['Is it over?'];
  const answers = [
    { to, say: ['"Not yet," says Irsa.'], before: name },
    { to, say: ['"At last," says Irsa.'], after: name },
  ];
  const people = read.people.map((one) => ({ ...one, answers: one.name === 'Irsa Kell' ? answers : [] }));
  const story = openStory({ system: 'starter', scenario: { ...read, people, answers: [] }, seed: 'ended' });
  onTestFinished(story.close);
  story.force([['quest_update', { name, status }]]);
  expect((await story.play('Irsa, is it over?')).narrative).toContain(answer);
});

it('NA78: an errand and a topic that are asked for go before an answer until they are told', async () => {
  const wish = { to: ['What do you want?'], say: ['"Peace," says Irsa.'] };
  const purses = { to: ['What are the purses?'], say: ['"Leather," says Irsa.'] };
  const play = open({ 'Irsa Kell': { answers: [wish, purses] } });
  expect(await play('ask Irsa about the purses')).toContain('I gave the order');
  expect(await play('ask Irsa about the purses')).toContain('Leather');
  expect(await play('Irsa, what do you want?')).toContain('There was a tenth');
  expect(await play('Irsa, what do you want?')).toContain('Peace');
});

it('NA79: small talk is taken in own lines, and a greeting leaves the question behind it', async () => {
  const smallTalk = {
    thanks: ['"Eat it, then," says Hesper.'],
    joke: ['"That one is older than the inn," says Hesper.'],
    accusation: ['"I have been called worse by better," says Hesper.'],
    wellbeing: ['"Upright," says Hesper.'],
    farewell: ['"Shut the door behind you," says Hesper.'],
  };
  const answers = [{ to: ['Where is the keeper?'], say: ['"Not in his house," says Hesper.'] }];
  const play = open({ 'Hesper Vane': { smallTalk, answers } });
  expect(await play('Thanks for the soup, Hesper')).toContain('Eat it');
  expect(await play('I tell Hesper a joke: why did the keeper cross the road?')).toContain('older than');
  expect(await play('You are lying, Hesper!')).toContain('by better');
  const both = await play('Good evening, Hesper! How are you? And where is the keeper?');
  expect(both).toContain('Upright');
  expect(both).toContain('Not in his house');
  expect(await play('good night, Hesper')).toContain('Shut the door');
});

it('NA80: a question after what was just said is about that', async () => {
  const answers = [
    { to: ['Why do you carry purses?'], say: ['"I gave the order," says Irsa.', '"Nine men," says Irsa.'] },
    { to: ['What order did you give?'], say: ['"To hold," says Irsa.'] },
    { to: ['Who is Jonas Tolliver?'], say: ['"Jonas Tolliver kept the toll," says Irsa.'] },
    { to: ['When did Jonas leave?'], say: ['"At four," says Irsa.'] },
  ];
  const play = open({ 'Irsa Kell': { answers } });
  await play('Irsa, why do you carry purses?');
  expect(await play('which order?')).toContain('To hold');
  await play('Irsa, why do you carry purses?');
  expect(await play('what do you mean?')).toContain('Nine men');
  await play('ask Irsa who Jonas Tolliver is');
  expect(await play('and when did he leave?')).toContain('At four');
});

it('NA89: who is spoken to answers, else who spoke last, else whoever here can', async () => {
  const to = ['Where is the key?'];
  const play = open({
    'Irsa Kell': { answers: [{ to, say: ['"Ask the keeper," says Irsa.'] }] },
    'Hesper Vane': {
      answers: [
        { to, say: ['"On the nail," says Hesper.'] },
        { to: ['What is the soup?'], say: ['"Turnip," says Hesper.'] },
      ],
    },
  });
  expect(await play('Irsa, where is the key?')).toContain('Ask the keeper');
  expect(await play('I shout to everybody: what is the soup?')).toContain('Turnip');
  expect(await play('and where is the key?')).toContain('On the nail');
});

it('NA90: whoever does not know says so once, in words of their own', async () => {
  const smallTalk = { unknown: ['"Past me, that," says Irsa.'] };
  const play = open({ 'Irsa Kell': { smallTalk, answers: [] } });
  const told = await play('Irsa, who wrote the first hymn? And how many hymns are there?');
  expect(told.split('Past me').length).toBe(2);
  expect(told).not.toMatch(/about the hymn/);
});

it('NA79: NA80: NA89: a good evening is no weather, "he" is no thing to look at, and a name says who answers', async () => {
  const play = open({
    'Hesper Vane': {
      smallTalk: { weather: ['"White," says Hesper.'] },
      answers: [{ to: ['Where is Jonas Tolliver?'], say: ['"Jonas Tolliver is out," says Hesper.'] }],
    },
    'Irsa Kell': { answers: [{ to: ['Do you like the soup?'], say: ['"Hot," says Irsa.'] }] },
  });
  expect(await play('Good evening everyone')).not.toContain('White');
  expect(await play('Hesper, I like your soup')).not.toContain('Hot');
  await play('Hesper, where is Jonas Tolliver?');
  expect(await play('what did he look like?')).not.toMatch(/the he\b/);
});

it('NA82: what a story waits to have searched is searched by opening a thing of it', async () => {
  const play = open({});
  await play('Irsa, do you have any work for me?');
  await play('go to the Chapel');
  const told: string[] = [];
  for (let turn = 0; turn < 6; turn++) told.push(await play('open the poor box'));
  expect(told.join(' ')).toMatch(/tied up again with a better knot/);
});

it('NA82: a promise to somebody with whom a story waits for terms offers terms', async () => {
  const read = readScenario('the-winter-toll');
  const [counter] = read.quests.filter(({ name }) => name === 'The Counter Under the Hill');
  if (counter === undefined) throw new Error('The scenario has no such quest.');
  const steps = counter.steps.filter(({ on }) => on === 'settle');
  const start = { ...read.start, at: 'Under Chapel' };
  const scenario = { ...read, start, quests: [{ ...counter, steps, open: true }] };
  const story = openStory({ system: 'starter', scenario, seed: 'terms' });
  onTestFinished(story.close);
  await story.play('Jonas, let the collector go');
  expect(story.game.state.find('character:player')?.sheet['at']).toBe('location:under-chapel');
  const told: string[] = [];
  for (let turn = 0; turn < 6; turn++)
    told.push((await story.play('Collector, I promise that somebody will come next winter')).narrative);
  expect(told.join(' ')).toContain('joint by joint');
});

it('NA78: leave that is asked for something is given or not by the answer to it', async () => {
  const answers = [{ to: ['Can I light the fire?'], say: ['"Not while he is out," says Hesper.'] }];
  const play = open({ 'Hesper Vane': { answers } });
  expect(await play('Hesper, may I light the fire for you?')).toContain('Not while he is out');
  expect(await play('Hesper, may I hum a tune?')).not.toContain('Not while');
});

it('NA78: a topic that wants a check is told only after a roll that succeeds, also if no thing belongs to it', async () => {
  const read = readScenario('the-winter-toll');
  const ledger = { words: ['ledger'], say: ['"Under the stair," says Irsa.'], wants_check: true };
  const people = read.people.map((one) =>
    one.name === 'Irsa Kell' ? { ...one, attitude: 'neutral' as const, answers: [], topics: [ledger] } : one,
  );
  const story = openStory({ system: 'starter', scenario: { ...read, people, answers: [] }, seed: 'won' });
  onTestFinished(story.close);
  const results: { readonly isTold: boolean; readonly isRolled: boolean }[] = [];
  for (let time = 0; time < 6; time += 1) {
    const { narrative } = await story.play('ask Irsa about the ledger');
    const rolled = story.game.readActions(story.game.head.id).flatMap(({ rolls }) => rolls);
    results.push({ isTold: narrative.includes('Under the stair'), isRolled: rolled.length > 0 });
  }
  const told = results.findIndex(({ isTold }) => isTold);
  expect(told).toBeGreaterThanOrEqual(0);
  expect(results.slice(0, told + 1).every(({ isRolled }) => isRolled)).toBe(true);
});

const ofCousin = [{ words: ['josse'], say: ['"A cousin," says {who}.'], wants_check: false }];

it('NA115: somebody is meant by a description only if they are here or were named, and "nearest" means somebody here', async () => {
  const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'met' });
  onTestFinished(story.close);
  const say = async (words: string) => (await story.play(words)).narrative;
  expect(await say('I ask the man with the spoon why nobody sits under the grey lamp')).toMatch(/Hob/);
  expect((await say('Who is here?')).match(/Hob Tanner, the pewterer/g)).toHaveLength(1);
  for (const words of ['I wait', 'I wait', 'I wait']) {
    const { narrative, suggestions } = await story.play(words);
    expect(`${narrative} ${suggestions.join(' ')}`).not.toContain('Gutch');
  }
  // Hob Tanner is here, but nobody has told of his cousin, whose name shares a word with his.
  const read = readScenario('the-unkept-lamp');
  const people = read.people.map((one) =>
    one.name === 'Marrable Gutch' ? { ...one, name: 'Josse Tanner' } : { ...one, topics: ofCousin },
  );
  const kin = openStory({ system: 'starter', scenario: { ...read, people, answers: [] }, seed: 'kin' });
  onTestFinished(kin.close);
  for (const words of ['I wait', 'I look around', 'What can I ask Hob about?', 'I wait']) {
    const { narrative, suggestions } = await kin.play(words);
    expect(`${narrative} ${suggestions.join(' ')}`).not.toContain('Josse');
  }
  const inn = openStory({ system: 'dnd5e', scenario: 'the-winter-toll', seed: 'rules' });
  onTestFinished(inn.close);
  expect((await inn.play('I ask the nearest person what is going on here')).narrative).toContain('"');
  await inn.play('Go to the Stable Yard');
  await inn.play('Ask Tobin about the keeper');
  expect((await inn.play("What's your name?")).narrative).not.toContain('Jonas');
  expect((await inn.play('I talk to the nearest person and ask who they are')).narrative).toContain('"');
});

it('NA120: a question that is put by name to somebody who is absent or dead is answered by nobody else', async () => {
  const snow = { to: ['What do you know of the snow?'], say: ['"Deep," says {who}.', '"Wide," says {who}.'] };
  const story = openStory({
    system: 'starter',
    scenario: { ...readScenario('the-winter-toll'), answers: [snow] },
    seed: 'talk',
  });
  onTestFinished(story.close);
  const play = async (words: string) => (await story.play(words)).narrative;
  expect(await play('I ask Tobin Rusk what he knows of the snow')).not.toMatch(/Deep|Wide/);
  expect(await play('I ask Irsa what she knows of the snow')).toMatch(/Deep|Wide/);
  story.force([['set', { path: 'is_gone', value: true, target: 'Irsa Kell' }]]);
  expect(await play('I ask Irsa what she knows of the snow')).not.toMatch(/Deep|Wide/);
});

it('NA120: what was given is asked back in any order of words, and nobody dances with who is elsewhere', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-winter-toll', seed: 'talk' });
  onTestFinished(story.close);
  const play = async (words: string) => (await story.play(words)).narrative;
  for (const words of [
    'I ask Irsa for my notebook back',
    'I ask for my notebook back',
    'I ask Irsa to give me back the notebook',
    'I take back my notebook',
  ]) {
    await play('I give Irsa Kell my notebook');
    expect(await play('inventory')).not.toContain('Notebook');
    await play(words);
    expect(await play('inventory')).toContain('Notebook');
  }
  expect(await play('I take my knife back')).not.toContain('the back');
  expect(await play('I dance with Tobin Rusk')).not.toMatch(/You dance/);
  expect(await play('I dance with Irsa Kell')).toMatch(/You dance with Irsa Kell/);
  expect(await play('n')).not.toMatch(/you go|You go/);
});
