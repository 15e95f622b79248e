// Undoes and redoes turns of a game as a player expects: one step for each typed line.

import { UsageError } from '@terrarium/kernel/errors';
import type { Game } from '@terrarium/rpg/game';
import type { Turn } from '@terrarium/rpg/session';

/** Takes back `count` lines; each is a turn, or something done outside the story. */
export function undoTurns(game: Game, count: number): Turn {
  return game.undo(count);
}

const mostRolls = 200;

/** Whether the turn was played outside the story and changed nothing, such as a roll. */
function isRoll(game: Game, turn: Turn | undefined): boolean {
  return turn?.isAside === true && game.readActions(turn.id).every(({ patches }) => patches.length === 0);
}

/**
 * Takes back the newest turns that are rolls or words outside the story and changed nothing, so that the turn
 * before them can be told again. If no told turn comes before them, takes back only the newest rolls. Returns
 * the words said outside the story, oldest first.
 */
export function undoBeside(game: Game): readonly string[] {
  const turns = game.listTurns(mostRolls).toReversed();
  const found = turns.findIndex((turn) => !isRoll(game, turn) && !isTalk(game, turn));
  const isTold = (turns[found]?.number ?? 0) > 0 && turns[found]?.isAside === false;
  const steps = isTold ? found : turns.findIndex((turn) => !isRoll(game, turn));
  if (steps > 0) game.undo(steps);
  return turns
    .slice(0, Math.max(0, steps))
    .flatMap((turn) => (isTalk(game, turn) ? [turn.words.replace(outside, '')] : []))
    .toReversed();
}

const outside = /^\s*\/ooc\b\s*/iu;

/** Whether the turn is something said outside the story that changed nothing. */
function isTalk(game: Game, turn: Turn | undefined): boolean {
  if (turn === undefined || turn.isAside || !outside.test(turn.words)) return false;
  return game.readActions(turn.id).every(({ patches }) => patches.length === 0);
}

/** Brings back `count` turns in order, or fewer if there are fewer. */
export function redoTurns(game: Game, count: number): Turn {
  let turn = game.redo();
  for (let done = 1; done < count && game.findNext() !== undefined; done += 1) turn = game.redo();
  return turn;
}

/** Throws `UsageError` if the head is a turn outside the story, which cannot be told again. */
export function refuseAside({ head }: Pick<Game, 'head'>): void {
  if (!head.isAside) return;
  throw new UsageError({
    code: 'play.nothing-told',
    happened: 'The last step was a roll, or a value that you set, not a turn of the story.',
    todo: 'Take that step back with /undo. After that, /retry tells the newest turn again.',
  });
}
