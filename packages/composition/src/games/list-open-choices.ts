// Lists the choices that the rules left to the player outside the story, until one option of each is taken.

import type { Game } from '@terrarium/rpg/game';
import { isObject, type Json } from '@terrarium/rpg/json';
import type { Turn } from '@terrarium/rpg/session';
import type { CallBeside } from './execute-beside.ts';

interface OpenOption {
  readonly says: string;
  /** The line that takes this option. */
  readonly line: string;
  readonly calls: readonly CallBeside[];
}

/** What a player is told before the options of an open choice. */
export const openChoiceSays = 'One of these is yours to choose:';

/** Only this many of the newest turns are searched for choices. */
const lookedBack = 20;

/**
 * A choice that comes up outside the story stays open until the story goes on. Choices in the story are made by its
 * narrator.
 */
export function listOpenChoices(game: Pick<Game, 'listTurns' | 'readActions'>): readonly OpenOption[][] {
  const turns = game.listTurns(lookedBack);
  const aside = turns.slice(turns.findLastIndex(({ isAside }) => !isAside) + 1);
  let open: readonly OpenOption[][] = [];
  for (const turn of aside) {
    const actions = game.readActions(turn.id);
    // The same choice may be left to the player twice. Each time one of its options is taken, one of the two is closed,
    // the oldest first.
    const taken = open.findIndex((options) => isTakenBy(options, { turn, actions }));
    const offered = actions.flatMap(({ choices }) => choices.map(({ options }) => options.map(buildOption)));
    open = [...(taken < 0 ? open : open.toSpliced(taken, 1)), ...offered];
  }
  return open;
}

type Offered = ReturnType<Game['readActions']>[number]['choices'][number]['options'][number];

function buildOption({ say, calls }: Offered): OpenOption {
  return {
    says: say,
    line: `/choose ${say}`,
    calls: calls.map(({ name, arguments: given }) => ({ name, arguments: parseArguments(given) })),
  };
}

interface Act {
  readonly turn: Turn;
  readonly actions: ReturnType<Game['readActions']>;
}

/** Whether one of the options was taken, or a value that an option would change was set by hand. */
function isTakenBy(options: readonly OpenOption[], { turn, actions }: Act): boolean {
  const paths = new Set(options.flatMap(({ calls }) => calls.map((call) => call.arguments['path'])));
  const isSet = actions.some(
    (action) => action.tool === 'set' && paths.has(parseArguments(action.arguments)['path']),
  );
  return isSet || options.some(({ line }) => line === turn.words);
}

function parseArguments(text: string): CallBeside['arguments'] {
  const given = JSON.parse(text) as Json;
  return isObject(given) ? given : {};
}
