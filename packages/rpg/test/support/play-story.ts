// Plays a story with the built-in narrator, with real turns and a real database.

import type { Connection } from '@terrarium/kernel/open-database';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { createSession } from '../../src/game/create-session.ts';
import { openGame } from '../../src/game/open-game.ts';
import { readShippedSystem } from '../../src/manifest/read-system.ts';
import { buildOpening } from '../../src/narrator/build-opening.ts';
import { buildNarrator } from '../../src/narrator/built-in-narrator.ts';
import type { Scenario } from '../../src/narrator/scenario.ts';
import { readScenario } from '../../src/narrator/scenarios.ts';
import { playTurn } from '../../src/play-turn.ts';
import type { Game, TurnDraft } from '../../src/state/game.ts';
import type { System } from '../../src/system/system.ts';
import type { TurnHappening } from '../../src/turn/turn-event.ts';
import type { JsonObject } from '../../src/values/json.ts';

export interface StoryOptions {
  /** The id of a shipped system, or any other system. */
  readonly system: string | System;
  /** The id of a bundled scenario, or any other scenario. */
  readonly scenario: string | Scenario;
  readonly seed: string;
}

export interface PlayedTurn {
  readonly words: string;
  readonly narrative: string;
  readonly suggestions: readonly string[];
  readonly happenings: readonly TurnHappening[];
}

export type ForcedCall = readonly [tool: string, given: JsonObject];

export interface Story {
  readonly connection: Connection;
  readonly game: Game;
  play(words: string): Promise<PlayedTurn>;
  /** Plays a turn with a fixed narrative, in which these calls are done; throws if one is refused. */
  force(calls: readonly ForcedCall[]): void;
  close(): void;
}

/**
 * The maximum number of rounds in a turn: a turn of a fight may take six, for two rolls of each side, effects, and
 * consequences.
 */
const mostRounds = 8;

export function openStory({ system: rules, scenario, seed }: StoryOptions): Story {
  const environment = buildFakeEnvironment();
  const connection = openRpgDatabase({ path: ':memory:' });
  const system = typeof rules === 'string' ? readShippedSystem(rules) : rules;
  const [quick] = system.manifest.characters ?? [];
  const character = {
    name: quick?.name ?? 'Wren',
    about: quick?.concept ?? 'somebody',
    values: (quick?.set ?? {}) as never,
  };
  const read = typeof scenario === 'string' ? readScenario(scenario) : scenario;
  const session = createSession({
    connection,
    system,
    seed,
    clock: environment.clock,
    ids: environment.ids,
    name: 'story',
    opening: buildOpening(read, system, character),
    narrative: read.opening.join('\n\n'),
  });
  const game = openGame({ connection, session: session.id, clock: environment.clock });
  const model = (draft: TurnDraft) =>
    buildNarrator({ system, seed, scenario: read, readView: () => lookAt(draft) });
  return {
    connection,
    game,
    play: async (words) => {
      const happenings: TurnHappening[] = [];
      const settings = { maxRounds: mostRounds };
      for await (const event of playTurn({ game, words, model, environment, settings }))
        happenings.push(event);
      const { narrative, suggestions } = game.head;
      return { words, narrative, suggestions, happenings };
    },
    force: (calls) => {
      const draft = game.start('/ooc as if it had happened');
      for (const [index, [tool, given]] of calls.entries()) {
        const call = { id: `forced-${index}`, name: tool, arguments: JSON.stringify(given) };
        const acted = draft.execute(call, 'player');
        if (!acted.ok) throw new Error(acted.say);
      }
      draft.commit({ narrative: 'So be it.', suggestions: [], summary: '', tags: [], importance: 0.5 });
    },
    close: () => {
      game.close();
      connection.close();
    },
  };
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
