// Tests how many tokens of a prompt a server must compute anew in each turn of a bundled adventure.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { ModelRequest } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it, onTestFinished } from 'vitest';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { openGame } from '../../src/game/open-game.ts';
import { readScenario } from '../../src/narrator/scenarios.ts';
import { openRecollector } from '../../src/retrieval/recollect.ts';
import { startSession } from '../../src/session-zero/start-session.ts';
import { playScript } from '../support/play-script.ts';
import { findShipped } from '../support/shipped-system.ts';

const prose =
  'The lamp over the door gutters and finds itself again. Hob turns the ladle in his hands as though it had an inscription, and does not look at you. "I heard it go out," he says. "You do not hear a lamp, mostly, but you hear the quiet it leaves." Behind him the fog has come up as far as the second step, and it is waiting there like a dog that was told to. Somebody in the house across shuts a window with great care.';
const told = `${prose}\n\n<after>\nsummary: Hob said that he heard the lamp go out.\ntags: hob, lamp\nimportance: 0.5\n- Ask Hob what name he said\n- Go across to the Blue Kettle\n- Follow the fog down the stair\n</after>`;

const turns: readonly (readonly [string, string, object])[] = [
  [
    'I ask Hob Tanner about the lamp.',
    'roll',
    { move: 'talk', against: 'Hob Tanner', reason: 'draw him out' },
  ],
  ['I go across to the Blue Kettle.', 'move', { destination: 'Blue Kettle' }],
  ['I ask Widow Esk about the grey lamp.', 'note', { content: 'Widow Esk saw the grey lamp at the stair.' }],
  ['I search the room.', 'roll', { move: 'search', reason: 'search the Kettle' }],
  ['I go up to the Lamp Office.', 'move', { destination: 'Lamp Office' }],
  ['I talk to whoever is here.', 'roll', { move: 'persuade', reason: 'talk' }],
  ['I rest an hour.', 'time_advance', { minutes: 60 }],
  ['I go down to the Rows.', 'move', { destination: 'Pewter Rows' }],
  ['I look for tracks.', 'roll', { move: 'search', reason: 'tracks' }],
];

it('TU37: in a turn of Lamplight a server computes at most 1,400 tokens of prompt anew, answers to calls included', async () => {
  const environment = buildFakeEnvironment();
  const connection = openRpgDatabase({ path: ':memory:' });
  onTestFinished(() => void connection.close());
  const system = findShipped('starter');
  const set = system.manifest.characters?.[0]?.set ?? {};
  const { id } = startSession({
    connection,
    environment,
    name: 'lamp',
    seed: 'lamp',
    system,
    world: readScenario('the-unkept-lamp'),
    character: { name: 'Wren', about: 'A warden of lamps.', set },
  });
  const game = openGame({ connection, session: id, clock: environment.clock });
  const recollector = openRecollector({ connection, sessionId: id, system, countTokens: estimateTokens });
  const counted: number[] = [];
  let before = '';
  for (const [words, name, given] of turns) {
    const script = [{ calls: [{ id: 'c', name, arguments: JSON.stringify(given) }] }, { text: told }];
    const settings = { promptTokens: 24_000 };
    const { model } = await playScript(script, { game, words, settings, recollector });
    let fresh = 0;
    for (const request of model.requests) {
      const shown = renderRequest(request);
      fresh += estimateTokens(shown.slice(measureShared(shown, before)));
      before = shown;
    }
    counted.push(fresh);
  }
  const [, ...later] = counted;
  const sorted = later.sort((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(1_400);
});

function renderRequest({ messages }: Pick<ModelRequest, 'messages'>): string {
  return messages.map(({ role, content }) => `${role}\n${content}`).join('\n');
}

function measureShared(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one.charCodeAt(shared) === other.charCodeAt(shared)) shared += 1;
  return shared;
}
