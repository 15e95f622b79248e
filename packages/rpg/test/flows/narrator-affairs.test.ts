// Tests what happens unasked in the built-in narrator's world: people's plans, errands, horrors, rewards, complications.

import { afterAll, describe, expect, it } from 'vitest';
import { openStory, type PlayedTurn, type Story } from '../support/play-story.ts';

const stories: Story[] = [];
afterAll(() => {
  for (const story of stories) story.close();
});

function open(system: string, scenario = 'the-unkept-lamp', seed = 'affairs'): Story {
  const story = openStory({ system, scenario, seed });
  stories.push(story);
  return story;
}

const sheetOf = ({ game }: Story, id: string) => game.state.find(id as 'character:player')?.sheet ?? {};

const countRolls = ({ happenings }: PlayedTurn, check: string) =>
  happenings.filter((one) => one.kind === 'rolled' && one.roll.check === check).length;

const toWater = ["Cutter's Stair", 'Ropewalk', 'Drowned Street'].map(
  (destination) => ['move', { destination, opened: true }] as const,
);

describe('a world told by the built-in narrator', () => {
  it('NA32: a horror is looked at once, and costs what the dice say; people cost nothing', async () => {
    const story = open('percentile');
    expect(countRolls(await story.play('look at Hob'), 'sanity_roll')).toBe(0);
    story.force(toWater);
    const before = JSON.stringify(sheetOf(story, 'character:player')['mind']);
    expect(countRolls(await story.play('look around'), 'sanity_roll')).toBe(1);
    expect(JSON.stringify(sheetOf(story, 'character:player')['mind'])).not.toBe(before);
    expect(JSON.stringify(sheetOf(story, 'creature:brannock')['conditions'])).toContain('beheld');
    expect(countRolls(await story.play('look around'), 'sanity_roll')).toBe(0);
  });

  it('NA33: who is gone for good by the rules comes back a day later, and without what nothing waits for', async () => {
    const story = open('dnd5e');
    story.force([
      ['mark', { path: 'status.death_failures', count: 3 }],
      ['adjust', { path: 'resources.hp.current', delta: -99 }],
    ]);
    const minutes = Number(sheetOf(story, 'scene:now')['minutes']);
    await story.play('look around');
    expect(Number(sheetOf(story, 'scene:now')['minutes'])).toBeGreaterThanOrEqual(minutes + 1440);
    expect(JSON.stringify(sheetOf(story, 'character:player')['status'])).toContain(
      '"death_failures":[false,false,false]',
    );
    expect(sheetOf(story, 'item:tin-cup')['holder']).toBe('location:pewter-rows');
    expect((await story.play('look around')).narrative.length).toBeGreaterThan(20);
  });

  it('NA37: NA34: an errand is asked for, done and rewarded', async () => {
    const story = open('starter');
    const asked = await story.play('Ask Hob Tanner what he wants');
    expect(asked.narrative).toContain('hammer');
    const quest = () => sheetOf(story, 'quest:the-pewterers-hammer');
    expect([quest()['status'], quest()['giver']]).toEqual(['open', 'npc:hob-tanner']);
    story.force([['set', { path: 'holder', value: 'character:player', target: "Hob's hammer" }]]);
    await story.play('look around');
    await story.play("give Hob's hammer to Hob");
    expect(quest()['status']).toBe('done');
    expect(sheetOf(story, 'item:hobs-hammer')['holder']).toBe('npc:hob-tanner');
    expect(sheetOf(story, 'item:pewter-flask')['holder']).toBe('character:player');
    expect(JSON.stringify(sheetOf(story, 'npc:hob-tanner')['attitude'])).toMatch(/1|friendly/);
  });

  it.each(['the-unkept-lamp', 'the-winter-toll'])(
    'NA35: in %s people come and go, seldom, and are seen to',
    async (id) => {
      const story = open('starter', id);
      const moved: number[] = [];
      for (let turn = 1; turn <= 16; turn++) {
        const before = listPlaces(story);
        const { narrative } = await story.play('wait');
        const changed = listPlaces(story).filter((line) => !before.includes(line));
        expect(changed.length).toBeLessThanOrEqual(1);
        if (changed.length > 0) moved.push(turn);
        const here = String(sheetOf(story, 'character:player')['at']);
        for (const line of changed.filter((one) => one.endsWith(here))) {
          expect(narrative).toContain(line.split('|')[1]?.split(' ')[0]);
        }
      }
      expect(moved.length).toBeGreaterThan(0);
      expect(moved.every((turn, index) => index === 0 || turn - (moved[index - 1] ?? 0) >= 3)).toBe(true);
    },
  );

  it('NA36: whatever goes wrong beside the deed leaves a trace in the state', async () => {
    const story = open('starter', 'the-winter-toll', 'mishaps');
    let mishaps = 0;
    for (let turn = 0; turn < 14; turn++) {
      const { happenings } = await story.play(turn % 2 === 0 ? 'leap over the gap' : 'distract them');
      const at = happenings.findIndex(
        (one) => one.kind === 'rolled' && one.roll.rolled.expression === '1d12',
      );
      if (at === -1) continue;
      mishaps += 1;
      const kinds = happenings.slice(at).map(({ kind }) => kind);
      expect(kinds.some((kind) => kind === 'state-changed' || kind === 'time-advanced')).toBe(true);
    }
    expect(mishaps).toBeGreaterThan(1);
  });
});

function listPlaces({ game }: Story): readonly string[] {
  return game.state
    .list('npc')
    .map(({ id, sheet }) => `${id}|${String(sheet['name'])}|${String(sheet['at'])}`);
}

it('NA12: suggestions call things and people as prose does', async () => {
  const story = open('starter');
  story.force([['item_add', { name: "Hob's hammer", target: 'Pewter Rows' }]]);
  const seen = new Set<string>();
  for (let turn = 0; turn < 6; turn += 1)
    for (const one of (await story.play('look around')).suggestions) seen.add(one);
  expect([...seen].filter((one) => one.includes('hammer'))).toEqual(["Take Hob's hammer"]);
  expect((await story.play("I take Hob's hammer")).narrative).not.toMatch(/\b(?:the|a|your) Hob/i);
  expect((await story.play("Where is Hob's hammer?")).narrative).not.toMatch(/\b(?:the|a) Hob/i);
});
