// Turn world: the mill of the tests, opened by one process after another.

import type { Game } from '../../src/state/game.ts';
import { openTestGame } from '../support/open-test-game.ts';

export interface TurnWorld {
  readonly game: Game;
  /** As after the process that played was killed: what it held is free. */
  openAnew(): Game;
  close(): void;
}

export function openTurnWorld(): TurnWorld {
  const { game, reopen, close } = openTestGame();
  return {
    game,
    openAnew() {
      game.close();
      return reopen();
    },
    close,
  };
}
