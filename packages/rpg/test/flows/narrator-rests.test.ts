// Tests that the built-in narrator takes the rest that the player's words mean, and says how much time passed.

import { expect, it, onTestFinished } from 'vitest';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import { grammar } from '../../src/narrator/grammar.ts';
import type { System } from '../../src/system/system.ts';
import { sceneId } from '../../src/values/entity.ts';
import { openStory } from '../support/play-story.ts';

const day = 1440;
const week = 7 * day;

function open(system: string | System) {
  const story = openStory({ system, scenario: 'the-winter-toll', seed: 'rests' });
  onTestFinished(story.close);
  const readMinutes = () => Number(story.game.state.find(sceneId)?.sheet['minutes'] ?? 0);
  const play = async (words: string) => {
    const before = readMinutes();
    const { narrative } = await story.play(words);
    return { passed: readMinutes() - before, hour: (readMinutes() % day) / 60, narrative };
  };
  return { play };
}

const isTold = (narrative: string, kind: string) =>
  (grammar[kind] ?? []).some((line) => narrative.includes(line.slice(0, 18)));

it.each(['I rest until morning.', 'I go to sleep until tomorrow morning.'])(
  'NA103: in the system of position and effect, %s is a night that ends in the morning',
  async (words) => {
    const { play } = open('blades-style');
    const { passed, hour, narrative } = await play(words);
    expect(passed).toBeLessThanOrEqual(day);
    expect(hour).toBe(6);
    expect(isTold(narrative, 'rest-long')).toBe(true);
  },
);

it.each(['I take downtime.', 'I rest for a week', "take a week's rest", 'I take a week off.'])(
  'NA103: %s is a week of downtime, and is told as days',
  async (words) => {
    const { play } = open('blades-style');
    const { passed, narrative } = await play(words);
    expect(passed).toBe(week);
    expect(isTold(narrative, 'rest-days')).toBe(true);
  },
);

it('NA103: where the rules have no long rest but one of days, sleep only lets the night pass', async () => {
  const { manifest, ...system } = readShippedSystem('blades-style');
  const rest = { long: { minutes: week, effects: [{ mark: 'resources.stress', count: -4 }] } };
  const { play } = open({ ...system, manifest: { ...manifest, narrator: { ...manifest.narrator, rest } } });
  expect((await play('I sleep')).passed).toBe(480);
  expect((await play('I rest for two weeks')).passed).toBe(2 * week);
});

it('NA103: whoever rests for days in the fifth edition rests for as many days', async () => {
  const { play } = open('dnd5e');
  const { passed, narrative } = await play('I rest for three days');
  expect(passed).toBe(3 * day);
  expect(isTold(narrative, 'rest-days')).toBe(true);
  expect((await play('I rest for a while')).passed).toBe(60);
  for (const [words, days] of [
    ['seven days', 7],
    ['the next ten days', 10],
    ['12 days', 12],
    ['a couple of days', 2],
    ['several days', 3],
    ['two weeks', 14],
    ['two more days', 2],
    ['half a week', 3.5],
    ['a hundred days', 100],
    ['a day', 1],
  ] as const)
    expect([words, (await play(`I rest for ${words}`)).passed]).toEqual([words, days * day]);
  expect((await play('I wait for twelve hours')).passed).toBe(720);
});

it('NA103: a time of tomorrow is that of the next day', async () => {
  const { play } = open('percentile');
  const first = await play('I wait until evening');
  expect([first.hour, first.passed <= day]).toEqual([18, true]);
  expect(await play('I wait until tomorrow evening')).toMatchObject({ hour: 18, passed: day });
  expect(await play('I wait until noon tomorrow')).toMatchObject({ hour: 12, passed: 18 * 60 });
  expect(await play('I wait until tomorrow')).toMatchObject({ hour: 6, passed: 18 * 60 });
  expect((await play('I wait two days')).passed).toBe(2 * day);
  expect((await play('I wait 600 weeks')).passed).toBe(3650 * day);
  // It is dawn.
  expect(await play("I wait until nine o'clock tomorrow")).toMatchObject({ hour: 9, passed: 27 * 60 });
  expect(await play("I wait until nine o'clock tomorrow")).toMatchObject({ hour: 9, passed: day });
  expect(await play("I wait until twelve o'clock tomorrow")).toMatchObject({ hour: 12, passed: 27 * 60 });
});
