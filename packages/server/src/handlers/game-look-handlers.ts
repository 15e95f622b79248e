// Game look handlers: show lore, sheets, flags and turns of a game without playing.

import { setImmediate } from 'node:timers/promises';
import { buildKnown } from '@terrarium/composition/build-known';
import { buildSheet } from '@terrarium/composition/build-sheet';
import { explainCalls } from '@terrarium/composition/explain-calls';
import { hideUnseenMoves } from '@terrarium/composition/hide-unseen-moves';
import { listNotes } from '@terrarium/composition/list-notes';
import { listToldFlags } from '@terrarium/composition/list-told-flags';
import type { Table } from '@terrarium/composition/open-table';
import { nameFields, renderSaid } from '@terrarium/composition/render-said';
import { requireKnown } from '@terrarium/composition/require-known';
import { UsageError } from '@terrarium/kernel/errors';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { shapes } from '@terrarium/protocol/shapes';
import type { Game } from '@terrarium/rpg/game';
import { stripMended } from '@terrarium/rpg/list-refused';
import { listTurnTree } from '@terrarium/rpg/list-turn-tree';
import { parseTurnSource } from '@terrarium/rpg/render-source';
import { runCommand } from '../running/run-command.ts';
import type { Handlers } from './handler.ts';
import { withGame } from './with-game.ts';

export const gameLookHandlers: Handlers<'gameLook'> = {
  'GET /api/worlds/{world}/games/{game}/known': async (desk, { params }) =>
    await withGame(desk, params, ({ table }) => buildKnown(table.game)),
  'GET /api/worlds/{world}/games/{game}/flags': async (desk, { params, query }) =>
    await withGame(desk, params, async ({ table: { game } }) => {
      const from = Math.max(query.from, game.head.number - mostFlagged);
      return [...(await listToldFlags(game, from, async () => await setImmediate()))];
    }),
  'GET /api/worlds/{world}/games/{game}/lore': async (desk, { params, query }) =>
    await withGame(desk, params, ({ table }) => {
      const found = listNotes(table.game, query.q);
      const shown = found.slice(-mostNotes).toReversed();
      return {
        notes: shown.map(({ number, note }) => ({
          number,
          text: String(note.sheet['content'] ?? ''),
          kind: String(note.sheet['kind'] ?? 'fact'),
        })),
        total: found.length,
      };
    }),
  'GET /api/worlds/{world}/games/{game}/sheets/{entity}': async (desk, { params }) =>
    await withGame(desk, params, ({ table: { game } }) =>
      buildSheet(requireKnown(game, params.entity), game),
    ),
  'GET /api/worlds/{world}/games/{game}/replay': async ({ shelf }, { params }) => {
    const { dir } = shelf.require(params.world);
    // The replay runs in a process of its own: it takes a while for a long game, and other requests are answered
    // meanwhile.
    const argv = ['play', 'replay', '--session', params.game, '--world', dir];
    const { turns, divergence } = await runCommand(argv, shapes.gameReplay);
    if (divergence === undefined) return { turns, differs: null };
    const { number, words } = divergence.turn;
    return { turns, differs: { number, words } };
  },
  'GET /api/worlds/{world}/games/{game}/tree': async (desk, { params }) =>
    await withGame(desk, params, ({ table }) => buildTree(table)),
  'GET /api/worlds/{world}/games/{game}/turns/{turn}': async (desk, { params }) =>
    await withGame(desk, params, ({ table }) => explainTurn(table.game, params.turn)),
  'PUT /api/worlds/{world}/games/{game}/branches': async (desk, { params, body }) =>
    await withGame(desk, params, ({ table, look }) => {
      table.game.createTurnBranch(body.name);
      look();
      return buildTree(table);
    }),
};

/** How many turns are audited at most, however far back somebody looks. */
const mostFlagged = 400;
const mostNotes = 60;
/** The maximum number of turns of a tree that are shown: nobody steps through a larger tree by hand. */
const mostTurns = 1_000;

function buildTree({ game, connection }: Table): RouteAnswer<'GET /api/worlds/{world}/games/{game}/tree'> {
  return {
    head: game.head.id,
    turns: listTurnTree(connection, game.session.id, mostTurns).map((turn) => ({
      ...turn,
      words: turn.isAside ? renderSaid(turn.words, game.system) : turn.words,
    })),
    branches: game.listBranches().map(({ name, turn }) => ({ name, turn })),
  };
}

/** Explains a turn as `/why` does. */
function explainTurn(
  game: Game,
  id: number,
): RouteAnswer<'GET /api/worlds/{world}/games/{game}/turns/{turn}'> {
  const { number, words, lore, toldBy } = requireShown(game, id);
  const { system, state, listTurns, head } = game;
  const whole = { system, state, listTurns, head, hasBounds: true };
  // The actions of the opening contain the whole world, with everything that is still to be found, so they are not
  // shown.
  const actions = number === 0 ? [] : hideUnseenMoves(stripMended(game.readActions(id)), game, id);
  return {
    number,
    words: renderSaid(words, game.system),
    calls: [...explainCalls(actions, whole)],
    lore: lore.map(({ text, from, because }) => {
      const turn = parseTurnSource(from);
      return {
        text: nameFields(text, system),
        from: stripRepeatedQuote(from, text),
        ...(turn === undefined ? {} : { turn }),
        ...(because === undefined ? {} : { because }),
      };
    }),
    toldBy: toldBy.map(({ model }) => model),
  };
}

/** The quote of a glossary's entry is left out of the source if the remembered text itself contains it. */
function stripRepeatedQuote(from: string, text: string): string {
  const [, place = '', quote = ''] = /^(.+?): "(.+?)…?"$/su.exec(from) ?? [];
  return quote !== '' && text.includes(quote) ? place : from;
}

/** Returns a turn on the path that is being played. */
function requireShown(game: Game, id: number) {
  const found = game.listTurns(game.head.number + 1).find((turn) => turn.id === id);
  if (found !== undefined) return found;
  throw new UsageError({
    code: 'play.unknown-turn',
    happened: 'That turn is not on the branch that is being played.',
    todo: 'Load the page again, or go to that turn first.',
  });
}
