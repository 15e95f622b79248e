// Game act handlers: carry out what a player says and does in a game.

import { buildDone, choiceBelow } from '@terrarium/composition/build-done';
import { executeBeside, listSetByHand } from '@terrarium/composition/execute-beside';
import { openChoiceSays } from '@terrarium/composition/list-open-choices';
import { listTellings } from '@terrarium/composition/list-tellings';
import { nameOf } from '@terrarium/composition/name-ids';
import { parseValue } from '@terrarium/composition/parse-value';
import { planBeside } from '@terrarium/composition/plan-beside';
import { planTurn } from '@terrarium/composition/plan-turn';
import { type PlayLine, parsePlayLine } from '@terrarium/composition/play-line';
import { requireKnown } from '@terrarium/composition/require-known';
import { redoTurns, undoTurns } from '@terrarium/composition/travel-turns';
import { type ChangedWishes, writeWishes } from '@terrarium/composition/write-wishes';
import { UsageError } from '@terrarium/kernel/errors';
import type { RouteInput } from '@terrarium/protocol/routes';
import { playerId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { readTyped } from '@terrarium/rpg/read-typed';
import { readWish } from '@terrarium/rpg/wish';
import { runLine } from '../running/run-line.ts';
import type { OpenTable } from '../tables/open-kept-table.ts';
import type { Handlers } from './handler.ts';
import { withGame } from './with-game.ts';

export const gameActHandlers: Handlers<'gameAct'> = {
  'POST /api/worlds/{world}/games/{game}/lines': async (desk, { params, body }) =>
    await withGame(desk, params, async (open) => {
      const { game } = open.table;
      refuseMoved(game, body.after);
      const typed = parsePlayLine(body.line, game.head.suggestions.length > 0);
      const play = planTurn(game, typed);
      if (play !== undefined) {
        await open.start(play);
        return { kind: 'telling' };
      }
      const beside = planBeside(typed);
      if (beside !== undefined || isDrop(typed)) {
        if (beside === undefined) game.deleteLeftDraft();
        else executeBeside(game, body.line, beside);
        open.look();
        return { kind: 'shown', lines: [] };
      }
      const { dir } = desk.shelf.require(params.world);
      const before = game.head.id;
      const lines = await runLine({ ...body, dir, session: params.game });
      open.look();
      return { kind: 'shown', lines: hasRolledSince(game, before) ? [] : stripTold(typed, lines) };
    }),
  'GET /api/worlds/{world}/games/{game}/wishes': async (desk, { params }) =>
    await withGame(desk, params, ({ table: { game, wishes } }) => {
      const said = wishes.read();
      return { ...said, ...readWish(said, game.state) };
    }),
  'PUT /api/worlds/{world}/games/{game}/wishes': async (desk, { params, body }) =>
    await withGame(desk, params, ({ table: { wishes } }) =>
      writeWishes(wishes, openWishes(body), 'Nothing was changed.'),
    ),
  'POST /api/worlds/{world}/games/{game}/stop': async (desk, { params }) =>
    await withGame(desk, params, ({ stop }) => ({ wasTelling: stop() })),
  'POST /api/worlds/{world}/games/{game}/moves': async (desk, { params, body }) =>
    await withGame(desk, params, (open) => {
      const head = moveHead(open.table.game, body);
      open.look();
      return { head };
    }),
  'POST /api/worlds/{world}/games/{game}/edits': async (desk, { params, body }) =>
    await withGame(desk, params, ({ table: { game }, look }) => {
      refuseMoved(game, body.after);
      const { id } = game.editNarrative(body.text, body.number);
      look();
      return { head: id };
    }),
  'POST /api/worlds/{world}/games/{game}/values': async (desk, { params, body }) =>
    await withGame(desk, params, (open) => setValue(open, body)),
  'PUT /api/worlds/{world}/games/{game}/name': async (desk, { params, body }) =>
    await withGame(desk, params, ({ table: { game } }) => {
      game.rename(body.name);
      return { name: game.session.name };
    }),
  'PUT /api/worlds/{world}/games/{game}/aside': async (desk, { params, body }) =>
    await withGame(desk, params, ({ table: { game } }) => {
      game.setAside(body.isSetAside);
      return { isSetAside: game.session.isSetAside };
    }),
};

type Wishes = RouteInput<'PUT /api/worlds/{world}/games/{game}/wishes'>['body'];

/**
 * An empty style or author's note leaves this wish open. But an empty text for what must never be in the game is kept:
 * it also overrides what an older game has about this in a note.
 */
function openWishes({ style, authorNote, length, ...others }: Wishes): ChangedWishes {
  const open = {
    style: style === '' ? undefined : style,
    authorNote: authorNote === '' ? undefined : authorNote,
  };
  return {
    ...others,
    ...(style === undefined ? {} : { style: open.style }),
    ...(authorNote === undefined ? {} : { authorNote: open.authorNote }),
    ...(length === undefined ? {} : { length: length ?? undefined }),
  };
}

/**
 * Whether dice were rolled outside the story, by a command, since the turn `before`. The page shows such
 * rolls among the turns, so the lines of the command would only repeat them.
 */
function hasRolledSince(game: Game, before: number): boolean {
  const { id, isAside } = game.head;
  return id !== before && isAside && game.readActions(id).some(({ rolls }) => rolls.length > 0);
}

/** Commands after which a terminal shows where the story stands; a page shows that anyway. */
const travelling: ReadonlySet<string> = new Set(['undo', 'redo', 'retry', 'go']);

/**
 * Leaves out what the page shows anyway: the story, which comes after a blank line, and open choices, which are
 * buttons. Only `/choose` lists the choices.
 */
function stripTold(typed: PlayLine, lines: readonly string[]): readonly string[] {
  const name = typed.kind === 'command' ? typed.name : '';
  const end = travelling.has(name) ? lines.indexOf('') : -1;
  const told = end < 0 ? lines : lines.slice(0, end);
  const open = name === 'choose' ? -1 : told.findIndex((_, at) => isOpenChoiceAt(told, at));
  return open < 0 ? told : [...told.slice(0, open), choiceBelow];
}

/**
 * Whether the sentence that offers a choice (`openChoiceSays`) begins at this line; it may be wrapped. "One of these
 * days" in an answer is not that sentence.
 */
function isOpenChoiceAt(lines: readonly string[], at: number): boolean {
  const words = lines
    .slice(at, at + 4)
    .join(' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return lines[at]?.trim() !== '' && words.startsWith(openChoiceSays);
}

function isDrop(typed: PlayLine): boolean {
  return typed.kind === 'command' && typed.name === 'drop';
}

/** Refuses words that were written for an earlier state of the game: they may have been meant for that state only. */
function refuseMoved({ head }: Game, after: number | undefined): void {
  if (after === undefined || after === head.id) return;
  throw new UsageError({
    code: 'play.moved-on',
    happened: 'The game went on in another window or terminal, so nothing was played here.',
    todo: 'Look at where the game stands now. Your words are still in the field.',
  });
}

type Move = RouteInput<'POST /api/worlds/{world}/games/{game}/moves'>['body'];

function moveHead(game: Game, move: Move): number {
  switch (move.kind) {
    case 'undo':
      return undoTurns(game, move.count).id;
    case 'redo':
      return redoTurns(game, move.count).id;
    case 'go': {
      if (move.turn === game.head.id) return move.turn;
      const isTelling = listTellings(game).some(({ id }) => id === move.turn);
      return game.moveTo(move.turn, isTelling ? 'retry' : 'branch').id;
    }
  }
}

type Value = RouteInput<'POST /api/worlds/{world}/games/{game}/values'>['body'];

/** Sets a value as `/set` does. */
function setValue({ table, look }: OpenTable, { entity: wanted, path, value: typed }: Value) {
  const { game } = table;
  const entity = requireKnown(game, wanted);
  const value = readTyped(game.system, entity, { path, value: parseValue(typed) });
  const isOwn = entity.id === playerId;
  const words = `/set ${isOwn ? '' : `${nameOf(entity, entity.id)} `}${path} ${typed}`;
  const target = isOwn ? {} : { target: entity.id };
  const call = { name: 'set', arguments: { path, value, ...target } };
  const acted = executeBeside(game, words, call);
  look();
  const done = buildDone(game, acted, listSetByHand(call));
  // The person has just set this field, so the message need not name it.
  return { ...done, says: done.says.map((line) => line.replace(/^[\w.]+: stays/u, 'It stays')) };
}
