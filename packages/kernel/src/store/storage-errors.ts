// Turns the SQLite driver's errors into ours, each with what the operator can do.
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { Bug, StorageError, TerrariumError } from '../base/errors.ts';

export interface StorePlace {
  /** How messages refer to the database, such as "the glossary". */
  readonly title: string;
  readonly path: string;
  /**
   * False if the database could not even be opened. In this case a salvage, which opens it in the same way, cannot
   * read it either.
   */
  readonly isOpened?: boolean;
}

interface Condition {
  /**
   * The beginning of a text `CODE: message`: the driver's code and the error's message. `systemCodes` gives the
   * driver's code for each code of the operating system.
   */
  readonly prefix: string;
  readonly code: string;
  readonly happened: (place: StorePlace) => string;
  /** What to do, or a function that returns it. */
  readonly todo: string | ((place: StorePlace) => string);
}

/** The last resort if nothing of ours can read the file. */
const recovery = `SQLite's ".recover" may find more in a copy of the file`;

/**
 * If the content contradicts itself, SQLite may refuse to write to the internal tables of a full-text index, even
 * during a rollback.
 */
const selfContradicting = {
  code: 'store.damaged',
  happened: (place: StorePlace) => `The content of ${place.path} contradicts itself: a write was refused.`,
  todo: 'Start again: everything up to the last step is safe. If this happens again, restore the file from a backup.',
};

const conditions: readonly Condition[] = [
  {
    prefix: 'SQLITE_BUSY',
    code: 'store.locked',
    happened: (place) => `Another program is writing to ${place.title} (${place.path}).`,
    todo: 'Wait for it or close it, then start again. Nothing was lost.',
  },
  {
    prefix: 'SQLITE_LOCKED',
    code: 'store.locked',
    happened: (place) => `Another program is writing to ${place.title} (${place.path}).`,
    todo: 'Wait for it or close it, then start again. Nothing was lost.',
  },
  {
    prefix: 'SQLITE_FULL',
    code: 'store.full',
    happened: (place) => `The disk that holds ${place.path} is full.`,
    todo: 'Free some space and start again: everything up to the last step is safe.',
  },
  {
    prefix: 'SQLITE_NOTADB',
    code: 'store.not-a-database',
    happened: (place) => `${place.path} is not a SQLite database.`,
    todo: `Check the path. If the file was a SQLite database before, restore it from a backup. Without one, ${recovery}. The file was not changed.`,
  },
  {
    prefix: 'SQLITE_CORRUPT',
    code: 'store.corrupt',
    happened: describeCorruption,
    todo: renderCorruptionAdvice,
  },
  {
    prefix: 'SQLITE_CANTOPEN',
    code: 'store.cannot-open',
    happened: (place) => `${place.path} cannot be opened or created.`,
    todo: 'Check that it is a file, that its folder exists and that you may write there.',
  },
  {
    prefix: 'SQLITE_READONLY',
    code: 'store.read-only',
    happened: (place) => `${place.path} cannot be written to.`,
    todo: 'Check the permissions of the file and of its folder.',
  },
  {
    prefix: 'SQLITE_IOERR',
    code: 'store.io',
    happened: (place) => `Reading or writing ${place.path} failed.`,
    todo: 'Check the disk, its free space and any limit on the size of files, then start again: everything up to the last step is safe.',
  },
  // This message names no table, so the key does not belong to one of our tables.
  { prefix: 'SQLITE_CONSTRAINT_PRIMARYKEY: constraint failed', ...selfContradicting },
  { prefix: 'SQLITE_ERROR: no such savepoint', ...selfContradicting },
];

/**
 * The operating system's codes for errors with files next to a database, each with the driver's code of the same
 * meaning.
 */
const systemCodes: Readonly<Record<string, string>> = {
  EACCES: 'SQLITE_READONLY',
  EPERM: 'SQLITE_READONLY',
  EROFS: 'SQLITE_READONLY',
  ENOSPC: 'SQLITE_FULL',
  EDQUOT: 'SQLITE_FULL',
  ENOENT: 'SQLITE_CANTOPEN',
  ENOTDIR: 'SQLITE_CANTOPEN',
  EISDIR: 'SQLITE_CANTOPEN',
  ELOOP: 'SQLITE_CANTOPEN',
  ENAMETOOLONG: 'SQLITE_CANTOPEN',
  EMFILE: 'SQLITE_CANTOPEN',
  ENFILE: 'SQLITE_CANTOPEN',
  EIO: 'SQLITE_IOERR',
  EFBIG: 'SQLITE_IOERR',
};

/** Turns anything that a store threw into one of our errors. Our own errors are returned unchanged. */
export function translateStorageError(error: unknown, place: StorePlace): TerrariumError {
  if (error instanceof TerrariumError) return error;
  const said = describeError(error);
  const condition = conditions.find((known) => said?.startsWith(known.prefix));
  if (condition !== undefined) {
    const { code, happened, todo } = condition;
    const advice = typeof todo === 'string' ? todo : todo(place);
    return new StorageError({ code, happened: happened(place), todo: advice, cause: error });
  }
  if (error instanceof Database.SqliteError) {
    return new Bug(`${place.title}: ${error.message} (${error.code})`, error);
  }
  if (error instanceof TypeError && error.message.includes('directory does not exist')) {
    return new StorageError({
      code: 'store.cannot-open',
      happened: `The folder of ${place.path} does not exist.`,
      todo: 'Check the --world folder.',
      cause: error,
    });
  }
  return new Bug(`${place.title}: ${String(error)}`, error);
}

/**
 * The driver's code with the message. A code of the operating system is replaced by the driver's code of the same
 * meaning.
 */
function describeError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const code = String(error.code);
  if (error instanceof Database.SqliteError) return `${code}: ${error.message}`;
  return Object.hasOwn(systemCodes, code) ? `${systemCodes[code]}: ${error.message}` : undefined;
}

/** What a person can do about damage that our own checks find. The words for damage that SQLite finds are different. */
export function renderDamageAdvice(path: string): string {
  const salvage = nameSalvage(path);
  const without = salvage === undefined ? '' : ` Without one, ${salvage} writes the part that is sound.`;
  return `Look for other damage with "terrarium verify", and restore the folder of the world from a backup.${without} Nothing was changed.`;
}

function describeCorruption({ path, isOpened }: StorePlace): string {
  if (isOpened !== false) return `${path} is damaged.`;
  return `${path} is damaged: the description of its tables cannot be read, and without it nothing else.`;
}

function renderCorruptionAdvice({ path, isOpened }: StorePlace): string {
  const restore = 'Restore it from a backup (of a world, the whole folder). Without one, ';
  if (isOpened === false) return `${restore}${recovery}.`;
  const salvage = nameSalvage(path);
  return `${restore}${salvage === undefined ? '' : `${salvage} writes the undamaged part, and `}${recovery}.`;
}

/** What a person can do if a salvage found nothing. */
export function renderUnsalvageable(): string {
  return `Restore the folder of the world from a backup. Without one, ${recovery}. Nothing was changed.`;
}

/** The command that exports the sound part of the database; undefined if there is none, as for a story. */
function nameSalvage(path: string): string | undefined {
  const exported = exporters.get(basename(path));
  return exported === undefined ? undefined : `"terrarium ${exported} export --salvage"`;
}

/** The command that exports each database of a world. */
const exporters: ReadonlyMap<string, string> = new Map([
  ['annotator.db', 'annotate'],
  ['memory.sqlite', 'memory'],
  ['rpg.db', 'play'],
]);
