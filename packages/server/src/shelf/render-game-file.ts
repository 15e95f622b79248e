// Renders a game as a file, as `play export` does.

import { requirePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import { exportGame, type GameExportFormat, gameExportEndings } from '@terrarium/rpg/export-game';
import { listSessions } from '@terrarium/rpg/list-sessions';
import type { Desk } from './desk.ts';
import type { Download } from './download.ts';

interface GameAddress {
  readonly world: string;
  readonly game: string;
}

export async function renderGameFile(
  { host, shelf }: Desk,
  { world: key, game }: GameAddress,
  format: GameExportFormat,
): Promise<Download> {
  const { dir } = shelf.require(key);
  const world = await requirePlayWorld(host, { world: dir, flags: {} });
  return await withPlayDatabase(host, world, (connection) => {
    const text = exportGame({ connection, session: game, format, ids: host.environment.ids });
    const name = listSessions(connection).find(({ id }) => id === game)?.name ?? game;
    return { title: name, ending: gameExportEndings[format], chunks: [text] };
  });
}
