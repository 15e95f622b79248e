// Plays the turns that the judged narratives are about, and stores the records of these turns anew.
// Without an option it plays scripts.json, for the batches a to d; with `-e` it plays scripts-e.json, for the
// batches e and f; with `-g` it plays scripts-g.json, for most of batch g. The rest of batch g comes from a game
// that was played, not scripted, and is in records-g-table.json. The narratives were written for these very
// records: whoever makes the records anew must rewrite the narratives as well.

import { readFileSync, writeFileSync } from 'node:fs';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { listQuickCharacters } from '@terrarium/rpg/build-character';
import { buildNarrator } from '@terrarium/rpg/built-in-narrator';
import { checkManifest } from '@terrarium/rpg/check-manifest';
import type { Game, TurnDraft } from '@terrarium/rpg/game';
import { openGame } from '@terrarium/rpg/open-game';
import { openRpgDatabase } from '@terrarium/rpg/open-rpg-database';
import { playTurn } from '@terrarium/rpg/play-turn';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { scenarioSchema } from '@terrarium/rpg/scenario';
import { readScenario } from '@terrarium/rpg/scenarios';
import { startSession } from '@terrarium/rpg/start-session';
import type { System } from '@terrarium/rpg/system';
import extracted from '@terrarium/rpg/testing/cairn.json' with { type: 'json' };

interface Script {
  readonly system: string;
  /** A shipped scenario, or a world of the script's own. */
  readonly scenario?: string;
  readonly world?: object;
  /** The index of the quick character that is played; the first by default. */
  readonly character?: number;
  readonly turns: readonly {
    readonly words: string;
    readonly calls?: readonly (readonly [string, object])[];
  }[];
}

const types = ['character', 'npc', 'creature', 'location', 'item', 'faction', 'quest', 'clock', 'scene'];

function readSystem(id: string): System {
  if (id !== extracted.id) return readShippedSystem(id);
  const checked = checkManifest(extracted);
  if (!checked.ok) throw new Error('The extracted system is not valid.');
  return checked.system;
}

async function playGame({ system: id, scenario = '', world: own, character: index = 0, turns }: Script) {
  const environment = buildFakeEnvironment();
  const connection = openRpgDatabase({ path: ':memory:' });
  const system = readSystem(id);
  const character = listQuickCharacters(system)[index];
  if (character === undefined) throw new Error(`${id} has no quick character.`);
  const world = own === undefined ? readScenario(scenario) : scenarioSchema.parse(own);
  const begun = { connection, environment, name: id, seed: id, system, world, character };
  const session = startSession(begun);
  const game = openGame({ connection, session: session.id, clock: environment.clock });
  const start = types
    .flatMap((type) => game.state.list(type))
    .map(({ id: key, sheet }) => ({ id: key, sheet }));
  const opening = game.head.narrative;
  const played: ReturnType<typeof describeTurn>[] = [];
  for (const [position, turn] of turns.entries()) {
    await playOne(game, turn);
    played.push(describeTurn(game, `${prefix}${id}-${position + 1}`));
  }
  game.close();
  connection.close();
  return { system: id, start, opening, turns: played };

  async function playOne(played: Game, { words, calls }: Script['turns'][number]) {
    if (calls !== undefined) return playCalls(played, words, calls);
    const model = (draft: TurnDraft) => buildNarrator({ system, seed: id, readView: () => lookAt(draft) });
    for await (const event of playTurn({
      game: played,
      words,
      model,
      environment,
      settings: { maxRounds: 16 },
    }))
      if (event.kind === 'turn-failed') throw new Error(event.says);
  }
}

function playCalls(game: Game, words: string, calls: readonly (readonly [string, object])[]): void {
  const draft = game.start(words);
  for (const [name, wanted] of calls) {
    const call = { id: 'call', name, arguments: JSON.stringify(wanted) };
    draft.execute(call, 'model');
  }
  draft.commit({ narrative: '', suggestions: [], summary: words, tags: [], importance: 0.5 });
}

function lookAt(draft: TurnDraft) {
  return {
    before: draft.past.state,
    words: draft.words,
    turn: draft.number,
    narratives: draft.past.listTurns(8).map(({ narrative }) => narrative),
    actions: draft.actions,
  };
}

function describeTurn(game: Game, name: string) {
  const { words, narrative, id } = game.head;
  const actions = game.readActions(id).map(({ tool, arguments: given, by, ok, say, patches, rolls }) => ({
    tool,
    arguments: given,
    by,
    ok,
    say,
    patches,
    rolls,
  }));
  return { id: name, words, narrative, actions };
}

/**
 * The option, such as `-e`. The name of the records' file ends with the option, and the names of the turns begin with
 * the option's letter.
 */
const suffix = process.argv[2] ?? '';
const prefix = suffix === '' ? '' : `${suffix.slice(1)}-`;
const games: Awaited<ReturnType<typeof playGame>>[] = [];
const scripts: readonly Script[] = JSON.parse(
  readFileSync(new URL(`scripts${suffix}.json`, import.meta.url), 'utf8'),
);
for (const script of scripts) games.push(await playGame(script));
writeFileSync(new URL(`records${suffix}.json`, import.meta.url), `${JSON.stringify(games)}\n`);
