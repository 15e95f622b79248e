// Secrets of the game master: in random games, no screen, line of JSON or export contains any of them.

import { join } from 'node:path';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeCall, FakeReply, FakeRequest } from '@terrarium/kernel/testing/fake-wire';
import { readNotebook } from '@terrarium/rpg/notebook';
import { openGame } from '@terrarium/rpg/open-game';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const own = 'the mayor is the zq-murderer';

/** Calls that a game master makes, including mistakes. */
const calls: readonly FakeCall[] = [
  { name: 'notebook', arguments: { of: 'Hob Tanner', kind: 'plans', text: own, hours: 1 } },
  { name: 'notebook', arguments: { text: own, kind: own } },
  { name: 'note_secret', arguments: { text: own } },
  { name: 'notebook', arguments: `{"text": "${own}` },
  { name: 'state_query', arguments: { target: 'Hob Tanner' } },
  { name: 'lore_search', arguments: { query: 'lamp' } },
  { name: 'move', arguments: { destination: 'Blue Kettle' } },
  { name: 'move', arguments: { destination: 'Pewter Rows' } },
  { name: 'time_advance', arguments: { minutes: 600 } },
  {
    name: 'place_create',
    arguments: { name: 'Priest Hole', exits: [{ to: 'Pewter Rows', name: own, is_hidden: true }] },
  },
  { name: 'roll', arguments: { formula: '2d6', reason: 'luck' } },
  { name: 'npc_create', arguments: { name: 'Hob Tanner' } },
];

const typed = [
  'I look around.',
  'I wait for Hob Tanner.',
  '/sheet',
  '/sheet Hob Tanner',
  '/sheet Pewter Rows',
  '/sheet secret:s1',
  '/set secret:s1 hidden x',
  '/people',
  '/quests',
  '/map',
  '/why',
  '/why 0',
  '/log',
  '/recap',
  '/lore',
  '/lore lamp',
  '/truth',
  '/choices',
  '/rules',
  '/undo',
  '/redo',
  '/branch here',
  '/roll 2d6',
  '/time 5h',
  '/retry',
  '/ooc What is going on?',
] as const;

function reply(request: FakeRequest, wanted: readonly FakeCall[]): FakeReply {
  const last = request.body.messages.at(-1);
  const isAsked = last?.role === 'user' && (request.body.tools ?? []).length > 0;
  if (!isAsked || request.body.tool_choice === 'none')
    return { text: 'Rain falls on the rows.', reasoning: own };
  return { text: `I know that ${own}.`, reasoning: own, calls: [...wanted] };
}

/**
 * The texts that are secret at the end of the game. Short texts are left out: they may be names that the
 * player knows.
 */
function readSecrets(): readonly string[] {
  const connection = openRpgDatabase({ path: join(folder.path, 'world', 'rpg.db') });
  try {
    const { clock } = buildSystemEnvironment();
    const game = openGame({ connection, session: 'world', clock });
    const { secrets, plans, ways } = readNotebook(game.state);
    const shown = new Set(game.state.list('quest').map(({ sheet }) => String(sheet['name'])));
    return [
      own,
      ...secrets.filter(({ isRevealed }) => !isRevealed).map(({ text }) => text),
      ...plans.flatMap(({ steps, won }) => [won, ...steps.map(({ name }) => name)]),
      ...plans.filter(({ name }) => !shown.has(name)).map(({ about }) => about),
      ...ways.map(({ name }) => name),
    ].filter((text) => text.length > 12);
  } finally {
    connection.close();
  }
}

/** Puts the text on one line, so that line breaks do not matter. */
function flatten(text: string): string {
  return text.replace(/\s+/g, ' ');
}

it(
  'NB1: over random games at the table no screen, no line for programs and no export holds what is secret',
  async () => {
    const wanted = fc.array(fc.constantFrom(...calls), { minLength: 1, maxLength: 3 });
    const lines = fc.array(fc.constantFrom(...typed), { minLength: 4, maxLength: 12 });
    const seen: string[] = [];
    await fc.assert(
      fc.asyncProperty(wanted, lines, fc.boolean(), async (given, said, isJson) => {
        const server = await openFakeServer({
          flavour: 'llama-cpp',
          models: ['story'],
          contextTokens: 32_768,
          respond: (request) => reply(request, given),
        });
        try {
          const flags = ['--model', 'openai:story', '--base-url', server.baseUrl];
          const input = `${['I look around.', ...said, 'I go on.'].join('\n')}\n`;
          const run = (argv: readonly string[], more = {}) =>
            runTerrarium(['play', ...argv], { cwd: folder.path, ...more });
          const shown = [await run([...flags, ...(isJson ? ['--json'] : [])], { input })];
          for (const format of ['story', 'sillytavern', 'corpus'])
            shown.push(await run(['export', '--format', format, '--out', '-']));
          shown.push(await run(['list', '--json']), await run(['replay', '--json']));
          const all = flatten(shown.map(({ out, error }) => `${out}\n${error}`).join('\n'));
          seen.push(all);
          expect(readSecrets().filter((text) => all.includes(flatten(text)))).toEqual([]);
          expect(all).not.toContain('zq-murderer');
          expect(all).not.toContain('<secret>');
        } finally {
          await server.close();
          folder.remove();
          folder = createFolder();
        }
      }),
      { numRuns: isProof ? 200 : 6 },
    );
    expect(seen.join('\n')).toContain('Rain falls on the rows.');
  },
  isProof ? 300_000 : 60_000,
);
