// Finds the model that most recently read a scene to its end; a later run may have failed, or may have read nothing yet.

import type { Connection } from '@terrarium/kernel/open-database';

/** Undefined if no scene was read to its end. */
export function findLastReader(connection: Connection): string | undefined {
  return connection
    .prepare<[], string>(
      `SELECT model FROM run WHERE started_at <=
         (SELECT at FROM step WHERE kind = 'scene-closed' AND unpack_text(payload) ->> 'status' = 'committed'
          ORDER BY id DESC LIMIT 1)
       ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
    .get();
}
