// Finds copies of what is forgotten: backups beside the database, and text files of the world that still say it.
import { basename, dirname, extname, join } from 'node:path';
import { StorageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openWorldFolder, type WorldFolder } from '@terrarium/kernel/world-folder';
import type { OwnWords } from './own-words.ts';

export interface Copies {
  /** Backups of the database, which may hold it, and exports that do: they can go with it. */
  readonly removable: readonly string[];
  /** Files of the person's own that say it: talks to import, pages, settings. */
  readonly others: readonly string[];
}

export interface SearchedPlace {
  readonly connection: Connection;
  readonly ambientPath: string;
}

/** Larger files are not read: they are named, since they may say it. */
const largestBytes = 64 * 1024 * 1024;
/** What Terrarium itself writes of a world holds no word of a talk. */
const ownFile = 'world.json';
const folders = ['.', 'exports', 'imports', 'logs'];
const textEndings: ReadonlySet<string> = new Set(
  '.md .txt .json .jsonl .html .htm .yaml .yml .csv .log .svg'.split(' '),
);

/** Of the folder in which the database lies, but for `ambient.md`, which is redacted. Paths are whole. */
export function findCopies({ connection, ambientPath }: SearchedPlace, own: OwnWords): Copies {
  if (connection.memory) return { removable: [], others: [] };
  const folder = openWorldFolder(dirname(connection.name));
  const files = listFiles(connection, folder).filter(
    ({ path }) => path !== ambientPath && basename(path) !== ownFile,
  );
  const isRemovable = ({ kind, path }: FoundFile) =>
    kind === 'backup' || (kind === 'export' && isSaying(folder, path, own));
  return {
    removable: files.filter(isRemovable).map(({ path }) => path),
    others: files
      .filter(({ kind, path }) => kind === 'other' && isSaying(folder, path, own))
      .map(({ path }) => path),
  };
}

interface FoundFile {
  readonly kind: 'backup' | 'export' | 'other';
  readonly path: string;
}

/** Backups, and files of text. */
function listFiles(connection: Connection, folder: WorldFolder): readonly FoundFile[] {
  const dir = dirname(connection.name);
  const backup = `${basename(connection.name)}.v`;
  return folders.flatMap((at) =>
    folder
      .list(join(dir, at))
      .filter(({ isFile }) => isFile)
      .flatMap(({ name }): readonly FoundFile[] => {
        const path = join(dir, at, name);
        if (at === '.' && name.startsWith(backup) && name.includes('.backup'))
          return [{ kind: 'backup', path }];
        if (!textEndings.has(extname(name).toLowerCase())) return [];
        return [{ kind: at === 'exports' ? 'export' : 'other', path }];
      }),
  );
}

function isSaying(folder: WorldFolder, path: string, own: OwnWords): boolean {
  try {
    const text = folder.readText(path, { largestBytes });
    return text !== undefined && own.isIn(text.replace(/\\[nrt"]/gu, ' '));
  } catch (error) {
    // Too large to be read, or a file that others share: it may say it, so it is named.
    if (error instanceof StorageError) return true;
    throw error;
  }
}

export function removeCopies(connection: Connection, { removable }: Copies): void {
  const folder = openWorldFolder(dirname(connection.name));
  for (const path of removable) folder.remove(path);
}
