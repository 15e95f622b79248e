// Exports a game to a file: the game as it was played up to its head, or the undamaged part of a damaged game.

import { basename, join, resolve } from 'node:path';
import type { World } from '@terrarium/annotator/world';
import { writeFile } from '@terrarium/annotator/write-file';
import {
  type PlayWorld,
  readFromGames,
  requirePlayWorld,
  withPlayDatabase,
} from '@terrarium/composition/game-world';
import { StorageError } from '@terrarium/kernel/errors';
import type { DamagedRow } from '@terrarium/kernel/examined-rows';
import type { Connection } from '@terrarium/kernel/open-database';
import { renderUnsalvageable } from '@terrarium/kernel/storage-errors';
import type { GameExportFormat } from '@terrarium/rpg/export-game';
import type { Session } from '@terrarium/rpg/session';
import { cutText } from '../screen/layout.ts';
import { refuseTarget } from '../shell/choose-export-target.ts';
import type { Shell } from '../shell/shell.ts';
import { reportSalvage } from './report-salvage.ts';
import { type GameOptions, requireNamed } from './show-games.ts';

export interface ExportOptions extends GameOptions {
  readonly format: GameExportFormat;
  readonly out?: string;
  readonly salvage?: boolean;
}

export async function exportGameFile(shell: Shell, options: ExportOptions): Promise<void> {
  const world = await requirePlayWorld(shell, { world: options.world, flags: {} });
  const { exportGame, exportSalvaged } = await import('@terrarium/rpg/export-game');
  const { ids } = shell.environment;
  const { format } = options;
  if (options.salvage !== true) {
    await withPlayDatabase(shell, world, async (connection) => {
      const session = await requireNamed(connection, options);
      const text = exportGame({ connection, session: session.id, format, ids });
      await write(shell, world, { session, text, options });
    });
    return;
  }
  const { salvageGames } = await import('@terrarium/rpg/salvage-games');
  await readFromGames(shell, world.world, async (damaged) => {
    const { connection, leftOut } = salvageGames(damaged);
    try {
      const missing = leftOut.length === 0 ? undefined : leftOut.length;
      const session = await findSalvaged({ connection, leftOut }, options);
      const text = exportSalvaged({ connection, session: session.id, format, ids, leftOut: missing });
      await write(shell, world, { session, text, options, leftOut });
    } finally {
      connection.close();
    }
  });
}

interface Salvaged {
  readonly connection: Connection;
  readonly leftOut: readonly DamagedRow[];
}

/**
 * Throws `StorageError` if the damage left no game, and `UsageError` if the named game is not among those that are
 * left.
 */
async function findSalvaged({ connection, leftOut }: Salvaged, options: ExportOptions): Promise<Session> {
  const { listSessions } = await import('@terrarium/rpg/list-sessions');
  const [lost] = leftOut.filter(({ table }) => table === 'sessions');
  if (lost === undefined || listSessions(connection).length > 0)
    return await requireNamed(connection, options);
  throw new StorageError({
    code: 'store.damaged',
    happened: `No game could be salvaged: row ${lost.row} of the table ${lost.table} ${lost.what}.`,
    todo: renderUnsalvageable(),
  });
}

interface Written {
  readonly session: Session;
  readonly text: string;
  readonly options: ExportOptions;
  /** The rows that the export leaves out; set only if the game's file is damaged. */
  readonly leftOut?: readonly DamagedRow[];
}

async function write(
  shell: Shell,
  { world }: PlayWorld,
  { session, text, options, leftOut }: Written,
): Promise<void> {
  const { gameExportEndings } = await import('@terrarium/rpg/export-game');
  const { format, out, json } = options;
  const { printer } = shell;
  const path =
    out === '-' ? undefined : choosePath(world, session.name, { out, ending: gameExportEndings[format] });
  if (path === undefined) printer.writeText(text);
  else writeFile(path, [text], world.dir);
  const salvage = leftOut && reportSalvage(shell, { file: 'rpg.db', world, path, leftOut });
  if (path === undefined) return;
  if (json === true) printer.writeJson('gameExport', { path, format, ...(salvage && { salvage }) });
  else printer.writeLines(cutText(`The game was written to ${path}.`, 200));
}

interface Target {
  readonly out: string | undefined;
  readonly ending: string;
}

function choosePath({ exportsDir }: World, name: string, { out, ending }: Target): string {
  if (out === undefined)
    return join(exportsDir, `${basename(name).replace(/[^\p{L}\p{N}._-]+/gu, '-')}${ending}`);
  const path = resolve(out);
  refuseTarget(path);
  return path;
}
