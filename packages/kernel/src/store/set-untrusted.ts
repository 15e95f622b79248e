// Distrusts a database file: what it holds may have been put there to harm.

import type { Connection } from './open-options.ts';

/**
 * Nothing in the file calls a function that does more than compute, its pages are checked as they are read, and it is not
 * mapped into memory. The driver has every connection in defensive mode: no statement writes to the schema itself or to the
 * tables behind an index of words.
 */
export function setUntrusted(connection: Connection): void {
  connection.pragma('trusted_schema = OFF');
  connection.pragma('cell_size_check = ON');
  connection.pragma('mmap_size = 0');
}
