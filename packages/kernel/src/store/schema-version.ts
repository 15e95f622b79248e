// Schema version: the number a database carries of the newest migration it went through.

import type { Connection } from './open-options.ts';

/** The schema version of an open database; 0 before the first migration. */
export function readSchemaVersion(connection: Connection): number {
  return Number(connection.pragma('user_version', { simple: true }));
}
