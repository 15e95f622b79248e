// Plans the turn that a player's line asks for; other lines only show, look up or set something.

import { UsageError } from '@terrarium/kernel/errors';
import type { Game } from '@terrarium/rpg/game';
import { isForeignText } from '@terrarium/rpg/is-foreign-text';
import { playTurn, resumeTurn, retryTurn } from '@terrarium/rpg/play-turn';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import type { TurnOptions } from '@terrarium/rpg/turn-options';
import type { PlayLine } from './play-line.ts';
import { refuseAside, undoBeside } from './travel-turns.ts';

type PlannedTurn = (options: TurnOptions) => AsyncGenerator<TurnEvent, void, undefined>;

/**
 * The player's words in a turn played by `/continue`. In a game that is told in another language, English words would
 * lead a model into English; the built-in narrator reads nothing but English.
 */
export function chooseWaitingWords(game: Game, model: TurnOptions['model']): string {
  const isBuiltIn = typeof model === 'function' || model.id.startsWith('builtin:');
  return !isBuiltIn && isForeignText(game.head.narrative) ? '…' : 'I wait and see what happens.';
}

/** Undefined if the line plays no turn. Throws `UsageError` for a choice that does not exist. */
export function planTurn(game: Game, line: PlayLine): PlannedTurn | undefined {
  if (line.kind === 'words') return (options) => playTurn({ ...options, words: line.words });
  if (line.kind === 'choice') {
    const words = requireChoice(game.head.suggestions, line.number);
    return (options) => playTurn({ ...options, words });
  }
  return planCommand(game, line);
}

function planCommand(game: Game, { name, rest }: Extract<PlayLine, { kind: 'command' }>) {
  if (name === 'continue') {
    return (options: TurnOptions) => playTurn({ ...options, words: chooseWaitingWords(game, options.model) });
  }
  if (name === 'ooc' && rest !== '')
    return (options: TurnOptions) => playTurn({ ...options, words: `/ooc ${rest}` });
  if (name === 'resume') return resumeTurn;
  if (name === 'reword' && rest !== '') {
    return (options: TurnOptions) => {
      const said = undoBeside(game);
      refuseAside(game);
      return retryTurn({ ...withWish(options, joinWishes('', said)), words: rest });
    };
  }
  // `/retry` with a number plays no turn: it goes back to an existing telling.
  if (name !== 'retry' || /^[-+]?\d[\d.,]*$/u.test(rest)) return undefined;
  return (options: TurnOptions) => {
    const said = undoBeside(game);
    refuseAside(game);
    return retryTurn(withWish(options, joinWishes(rest, said)));
  };
}

/** Joins the wish for a new telling with what the player has said outside the story since the last turn. */
export function joinWishes(wish: string, said: readonly string[]): string {
  const talk = said.length === 0 ? '' : `the player said: ${said.join(' ')}`;
  return [talk, wish].filter((part) => part !== '').join('; ');
}

/** Adds the wish for one telling after the author's note, which holds for every turn. */
export function withWish<Options extends Pick<TurnOptions, 'settings'>>(
  options: Options,
  wish: string,
): Options {
  if (wish === '') return options;
  const before = options.settings?.authorNote ?? '';
  const authorNote = [before, `For this telling: ${wish}`].filter((part) => part !== '').join(' ');
  return { ...options, settings: { ...options.settings, authorNote } };
}

export function requireChoice(suggestions: readonly string[], number: number): string {
  const chosen = suggestions[number - 1];
  if (chosen !== undefined) return chosen;
  const numbers = suggestions.length === 1 ? '1' : `1 to ${suggestions.length}`;
  throw new UsageError({
    code: 'play.no-choice',
    happened: `There is no suggestion ${number}, only ${numbers}.`,
    todo: `/choices shows them. To say the number itself, type //${number}.`,
  });
}
