// Tests fights with the built-in narrator: how blows, dodges and flight are told, and what waiting and talk bring about.

import { expect, it, onTestFinished } from 'vitest';
import { replay } from '../../src/game/replay.ts';
import { checkManifest } from '../../src/manifest/check-manifest.ts';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import { isPlayersRoll } from '../../src/tools/rolling/is-players-roll.ts';
import { sceneId } from '../../src/values/entity.ts';
import { call, openTestGame } from '../support/open-test-game.ts';
import { openStory, type PlayedTurn } from '../support/play-story.ts';

const misses = /out of reach|over your head|staggers|on cloth|goes wide|finds nothing|meets the wall|in time/;

it('NA100: a missed blow is told as a miss, also if a round of a condition passes in the same call', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-unkept-lamp', seed: 'b' });
  onTestFinished(story.close);
  await story.play('I go to the Lamp Office.');
  story.force([
    ['condition_add', { condition: 'hidden', rounds: 9 }],
    ['set', { path: 'skills.dodge', value: 0 }],
  ]);
  await story.play('Attack Issy Fenn');
  // Whoever waits has had their turn when the foe strikes, so that a round of the condition passes with the blow.
  for (let count = 0; count < 6; count++) {
    const { happenings, narrative } = await story.play('I wait');
    const said = happenings.flatMap((one) => (one.kind === 'tool-called' ? one.say : []));
    if (!said.some((say) => /^conditions: hidden.*\n.*npc:issy-fenn, [^\n]*: Failure/.test(say))) continue;
    expect(narrative.split('\n\n')[1]).toMatch(misses);
    return;
  }
  expect.fail('every blow hit');
});

const hits = /gap|catches you|low|comes|arrives|lands|bites|hurts|got through|found you|marked you/;

it('NA100: a blow that goes wrong is told as a miss, and the blow in return is told, with the word that it may be resisted', async () => {
  const story = openStory({ system: 'blades-style', scenario: 'the-winter-toll', seed: 'f' });
  onTestFinished(story.close);
  let wrong = 0;
  let isOffered = false;
  for (let count = 0; count < 20 && wrong < 2; count += 1) {
    story.force([
      ['set', { path: 'status.position', value: 3 }],
      ['set', { path: 'harm.moderate', value: [] }],
    ]);
    const { happenings, narrative } = await story.play('I attack Irsa Kell.');
    const said = happenings.flatMap((one) => (one.kind === 'tool-called' ? one.say : [])).join('\n');
    if (!said.includes(': It goes wrong\n')) continue;
    wrong += 1;
    expect(said).toContain('npc:irsa-kell strikes back.');
    const [own, struckBack] = narrative.split('\n\n');
    expect(own).not.toMatch(/You hit|It lands/);
    expect(struckBack).toMatch(hits);
    isOffered ||= narrative.includes('This may be resisted (/spend resist).');
  }
  expect(isOffered).toBe(true);
  expect(wrong).toBe(2);
});

it('NA101: waiting in a fight is told as that, takes no minutes, and the foe acts', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-unkept-lamp', seed: 'b' });
  onTestFinished(story.close);
  const readMinutes = () => story.game.state.find(sceneId)?.sheet['minutes'];
  await story.play('Attack Hob Tanner');
  const before = readMinutes();
  const long = await story.play('I wait for an hour');
  expect(long.narrative).toMatch(
    /^(?:There is no waiting as long|Hob Tanner will not give|You will not get)/,
  );
  const short = await story.play('I wait');
  expect(short.narrative).toMatch(/^You (?:hold back|wait for Hob Tanner|do nothing yet)/);
  for (const { happenings } of [long, short])
    expect(happenings.some((one) => one.kind === 'tool-called' && one.say.startsWith('npc:hob-tanner'))).toBe(
      true,
    );
  expect(readMinutes()).toBe(before);
});

it('NA108: a flight that fails leaves the fight as it is, in its order of turns', async () => {
  for (const system of ['dnd5e', 'percentile', 'step-dice']) {
    const story = openStory({ system, scenario: 'the-winter-toll', seed: 'flight' });
    onTestFinished(story.close);
    await story.play('I attack Irsa Kell');
    for (let count = 0; count < 12 && story.game.state.find(sceneId)?.sheet['mode'] === 'combat'; count++) {
      // Whoever goes home in a fight flees, though no way out is called home.
      const words = count % 2 === 0 ? 'I flee' : 'I head home';
      const { happenings, narrative } = await story.play(words);
      const said = happenings.flatMap((one) => (one.kind === 'tool-called' ? one.say : [])).join('\n');
      if (!/: (?:Failure|Fumble)/.test(said.split('\n')[0] ?? '')) break;
      expect(narrative).toMatch(/in your way|cut off/);
      expect(said).not.toMatch(/Mode: |Order of turns/);
    }
  }
});

it.each(['dnd5e', 'percentile', 'step-dice'])(
  'NA109: in %s a dodge that succeeds keeps the blow off, and one that fails does not',
  async (system) => {
    const story = openStory({ system, scenario: 'the-winter-toll', seed: 'b' });
    onTestFinished(story.close);
    await story.play('I attack Irsa Kell');
    const seen = new Set<boolean>();
    for (const words of ['I dodge', 'I duck', 'I take cover', 'I parry', 'I dodge', 'I dodge', 'I dodge']) {
      if (story.game.state.find(sceneId)?.sheet['mode'] !== 'combat') break;
      const { happenings, narrative } = await story.play(words);
      const rolls = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll] : []));
      const isGood = (rolls[0]?.outcome?.degree ?? -1) >= 0;
      seen.add(isGood);
      expect(rolls.some(({ move }) => move === 'foe_attack')).toBe(!isGood);
      if (isGood)
        expect(narrative).toMatch(/no longer there|let it go by|keep .* off|out of the way|goes by|done/);
    }
    expect(seen.has(true)).toBe(true);
  },
);

it('NA109: whoever blocks a door in a fight, or slips past the foe to it, keeps no blow off', async () => {
  const story = openStory({ system: 'dnd5e', scenario: 'the-winter-toll', seed: 'b' });
  onTestFinished(story.close);
  await story.play('I attack Irsa Kell');
  for (const words of ['I block the door', 'I dodge past him to the door', 'I block the door']) {
    if (story.game.state.find(sceneId)?.sheet['mode'] !== 'combat') break;
    const { happenings } = await story.play(words);
    const rolls = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll.move] : []));
    expect(rolls).toContain('foe_attack');
  }
});

it('NA111: talk in a fight is not answered, and the foe acts meanwhile', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-winter-toll', seed: 'b' });
  onTestFinished(story.close);
  await story.play('I attack Irsa Kell');
  for (const words of [
    'Hesper, what do you know of the keeper?',
    'I ask Penhallow about the mine',
    '“Good evening, Hesper”',
    'Hesper, will you give me the key?',
  ]) {
    if (story.game.state.find(sceneId)?.sheet['mode'] !== 'combat') break;
    const { happenings, narrative } = await story.play(words);
    expect(narrative).toMatch(/^(?:Hesper Vane|Penhallow|Whatever|This is no moment)/);
    const foes = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll.move] : []));
    expect(foes[0]).toBe('foe_attack');
  }
});

it('NA104: a blow that armour takes is told as that, as harm is told as a hit', async () => {
  const story = openStory({ system: 'blades-style', scenario: 'the-winter-toll', seed: 'b' });
  onTestFinished(story.close);
  const readSaid = ({ happenings }: Awaited<ReturnType<typeof story.play>>) =>
    happenings.flatMap((one) => (one.kind === 'tool-called' ? one.say : [])).join('\n');
  let caught = '';
  for (let count = 0; count < 20 && caught === ''; count++) {
    story.force([
      ['set', { path: 'status.position', value: 3 }],
      ['set', { path: 'harm.moderate', value: [] }],
    ]);
    const turn = await story.play('I attack Irsa Kell.');
    if (/Success at a price\n.*\nresources\.armour: /.test(readSaid(turn))) caught = turn.narrative;
  }
  expect(caught).toMatch(/armour/);
  expect(caught).not.toMatch(/waits|less room|come harder|costs you something|pay for it/);
  story.force([['set', { path: 'resources.armour', value: 2 }]]);
  for (let count = 0; count < 9; count++) {
    story.force([
      ['set', { path: 'status.position', value: 3 }],
      ['set', { path: 'harm.moderate', value: [] }],
    ]);
    const turn = await story.play('I attack Irsa Kell.');
    const said = readSaid(turn);
    if (!/Success at a price\n.*\nharm\./.test(said)) continue;
    expect(turn.narrative.split('\n\n')[1]).toMatch(hits);
    return;
  }
  expect.fail('no success at a price');
});

it('NA104: a blow of which armour takes all is told as harmless, also after a dodge that was not good enough', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-winter-toll', seed: 'b' });
  onTestFinished(story.close);
  await story.play('I attack Irsa Kell');
  const seen = new Set<boolean>();
  for (let count = 0; count < 40 && seen.size < 2; count += 1) {
    story.force([
      ['set', { path: 'combat.armour', value: 12 }],
      ['set', { path: 'skills.dodge', value: 90 }],
      ['set', { path: 'combat.attack', value: 95, target: 'Irsa Kell' }],
      ['set', { path: 'combat.attacks', value: 2, target: 'Irsa Kell' }],
    ]);
    const { happenings, narrative } = await story.play('I wait');
    const rolls = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll] : []));
    if (!rolls.some(({ check, outcome }) => check === 'dodge' && (outcome?.degree ?? 0) > 0)) continue;
    const isCaught = rolls.some(({ reason }) => reason === 'damage');
    seen.add(isCaught);
    const told = narrative.split('\n\n')[1];
    expect(told).toMatch(isCaught ? /go through|no harm|without hurting/ : misses);
  }
  expect([...seen].sort()).toEqual([false, true]);
});

it('NA104: a blow that only worsens the position is told as pressing back', async () => {
  const story = openStory({ system: 'blades-style', scenario: 'the-winter-toll', seed: 'a' });
  onTestFinished(story.close);
  for (let count = 0; count < 9; count++) {
    story.force([['set', { path: 'status.position', value: 1 }]]);
    const { happenings, narrative } = await story.play('I attack Irsa Kell.');
    const said = happenings.flatMap((one) => (one.kind === 'tool-called' ? one.say : [])).join('\n');
    if (!said.includes('strikes back.\nstatus.position: ')) continue;
    expect(narrative).toMatch(/give ground to|two steps|your footing, though|only by going back/);
    return;
  }
  expect.fail('no blow was struck back');
});

it('MV26: a foe who is only asleep is not gone for good', async () => {
  const story = openStory({ system: 'dnd5e', scenario: 'the-winter-toll', seed: 'b' });
  onTestFinished(story.close);
  const find = () => story.game.state.find('npc:irsa-kell')?.sheet;
  story.force([
    ['item_add', { name: 'Sleep', list: 'features.spells' }],
    ['set', { path: 'identity.class', value: 'Wizard' }],
    ['set', { path: 'resources.slots_1.current', value: 9 }],
  ]);
  for (let count = 0; count < 9; count++) {
    story.force([['set', { path: 'resources.slots_1.current', value: 9 }]]);
    await story.play('I cast sleep on Irsa Kell');
    if (!JSON.stringify(find()?.['status'] ?? '').includes('asleep')) continue;
    expect(find()?.['is_gone']).not.toBe(true);
    expect(story.game.state.find(sceneId)?.sheet['mode']).toBe('exploration');
    story.force([['time_advance', { minutes: 1 }]]);
    expect(JSON.stringify(find())).not.toContain('asleep');
    return;
  }
  expect.fail('Irsa Kell never slept');
});

it('NA112: a sleeper can be struck, is not beaten by a blow that misses, and wakes from one that hits', async () => {
  const story = openStory({ system: 'dnd5e', scenario: 'the-winter-toll', seed: 'a' });
  onTestFinished(story.close);
  story.force([
    ['npc_create', { name: 'Grum', like: 'ogre' }],
    ['set', { path: 'attitude', value: 'hostile', target: 'Grum' }],
    ['mode_set', { mode: 'combat', opponents: ['Grum'] }],
    ['condition_add', { condition: 'magically asleep', rounds: 90, target: 'Grum' }],
  ]);
  const readGrum = () => JSON.stringify(story.game.state.find('creature:grum')?.sheet);
  const told: string[] = [];
  while (readGrum().includes('asleep') && told.length < 12) {
    const { narrative, happenings } = await story.play('I attack Grum');
    expect(happenings.some(({ kind }) => kind === 'rolled')).toBe(true);
    told.push(narrative);
  }
  expect(readGrum()).not.toContain('asleep');
  expect(readGrum()).toContain('"is_gone":false');
  expect(told.join(' ')).not.toMatch(/nobody to fight/);
});

it('NA119: peace with one foe ends the fight with that one, and surrender ends it with all', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-winter-toll', seed: 'peace' });
  onTestFinished(story.close);
  const foes = ['Irsa Kell', 'Hesper Vane'];
  const begin = () =>
    story.force([
      ['mode_set', { mode: 'combat', opponents: foes }],
      ...foes.map((target) => ['set', { path: 'attitude', value: 'hostile', target }] as const),
      ['set', { path: 'skills.persuade', value: 99 }],
    ]);
  const scene = () => story.game.state.find(sceneId)?.sheet;
  const named = () => JSON.stringify(scene()?.['opponents']);
  begin();
  for (let count = 0; count < 5 && named().includes('irsa'); count += 1) await story.play('I calm Irsa Kell');
  expect([scene()?.['mode'], named().includes('irsa'), named().includes('hesper')]).toEqual([
    'combat',
    false,
    true,
  ]);
  begin();
  await story.play('I surrender');
  expect(scene()?.['mode']).toBe('exploration');
  for (const id of ['npc:irsa-kell', 'npc:hesper-vane'] as const)
    expect(story.game.state.find(id)?.sheet['attitude']).not.toBe('hostile');
});

it('NA101: in a fight, to go off something or outside of a reach is no flight', async () => {
  const story = openStory({ system: 'percentile', scenario: 'the-unkept-lamp', seed: 'b' });
  onTestFinished(story.close);
  await story.play('Attack Hob Tanner');
  for (const words of [
    'I go off the table',
    'I go off to the left',
    'I go outside his reach',
    'I head off',
  ]) {
    const { happenings } = await story.play(words);
    const moves = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll.move] : []));
    expect([words, moves.includes('flee')]).toEqual([words, words === 'I head off']);
  }
});

/** Checks what somebody who was shaken did in a turn; returns who, and whether they recovered. */
function expectRecovered({ happenings, narrative }: PlayedTurn, who: string): string {
  const isOwn = who === 'character:player';
  const rolls = happenings.flatMap((one) => (one.kind === 'rolled' ? [one.roll] : []));
  const own = rolls.filter((roll) => roll.who === who && roll.check !== 'damage');
  if (own.length === 0) return '';
  expect(own[0]?.check).toBe('unshake');
  const isFree = (own[0]?.outcome?.degree ?? -1) > 0;
  expect(own.some(({ move }) => move === (isOwn ? 'attack' : 'foe_attack'))).toBe(isFree);
  if (isOwn) expect(narrative.includes('You are still shaken')).toBe(!isFree);
  else if (!isFree) expect(narrative).toMatch(/not got over|does not strike|no blow in/u);
  return `${who} ${isFree}`;
}

it('MV57: whoever is shaken recovers first, foe and player alike, and does nothing else where that fails', async () => {
  const seen = new Set<string>();
  const shake = (target: string) => ['set', { path: 'status.is_shaken', value: true, target }] as const;
  for (const seed of ['a', 'b', 'c', 'd']) {
    const story = openStory({ system: 'step-dice', scenario: 'the-winter-toll', seed });
    onTestFinished(story.close);
    await story.play('I attack Irsa Kell');
    for (let round = 0; round < 4 && story.game.state.find(sceneId)?.sheet['mode'] === 'combat'; round += 1) {
      story.force([shake('character:player'), shake('npc:irsa-kell')]);
      const played = await story.play('I attack Irsa Kell');
      for (const who of ['character:player', 'npc:irsa-kell']) seen.add(expectRecovered(played, who));
    }
    expect(
      replay({ connection: story.connection, session: story.game.session.id }).divergence,
    ).toBeUndefined();
  }
  seen.delete('');
  expect(seen.size).toBe(4);
});

it('MV57: a manifest that recovers from nothing, or by no check, is refused with each place', () => {
  const manifest = structuredClone(readShippedSystem('step-dice').manifest);
  Object.assign(manifest.narrator?.order ?? {}, {
    recover: { when: 'status.is_nowhere', check: 'none', say: 'Not yet.' },
  });
  const checked = checkManifest(manifest);
  const places = checked.ok ? [] : checked.problems.map(({ pointer }) => pointer);
  expect(places).toContain('/narrator/order/recover/when');
  expect(places).toContain('/narrator/order/recover/check');
});

it('MV57: a token judges the blow again, and what was rolled to recover only where there was no blow', () => {
  const seen = new Set<string>();
  for (let seed = 0; seen.size < 2; seed += 1) {
    const { game, close } = openTestGame({ system: readShippedSystem('step-dice'), seed: `t${seed}` });
    const draft = game.start('I act.');
    call(draft, 'npc_create', { name: 'Henneke' });
    call(draft, 'set', { path: 'resources.tokens', value: 3 });
    call(draft, 'mode_set', { mode: 'combat', opponents: ['Henneke'] });
    call(draft, 'set', { path: 'status.is_shaken', value: true });
    const own = call(draft, 'roll', { move: 'attack', against: 'Henneke' }).rolls.filter(isPlayersRoll);
    const [recovered, blow] = own;
    if (own.every(({ outcome }) => (outcome?.degree ?? 0) > 0)) continue;
    const again = call(draft, 'roll', { spend: 'token' });
    const paid = again.rolls.find(({ spent }) => spent !== undefined) ?? again.rolls[0];
    expect(paid?.check).toBe(blow === undefined ? 'unshake' : 'attack');
    if (blow !== undefined) expect(again.rolls[0]?.rolled.total).toBe(recovered?.rolled.total);
    seen.add(String(paid?.check));
    close();
  }
});
