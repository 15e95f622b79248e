// Errors of the fleet: turns errors of PostgreSQL into ours, which say what a person can do.

import { Bug, StorageError, TerrariumError } from '@terrarium/kernel/errors';

export interface DatabasePlace {
  readonly host: string;
  readonly database: string;
}

/** Reads the code of the error: PostgreSQL's or, if the request did not reach PostgreSQL, the operating system's. */
function readErrorCode(error: unknown): string {
  if (error instanceof AggregateError) return readErrorCode(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
]);

/**
 * Whether the database may be available again after some time: it cannot be reached, is starting or stopping, or has
 * too many connections.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof StorageError) return ['fleet.unreachable', 'fleet.crowded'].includes(error.code);
  if (error instanceof TerrariumError) return false;
  return isCut(error) || away.has(readErrorCode(error)) || readErrorCode(error) === '53300';
}

/**
 * Whether the driver throws the error without a code, because a connection broke in use or could not be made in time.
 */
function isCut(error: unknown): boolean {
  const text = error instanceof Error ? error.message : '';
  return /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/u.test(
    text,
  );
}

/** Converts anything that a statement threw into one of our errors. */
export function translateDatabaseError(error: unknown, place: DatabasePlace): TerrariumError {
  if (error instanceof TerrariumError) return error;
  const code = readErrorCode(error);
  const where = `the database "${place.database}" at ${place.host}`;
  const said = error instanceof Error ? error.message : String(error);
  if (code === '53300') return refuseCrowded(where, error);
  if (isAway(error)) return refuseUnreachable(where, said, error);
  switch (code) {
    case '28P01':
    case '28000':
      return refuseEntry(where, said, error);
    case '3D000':
      return refuseNoDatabase(place, error);
    case '42501':
      return refuseNoRight(where, said, error);
    case '3F000':
    case '42P01':
    case '42703':
      return refuseNoFleet(where, error);
    case '53100':
      return refuseFull(where, error);
    default:
      return explainOther(where, said, error);
  }
}

function refuseUnreachable(where: string, said: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.unreachable',
    happened: `${toSentence(where)} cannot be reached (${said}).`,
    todo: 'Check the address, that PostgreSQL runs there and that this machine may connect to it.',
    cause,
  });
}

function refuseCrowded(where: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.crowded',
    happened: `${toSentence(where)} accepts no more connections.`,
    todo: 'Raise max_connections of PostgreSQL, or put a pooler such as PgBouncer in front of it.',
    cause,
  });
}

function refuseEntry(where: string, said: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.refused',
    happened: `${toSentence(where)} does not let this user in (${said}).`,
    todo: 'Check the user and the password of the address; they can also be in ~/.pgpass.',
    cause,
  });
}

function refuseNoDatabase({ host, database }: DatabasePlace, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.no-database',
    happened: `There is no database "${database}" at ${host}.`,
    todo: `Make it with "createdb ${database}", or name another at the end of the address.`,
    cause,
  });
}

export function refuseNoRight(where: string, said: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.no-right',
    happened: `This user may not do that in ${where} (${said}).`,
    todo: 'An owner adds, fetches, lists and retries worlds of their own. Workers, and "fleet init", need the user that made the fleet.',
    cause,
  });
}

export function refuseNoFleet(where: string, cause?: unknown): StorageError {
  return new StorageError({
    code: 'fleet.none',
    happened: `There is no fleet in ${where}.`,
    todo: 'Make it once with "terrarium fleet init", or name another database.',
    cause,
  });
}

function refuseFull(where: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'fleet.full',
    happened: `The disk of ${where} is full.`,
    todo: 'Make room there. What was stored is safe, and workers go on by themselves.',
    cause,
  });
}

function explainOther(where: string, said: string, cause: unknown): TerrariumError {
  if (readErrorCode(cause) === '')
    return new Bug(`Something failed while ${where} was in use: ${said}`, cause);
  return new StorageError({
    code: 'fleet.failed',
    happened: `${toSentence(where)} refused a statement (${said}).`,
    todo: "Look into PostgreSQL's log for the reason.",
    cause,
  });
}

function toSentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
