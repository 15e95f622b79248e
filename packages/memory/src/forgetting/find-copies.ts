// Finds copies of what is forgotten: backups beside the database, and text files of the world that still contain it.
import { basename, dirname, extname, join } from 'node:path';
import { StorageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { openWorldFolder, type WorldFolder } from '@terrarium/kernel/world-folder';
import { readDefaultActivation } from '../assembly/read-wake-files.ts';
import { memoryExportEndings, memoryPageTitle } from '../export/memory-export-formats.ts';
import { exportKind, wholeKind } from '../intake/formats/read-own-lines.ts';
import type { OwnWords } from './own-words.ts';

export interface Copies {
  /**
   * Backups of the database, which may contain what is forgotten, and exports of the memory that do contain it. All
   * these files can be removed.
   */
  readonly removable: readonly string[];
  /**
   * The person's own files that contain words of what is forgotten: chats to import, pages, settings, exports of a
   * glossary or of a game.
   */
  readonly others: readonly string[];
}

export interface SearchedPlace {
  readonly connection: Connection;
  readonly ambientPath: string;
}

const ownStarts = [
  ...[exportKind, wholeKind].map((kind) => JSON.stringify({ kind }).slice(0, -1)),
  '{"user_name":',
];

/** Larger files are not read but listed, since they may contain what is forgotten. */
const largestBytes = 64 * 1024 * 1024;
/** Files that Terrarium itself writes about a world and its reading contain no words of a conversation. */
const ownFiles: ReadonlySet<string> = new Set(['world.json', 'stores.json', 'place.json', 'annotate.log']);
const folders = ['.', 'exports', 'imports', 'logs'];
const textEndings: ReadonlySet<string> = new Set(
  '.md .txt .json .jsonl .html .htm .yaml .yml .csv .log .svg'.split(' '),
);

/**
 * Searches the database's folder and the folders in it for exports, imports and logs. Leaves out `ownFiles`, and
 * `ambient.md`, which is redacted. Paths include the database's folder. A database in memory has no copies.
 */
export function findCopies({ connection, ambientPath }: SearchedPlace, own: OwnWords): Copies {
  if (connection.memory) return { removable: [], others: [] };
  const folder = openWorldFolder(dirname(connection.name));
  const files = listFiles(connection, folder).filter(
    ({ path }) => path !== ambientPath && !ownFiles.has(basename(path)),
  );
  const isRemovable = ({ kind, path }: FoundFile) =>
    kind === 'backup' || (kind === 'export' && isOfMemory(folder, path));
  const removable = files.filter(isRemovable);
  const others = files.filter((file) => !removable.includes(file));
  const isCopy = ({ kind, path }: FoundFile) => kind === 'backup' || isSaying(folder, path, own.isIn);
  return {
    removable: removable.filter(isCopy).map(({ path }) => path),
    others: others
      .filter(({ path }) => isSaying(folder, path, (text) => own.isRepeatedIn(cutDefault(text))))
      .map(({ path }) => path),
  };
}

/** The name of the companion on its page. */
const ownName = /^You are (\p{Lu}[\p{L}\p{M}’'-]+(?: \p{Lu}[\p{L}\p{M}’'-]+)*)/mu;

/**
 * Removes the lines of the page with which every world begins, because they say nothing about anybody. Also
 * removes the companion's name, because forgotten words may have addressed the companion by it.
 */
function cutDefault(text: string): string {
  const lines = new Set(readDefaultActivation().split('\n'));
  const rest = text
    .split('\n')
    .filter((line) => !lines.has(line))
    .join('\n');
  const name = ownName.exec(rest)?.[1];
  if (name === undefined) return rest;
  // Within a longer name, such as the "Ann" of "Annabel", the letters are not the companion's name.
  return rest.replace(new RegExp(`(?<![\\p{L}\\p{M}])${name}(?![\\p{L}\\p{M}])`, 'gu'), ' ');
}

interface FoundFile {
  readonly kind: 'backup' | 'export' | 'other';
  readonly path: string;
}

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

function isSaying(folder: WorldFolder, path: string, isIn: (text: string) => boolean): boolean {
  const text = readFound(folder, path);
  // A file that cannot be read may contain what is forgotten, so it is listed.
  return text === undefined || isIn(text.replace(/\\[nrt"]/gu, ' '));
}

const ownNames = [...Object.values(memoryExportEndings), '.whole-memory.jsonl'];

/**
 * Whether a file is an export of the memory: by its name, or by its first line, since the person who exports it may
 * choose the name.
 */
function isOfMemory(folder: WorldFolder, path: string): boolean {
  if (ownNames.some((ending) => path.endsWith(ending))) return true;
  const text = readFound(folder, path) ?? '';
  const [first = ''] = text.split('\n', 1);
  return first === memoryPageTitle || ownStarts.some((start) => first.startsWith(start));
}

/**
 * Returns undefined for a file that cannot be read, such as one that is too large or leads out of the folder; returns
 * an empty text for a missing file.
 */
function readFound(folder: WorldFolder, path: string): string | undefined {
  try {
    return folder.readText(path, { largestBytes }) ?? '';
  } catch (error) {
    if (error instanceof StorageError) return undefined;
    throw error;
  }
}

export function removeCopies(connection: Connection, { removable }: Copies): void {
  const folder = openWorldFolder(dirname(connection.name));
  for (const path of removable) folder.remove(path);
}
