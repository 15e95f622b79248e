// How the people of a scenario talk with the built-in narrator.

import { expect, it, onTestFinished } from 'vitest';
import type { Scenario } from '../../src/narrator/scenario.ts';
import { readScenario } from '../../src/narrator/scenarios.ts';
import { openStory } from '../support/play-story.ts';

type Person = Scenario['people'][number];

/** The scenario with nothing that its people say but what is given here. */
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

it('NA78: an errand and a topic that are asked for go before an answer until they are told', async () => {
  const wish = { to: ['What do you want?'], say: ['"Peace," says Irsa.'] };
  const purses = { to: ['What are the purses?'], say: ['"Leather," says Irsa.'] };
  const play = open({ 'Irsa Kell': { answers: [wish, purses] } });
  expect(await play('ask Irsa about the purses')).toContain('I gave the order');
  expect(await play('ask Irsa about the purses')).toContain('Leather');
  expect(await play('Irsa, what do you want?')).toContain('There was a tenth');
  expect(await play('Irsa, what do you want?')).toContain('Peace');
});
