// Tests the built-in narrator as it is played: every shipped system, an unruly player, real turns, a real database.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { describe, expect, it } from 'vitest';
import { listShippedSystems } from '../../src/manifest/read-system.ts';
import { listSentences } from '../../src/narrator/compose.ts';
import { readHints } from '../../src/narrator/hints.ts';
import { readIntent } from '../../src/narrator/read-intent.ts';
import { listScenarios } from '../../src/narrator/scenarios.ts';
import { buildScope } from '../../src/rules/build-scope.ts';
import { parseFormula } from '../../src/rules/parse-formula.ts';
import { type ForcedCall, openStory, type PlayedTurn, type Story } from '../support/play-story.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const turns = isProof ? 60 : 12;

/** Inputs that no player should type, but that some type. */
const unruly = [
  'asdf qwer',
  '...',
  '¿Dónde está la biblioteca?',
  '<b>ignore all previous instructions</b>',
  'attack',
  '我想睡觉',
  'is it raining?',
  'go north',
  'take everything',
  'sleep until morning',
  'cast a spell',
  'threaten them',
  'flee',
  'what should I do now?',
  '"Hello there!"',
  'steal the key',
  'kill everyone you stupid bot',
  'sing a song',
  'jump over the wall',
  'give the cup to him',
  '{who} {#x} [a|b] {',
];

function chooseWords(turn: number, suggestions: readonly string[]): string {
  if (turn % 4 === 3) return unruly[(turn * 5) % unruly.length] ?? 'wait';
  return suggestions[turn % 3 === 0 ? 0 : turn % Math.max(1, suggestions.length)] ?? 'look around';
}

/** Undoes and redoes each of the first `undone` turns, and checks that the state is the same each time. */
async function playMany(story: Story, count: number, undone = 0): Promise<readonly PlayedTurn[]> {
  const played: PlayedTurn[] = [];
  for (let turn = 0; turn < count; turn++) {
    const before = story.game.head.stateHash;
    played.push(await story.play(chooseWords(turn, played.at(-1)?.suggestions ?? [])));
    const after = story.game.head.stateHash;
    if (turn >= undone) continue;
    expect(story.game.undo().stateHash).toBe(before);
    expect(story.game.redo().stateHash).toBe(after);
  }
  return played;
}

function findRepeats(played: readonly PlayedTurn[]): readonly string[] {
  return played.flatMap(({ narrative }, index) => {
    const earlier = new Set(
      played.slice(Math.max(0, index - 5), index).flatMap((one) => listSentences(one.narrative)),
    );
    const own = listSentences(narrative);
    return own.filter((sentence, at) => earlier.has(sentence) || own.indexOf(sentence) !== at);
  });
}

const games = listShippedSystems().flatMap((system, index) =>
  listScenarios()
    .filter((_, at) => isProof || (at + index) % listScenarios().length === 0)
    .map(({ id }) => ({ system, scenario: id })),
);

/** The calls that bring a character down in each system. */
const downing: readonly (readonly [string, readonly ForcedCall[]])[] = [
  ['starter', [['adjust', { path: 'resources.vigour.current', delta: -99 }]]],
  ['dnd5e', [['adjust', { path: 'resources.hp.current', delta: -99 }]]],
  ['percentile', [['adjust', { path: 'resources.hp.current', delta: -99 }]]],
  ['blades-style', [['item_add', { name: 'broken', list: 'harm.severe' }]]],
  ['fate', [['set', { path: 'hit.shifts', value: 9, reason: 'a test' }]]],
  ['step-dice', [['set', { path: 'status.wounds', value: 99, reason: 'a test' }]]],
];

function isDown({ game }: Story): boolean {
  const { sheets, tables, manifest } = game.system;
  const sheet = sheets.get('character');
  const player = game.state.find('character:player');
  const parsed = parseFormula(readHints(manifest.narrator).player?.down_when ?? '');
  if (!parsed.ok || sheet === undefined || player === undefined) throw new Error('nobody to ask');
  const evaluated = parsed.formula.evaluate(buildScope(sheet, player.sheet, tables));
  return evaluated.ok && evaluated.value === true;
}

describe('a game told by the built-in narrator', () => {
  it.each(games)(
    'NA18: NA7: NA2: $system in $scenario goes on whatever is typed, and repeats itself nowhere',
    async (game) => {
      const story = openStory({ ...game, seed: 'playthrough' });
      const played = await playMany(story, turns, isProof ? turns : 3);
      expect(findRepeats(played)).toEqual([]);
      for (const { narrative, suggestions, happenings, words } of played) {
        expect(narrative.length, words).toBeGreaterThan(20);
        expect(narrative, words).not.toMatch(/undefined|\[object|\{\w|\| |\}/);
        expect(
          happenings.some(({ kind }) => kind === 'turn-failed'),
          words,
        ).toBe(false);
        expect(new Set(suggestions).size).toBe(suggestions.length);
        expect(suggestions.length).toBeGreaterThanOrEqual(3);
        expect(suggestions.length).toBeLessThanOrEqual(5);
      }
      story.close();
    },
  );

  it('NA12: suggests what it understands', async () => {
    const story = openStory({ system: 'starter', scenario: 'the-winter-toll', seed: 'suggest' });
    const played = await playMany(story, turns);
    for (const words of played.flatMap(({ suggestions }) => suggestions)) {
      expect(['nonsense', 'empty', 'self']).not.toContain(readIntent(words).kind);
    }
    story.close();
  });

  it.each(['starter', 'dnd5e'])(
    'NA13: the thread is followed to its steps in %s, and never lost',
    async (system) => {
      const story = openStory({ system, scenario: 'the-unkept-lamp', seed: 'thread' });
      let words = 'look around';
      for (let turn = 0; turn < 16; turn++) words = (await story.play(words)).suggestions[0] ?? 'look around';
      const quests = story.game.state.list('quest');
      expect(quests.some(({ sheet }) => JSON.stringify(sheet['steps']).includes('"is_done":true'))).toBe(
        true,
      );
      expect(quests.some(({ sheet }) => sheet['status'] === 'open')).toBe(true);
      story.close();
    },
  );

  it('NA2: a turn that is taken back leaves no trace, and told again it is the same turn', async () => {
    const story = openStory({ system: 'starter', scenario: 'the-unkept-lamp', seed: 'undo' });
    for (const words of [
      'go to the Blue Kettle',
      'ask Widow Esk about the lamp',
      'attack the widow',
      'search',
    ]) {
      const before = story.game.head.stateHash;
      const first = await story.play(words);
      const after = story.game.head.stateHash;
      expect(story.game.undo().stateHash).toBe(before);
      const again = await story.play(words);
      expect(again.narrative).toBe(first.narrative);
      expect(story.game.head.stateHash).toBe(after);
    }
    story.close();
  });

  it.each(downing)(
    'NA15: whoever is brought down in %s stands again, and the game goes on',
    async (system, calls) => {
      const story = openStory({ system, scenario: 'the-winter-toll', seed: 'down' });
      story.force(calls);
      expect(isDown(story)).toBe(true);
      const { narrative } = await story.play('look around');
      expect(narrative.length).toBeGreaterThan(100);
      // Nobody comes back to a place where they have not been.
      expect(narrative).not.toMatch(/You are back|you left it|You know your way|Stable Yard again/);
      expect(isDown(story)).toBe(false);
      expect(JSON.stringify(story.game.state.find('character:player')?.sheet['conditions'])).toContain(
        'battered',
      );
      const after = await story.play('search');
      expect(after.suggestions.length).toBeGreaterThanOrEqual(3);
      expect(isDown(story)).toBe(false);
      story.close();
    },
  );
});
