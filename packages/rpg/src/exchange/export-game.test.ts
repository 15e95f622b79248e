// Tests that an export follows the path to the head without undone turns; other tellings are alternatives ("swipes") in a chat.

import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { endTurn, openTestGame, type TestGame } from '../../test/support/open-test-game.ts';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { readShippedSystem } from '../manifest/read-system.ts';
import { readScenario } from '../narrator/scenarios.ts';
import { startSession } from '../session-zero/start-session.ts';
import { corpusLineSchema } from './corpus-line.ts';
import { exportGame, type GameExportFormat, gameExportEndings } from './export-game.ts';

let test: TestGame;
beforeEach(() => {
  test = openTestGame();
});
afterEach(() => test.close());

function play(words: string, narrative: string): void {
  test.game.start(words).commit(endTurn(narrative));
}

function write(format: GameExportFormat): string {
  const { connection, environment } = test;
  return exportGame({
    connection,
    session: 'The Mill',
    format,
    ids: environment.ids,
  });
}

it('XC5, XC6, XC7: the path to the head is told; another telling of its words is a swipe', () => {
  play('I go in', 'The door sticks.');
  play('I knock', 'Silence.');
  test.game.retry().commit(endTurn('Somebody coughs.'));
  play('I run', 'Into the rain.');
  test.game.undo();
  expect(write('story')).toBe(
    ['# The Mill', '> I go in', 'The door sticks.', '> I knock', 'Somebody coughs.\n'].join('\n\n'),
  );
  const messages = write('sillytavern')
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages.slice(1).map(({ name, mes }) => [name, mes])).toEqual([
    ['Ada', 'I go in'],
    ['Narrator', 'The door sticks.'],
    ['Ada', 'I knock'],
    ['Narrator', 'Somebody coughs.'],
  ]);
  expect(messages.at(-1)).toMatchObject({ swipes: ['Silence.', 'Somebody coughs.'], swipe_id: 1 });
  const lines = write('corpus').trimEnd().split('\n');
  expect(lines.map((line) => corpusLineSchema.parse(JSON.parse(line)).id)).toEqual([1, 2]);
  expect(Object.keys(gameExportEndings)).toEqual(['story', 'sillytavern', 'corpus']);
});

it('XC5: of a game that is not there it says so', () => {
  const { connection, environment } = test;
  const { ids } = environment;
  expect(() => exportGame({ connection, session: 'Another', format: 'story', ids })).toThrow(/Another/);
});

it('XC5: is called what its world is called', () => {
  const connection = openRpgDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  const { environment } = test;
  const system = readShippedSystem('starter');
  const world = readScenario('the-unkept-lamp');
  const [quick] = system.manifest.characters ?? [];
  const character = { name: 'Wren', about: '', set: quick?.set ?? {} };
  startSession({ connection, environment, name: 'my game', system, world, character });
  const story = exportGame({ connection, session: 'my game', format: 'story', ids: environment.ids });
  expect(story.split('\n')[0]).toBe(`# ${world.title}`);
});
