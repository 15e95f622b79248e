// Opens a turn: starts one with the player's words, resumes an interrupted one, or retells the last one.

import { UsageError } from '@terrarium/kernel/errors';
import type { Acted, Game, TurnDraft } from '../state/game.ts';
import { listJoined } from '../state/join-followed.ts';
import type { Action } from '../state/session.ts';
import { parseCall } from '../tools/slips/parse-call.ts';
import { turnPass } from '../tools/turn-pass.ts';
import { type Journal, openJournal } from './journal.ts';

export type TurnStart =
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'resume' }
  /** Retells the last turn with its own words, unless others are given. */
  | { readonly kind: 'retry'; readonly words?: string | undefined };

export interface OpenedTurn {
  readonly draft: TurnDraft;
  readonly isResumed: boolean;
  readonly journal: Journal;
  readonly doneBefore: (Action & Acted)[];
}

const longestWords = 20_000;

/** Throws `UsageError`, without changing anything, if the turn cannot be opened. */
export function openTurn(game: Game, start: TurnStart): OpenedTurn {
  if (start.kind === 'resume') return resumeLeft(game);
  if (start.kind === 'words') return startTurn(game.start(checkWords(start.words)));
  return startTurn(game.retry(start.words === undefined ? undefined : checkWords(start.words)));
}

function startTurn(draft: TurnDraft): OpenedTurn {
  return { draft, isResumed: false, journal: openJournal([]), doneBefore: [] };
}

function resumeLeft(game: Game): OpenedTurn {
  const left = game.findLeftDraft();
  if (left === undefined) {
    throw new UsageError({
      code: 'turn.nothing-left',
      happened: 'No turn of this game was interrupted.',
      todo: 'Say what your character does.',
    });
  }
  const draft = game.resume();
  return {
    draft,
    isResumed: true,
    journal: openJournal(left.replies),
    doneBefore: [...listJoined(draft.actions, isPassedOver)],
  };
}

/** Whether the action gives the turn to whoever makes the next call. */
function isPassedOver({ tool, arguments: written }: Action): boolean {
  return (
    tool === turnPass.name && parseCall({ name: tool, arguments: written })?.arguments['to'] !== undefined
  );
}

function checkWords(words: string): string {
  if (words.trim() === '') {
    throw new UsageError({
      code: 'turn.no-words',
      happened: 'There are no words to play a turn with.',
      todo: 'Say what your character does or says; /ooc speaks to the narrator outside the story.',
    });
  }
  if (words.length <= longestWords) return words;
  throw new UsageError({
    code: 'turn.words-too-long',
    happened: `These are ${words.length} characters; a turn takes at most ${longestWords}.`,
    todo: 'Say it in several turns.',
  });
}
