// Opens the test game for tests of turns, so that a second handle can read what the first one wrote.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@terrarium/kernel/open-database';
import { openRpgDatabase } from '../../src/database/open-rpg-database.ts';
import { openGame } from '../../src/game/open-game.ts';
import type { Game } from '../../src/state/game.ts';
import { openTestGame } from '../support/open-test-game.ts';

export interface TurnWorld {
  readonly game: Game;
  /** Opens the game as if the process that played had been killed, so that its locks are free. */
  openAnew(): Game;
  close(): void;
}

/** A world in memory, in which another handle reads what the first handle wrote. */
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

/** A world in a file. When it is opened anew, another connection reads the file. */
export function openTurnWorldOnDisk(): TurnWorld {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-turn-'));
  const path = join(folder, 'rpg.db');
  const { game, close, environment } = openTestGame({ path });
  const connections: Connection[] = [];
  return {
    game,
    openAnew() {
      game.close();
      const connection = openRpgDatabase({ path });
      connections.push(connection);
      return openGame({ connection, session: 'The Mill', clock: environment.clock });
    },
    close() {
      for (const connection of connections) connection.close();
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
