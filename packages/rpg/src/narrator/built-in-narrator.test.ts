// Tests the built-in narrator: what it says about itself, what it understands, and what its narratives may contain.

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { playCalls } from '../../test/support/open-test-game.ts';
import { openStory, type PlayedTurn, type Story } from '../../test/support/play-story.ts';
import { listShippedSystems } from '../manifest/read-system.ts';
import { intentKinds } from '../system/intent-kinds.ts';
import { expand, openComposer } from './compose.ts';
import { grammar, wordLists } from './grammar.ts';
import { intents } from './intents.ts';
import { normaliseArticles } from './noun.ts';
import { readIntent } from './read-intent.ts';
import type { Scenario } from './scenario.ts';
import { listScenarios, readScenario } from './scenarios.ts';

const stories: Story[] = [];
afterAll(() => {
  for (const story of stories) story.close();
});

function open(system = 'starter', scenario = 'the-unkept-lamp'): Story {
  const story = openStory({ system, scenario, seed: 'rules' });
  stories.push(story);
  return story;
}

async function playAll(story: Story, all: readonly string[]): Promise<readonly PlayedTurn[]> {
  const played: PlayedTurn[] = [];
  for (const words of all) played.push(await story.play(words));
  return played;
}

const toFoot = ['go to the yard', 'go to the chapel', 'go to the goat path'];

describe('the built-in narrator', () => {
  it('NA1: says what it is when it is asked', async () => {
    const { narrative } = await open().play('Are you an AI?');
    expect(narrative).toContain('no language model inside');
  });

  it.each([
    ['attack the wolf', 'attack'],
    ['I sneak past the guard', 'sneak'],
    ['talk to Hob', 'talk'],
    ['ask Nell about the hush', 'ask'],
    ['Where is Crake?', 'where'],
    ['try to persuade Crake to give me the key', 'persuade'],
    ['threaten him', 'threaten'],
    ['look around', 'look'],
    ['look around me', 'look'],
    ['search under the lamp', 'search'],
    ['go north', 'go'],
    ['use the key', 'use'],
    ['pick up the boathook', 'take'],
    ['give the cup to Thrift', 'give'],
    ['sleep until morning', 'rest'],
    ['wait', 'wait'],
    ['bandage my arm', 'help'],
    ['cast a ward', 'cast'],
    ['kick down the door', 'force'],
    ['run away', 'flee'],
    ['read the ledger', 'read'],
    ['is the door guarded?', 'oracle'],
    ['"Good evening, Hob."', 'talk'],
    ['asdf', 'nonsense'],
    ['I tell Hob he is lying', 'talk'],
    ['I am the king', 'claim'],
    ['I surrender', 'surrender'],
    ['n', 'go'],
    ['kiss the widow', 'gesture'],
    ['call for help', 'call'],
    ['listen at the door', 'listen'],
    ['Ich gehe in die Kirche', 'go'],
    ['what can I see here?', 'look'],
    ['who is here?', 'company'],
    ['where can I go?', 'look'],
    ['what time is it?', 'hour'],
    ['how am I feeling?', 'state'],
    ['am I hurt?', 'state'],
    ["don't attack Hob", 'refrain'],
    ["I don't want to fight", 'refrain'],
    ["I'd like to not go anywhere", 'refrain'],
    ["I don't trust Hob, so I search him", 'talk'],
    ['help me', 'call'],
    ['save', 'self'],
    ['level up', 'self'],
    ['...', 'empty'],
    ['I make a perception check', 'dice'],
    ['I make a stealth check to get past the guard', 'dice'],
    ['I take the bread roll', 'take'],
    ['I make a quick check of the door', 'act'],
    ['roll 1d20', 'dice'],
    ['I roll to hit Hob', 'attack'],
    ['I make an attack roll against Hob', 'attack'],
    ['I roll the barrel away', 'act'],
  ])('NA3: understands "%s" as %s', (words, kind) => {
    expect(readIntent(words).kind).toBe(kind);
  });

  it('NA3: answers questions about ways and things as often as they are asked', async () => {
    const story = open('starter');
    const asked = await playAll(story, ['what do I have?', 'what do I have?', 'where can I go?']);
    const [first, second, ways] = asked.map(({ narrative }) => narrative);
    expect(first).toContain('Spear');
    expect(second).toContain('Spear');
    expect(ways).toMatch(/across the street|up Candlegate|down to the stair/);
    expect((await story.play('open the door quietly')).narrative).not.toMatch(/\bno quietly\b/i);
    expect((await story.play('I try to force the door open')).narrative).not.toMatch(/\bno open\b/i);
    expect((await story.play('pry the crate apart')).narrative).toMatch(/\bno crate\b/i);
  });

  it('NA4: whatever hints can be given for is understood', () => {
    expect(intentKinds.filter((kind) => !Object.hasOwn(intents, kind))).toEqual([]);
  });

  function listReasons({ happenings }: PlayedTurn): readonly string[] {
    return happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll.reason ?? ''] : []));
  }

  it('NA4: the sight of an opponent asks for a roll where the system says so of such a one', async () => {
    const sights: number[] = [];
    for (const dread of [0, 1]) {
      const story = open('percentile', 'the-winter-toll');
      await playAll(story, toFoot);
      const change = { path: 'horror.loss_dice', value: dread, target: 'creature:grey-wolf' };
      playCalls(story.game, 'Something is wrong with the wolf.', [['set', change]]);
      const played = await playAll(story, ['attack the wolf', 'attack the wolf']);
      sights.push(played.flatMap(listReasons).filter((reason) => reason.startsWith('the sight of')).length);
    }
    expect(sights).toEqual([0, 1]);
  });

  it('NA4: a journey asks for what its words ask for, and costs it; a step next door does not', async () => {
    const story = open('starter', 'the-winter-toll');
    const supply = () => JSON.stringify(story.game.state.find('character:player')?.sheet['resources']);
    const before = supply();
    expect(listReasons(await story.play('go to the yard'))).toEqual([]);
    expect(supply()).toBe(before);
    const { happenings } = await story.play('travel for days to the chapel');
    expect(happenings.some((one) => one.kind === 'rolled' && one.roll.check === 'journey')).toBe(true);
    expect(supply()).not.toBe(before);
  });

  it('NA5: a blow that lands changes the sheet of whoever it lands on, and no other does', async () => {
    const story = open('dnd5e', 'the-winter-toll');
    await playAll(story, toFoot);
    for (let turn = 0; turn < 6; turn++) {
      const before = JSON.stringify(story.game.state.find('creature:grey-wolf')?.sheet['resources']);
      const { happenings } = await story.play('attack the wolf');
      const blow = happenings.find(
        (one) =>
          one.kind === 'rolled' && one.roll.check === 'attack_roll' && one.roll.who === 'character:player',
      );
      const degree = blow?.kind === 'rolled' ? blow.roll.outcome?.degree : undefined;
      const isChanged =
        JSON.stringify(story.game.state.find('creature:grey-wolf')?.sheet['resources']) !== before;
      expect(isChanged).toBe(degree !== undefined && degree > 0);
    }
  });

  it('NA6: NA19: says no number of its own, and puts no word into the mouth of the player', async () => {
    const story = open('percentile');
    const played = await playAll(story, [
      'look',
      'search',
      'talk to Hob',
      'attack Hob',
      'attack',
      'flee',
      'rest',
      'wait',
    ]);
    for (const { narrative } of played) {
      expect(narrative).not.toMatch(/\d/);
      expect(narrative).not.toMatch(/\byou (?:say|reply|answer|think|decide|ask|whisper|shout)\b/i);
    }
  });

  it('NA7: a composer says no sentence twice, and none that was said lately', () => {
    const recent = ['It works. Minutes pass, in no order.'];
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 500 }), (seed, turn) => {
        const composer = openComposer({ seed, turn, recent, words: wordLists });
        const lines = [...(grammar['risk-success'] ?? []), ...(grammar['wait'] ?? [])];
        const said = lines.flatMap(() => composer.findLine(lines, 'risk', { place: 'here' }) ?? []);
        expect(new Set(said).size).toBe(said.length);
        expect(said).not.toContain('It works.');
      }),
      { numRuns: 50 },
    );
  });

  it('NA8: verbs fit whoever is spoken of as they', () => {
    const who = { name: 'Robin', isProper: true, gender: 'they', role: 'the clerk' } as const;
    const lines = Object.values(grammar).flat();
    const verbs = lines.flatMap((line) =>
      Array.from(line.matchAll(/\.he\} (\w+)/gu), ([, verb = '']) => verb),
    );
    const bent = [...new Set(verbs)].toSorted().map((verb) => {
      const text = expand(`{who.he} ${verb} it.`, { slots: { who }, words: {}, key: 'a' });
      return text?.replace(/^They | it\.$/gu, '');
    });
    expect(bent.join(' ')).toMatchInlineSnapshot(
      `"and ask do dropped have hear are know left let look must own put say see stand think want were were would"`,
    );
    expect(expand('{who} lifts {who.his} head.', { slots: { who }, words: {}, key: 'a' })).toBe(
      'Robin lifts their head.',
    );
  });

  it('NA7: each telling of a turn begins with another line of a kind, also where there are two', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(200), fc.nat(20), (seed, turn, variant) => {
        const tell = (told: number) =>
          openComposer({ seed, turn, variant: told, recent: [], words: {} }).findLine(
            ['One.', 'Two.'],
            'x',
            {},
          );
        expect(tell(variant)).not.toBe(tell(variant + 1));
      }),
      { numRuns: 40 },
    );
  });

  it('NA8: a sentence ends once, also where it ends with words that are quoted', () => {
    const slots = { text: 'the story says: “it was in Vell.”' };
    expect(expand('{text}.', { slots, words: {}, key: 'x' })).toBe('The story says: “it was in Vell.”');
  });

  it('NA8: every line of the grammar comes out whole', () => {
    const someone = {
      name: 'Ada Orme',
      isProper: true,
      gender: 'she',
      short: 'Ada',
      role: 'the clerk',
    } as const;
    const thing = { name: 'iron bar', isProper: false, gender: 'it' } as const;
    const slots = {
      who: someone,
      other: someone,
      item: thing,
      tool: thing,
      place: thing,
      there: thing,
      way: 'up the stair',
      weapon: 'your spear',
      quest: 'The End',
      step: 'go home',
      topic: 'the bell',
      about: 'a clerk',
      told: 'Ada, the clerk.',
      text: 'A word.',
      ways: 'up or down',
      things: 'a cup',
      whom: 'Ada or Tom',
      clock: 'The tide',
      manner: 'with a bag',
      want: 'Coin, today.',
      label: 'What somebody wants',
    };
    const lists = Object.entries(grammar).filter(([kind]) => kind !== 'voices');
    for (const [kind, line] of lists.flatMap(([one, lines]) => lines.map((text) => [one, text] as const))) {
      const text = expand(line, { slots, words: wordLists, key: line });
      expect(text, `${kind}: ${line}`).toMatch(/^["(*]*\p{Lu}[\s\S]*[.!?:"*)]$/u);
      expect(text, `${kind}: ${line}`).not.toMatch(
        / {2}|\ba [aeio]|\ban [bcdfgjklmnpqrstvwxyz]|undefined|[[\]{}|]/,
      );
    }
    expect(normaliseArticles('a iron bar and an lamp, an hour, a one-eyed owl')).toBe(
      'an iron bar and a lamp, an hour, a one-eyed owl',
    );
  });

  it('NA9: asks the oracle for what nobody knows, and shows what was asked and answered', async () => {
    const { narrative, happenings } = await open().play('does the roan win the race?');
    expect(narrative).toMatch(/Does the roan win the race\? (?:Yes|No)[^*]*/);
    expect(happenings.some(({ kind }) => kind === 'rolled')).toBe(true);
  });

  it('NA10: whoever is gone is past answering', async () => {
    const story = open('dnd5e', 'the-winter-toll');
    await playAll(story, toFoot);
    for (
      let turn = 0;
      turn < 20 && story.game.state.find('creature:grey-wolf')?.sheet['is_gone'] !== true;
      turn++
    ) {
      await playAll(story, ['go to the goat path', 'attack the wolf']);
    }
    expect(story.game.state.find('creature:grey-wolf')?.sheet['is_gone']).toBe(true);
    await story.play('go to the goat path');
    const { narrative, suggestions } = await story.play('attack the wolf');
    expect(narrative).not.toMatch(/wolf (?:lunges|yawns|comes)/);
    expect(suggestions.join()).not.toContain('wolf');
  });

  it('NA11: goes through nothing that is shut or hidden', async () => {
    const story = open();
    await playAll(story, [
      "go to Cutter's Stair",
      'go to the Ropewalk',
      'go to the Drowned Street',
      'go to the Wax Cellar',
    ]);
    expect(story.game.state.find('character:player')?.sheet['at']).toBe('location:ropewalk');
  });

  it('NA14: opens a new thread where no quest is left', async () => {
    const story = open();
    const quest = story.game.state.list('quest')[0];
    const draft = story.game.start('/ooc enough of this');
    draft.execute(
      { id: 'x', name: 'quest_update', arguments: JSON.stringify({ name: quest?.id, status: 'dropped' }) },
      'player',
    );
    draft.commit({ narrative: 'So be it.', suggestions: [], summary: '', tags: [], importance: 0.5 });
    await playAll(story, ['look around', 'wait', 'rest']);
    expect(story.game.state.list('quest').filter(({ sheet }) => sheet['status'] === 'open')).toHaveLength(1);
  });

  it('NA16: a clock ticks when something fails, and comes round', async () => {
    const story = open();
    await playAll(
      story,
      Array.from({ length: 8 }, () => 'rest'),
    );
    const clock = story.game.state.find('clock:the-hush-comes-in')?.sheet['progress'];
    expect(clock).toEqual({ filled: 2, segments: 6 });
    expect(
      story.game.listTurns(8).some(({ narrative }) => narrative.includes('The hush comes in over the wall')),
    ).toBe(true);
  });

  it.each(listScenarios().map(({ id }) => id))('NA17: %s is whole, and opens in every system', (id) => {
    const scenario = readScenario(id);
    const places = scenario.places.map(({ name }) => name);
    expect([...findReached(scenario)].sort()).toEqual([...places].sort());
    const names = [...scenario.people, ...scenario.creatures, ...scenario.items].map(({ name }) => name);
    expect(new Set([...names, ...places]).size).toBe(names.length + places.length);
    const steps = scenario.quests.flatMap((quest) => quest.steps);
    const given = steps.flatMap(({ gives }) => gives ?? []);
    const known = [...names, ...places, ...given].map((name) => name.toLowerCase());
    const named = steps.flatMap(({ what, with: item, where, to, finds }) => [what, item, where, to, finds]);
    expect(named.filter((name) => name !== undefined && !known.includes(name.toLowerCase()))).toEqual([]);
    expect(scenario.ways.some(({ locked }) => locked) && scenario.ways.some(({ hidden }) => hidden)).toBe(
      true,
    );
    expect(listAskedFor(scenario).filter((name) => !known.includes(name.toLowerCase()))).toEqual([]);
    for (const system of listShippedSystems()) open(system, id);
  });
});

/**
 * The names that the members `after`, `before`, `gives` and `by` of answers contain, without the names of the
 * scenario's steps, quests and clocks.
 */
function listAskedFor({ people, creatures, answers, quests, clocks }: Scenario): readonly string[] {
  const own = [...people, ...creatures].flatMap((one) => one.answers);
  const given = [...own, ...answers].flatMap(({ after, before, gives }) => [after, before, gives]);
  const by = answers.flatMap((one) => one.by ?? []);
  const ends = [...quests, ...clocks, ...quests.flatMap(({ steps }) => steps)].map(({ name }) => name);
  return [...given, ...by].flatMap((name) => (name === undefined || ends.includes(name) ? [] : name));
}

function findReached({ start, ways }: Scenario): ReadonlySet<string> {
  const reached = new Set([start.at]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { from, to } of ways.filter((way) => reached.has(way.from) || reached.has(way.to))) {
      reached.add(from);
      reached.add(to);
    }
  }
  return reached;
}
