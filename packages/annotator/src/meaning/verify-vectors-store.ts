// Verifies the vectors of a world's entries: a sound file, a text for each vector, the numbers its embedder makes.

import { type Verification, verifyDatabase } from '@terrarium/kernel/verify-database';
import { openVectorDatabase, runOnVectors } from './open-vector-database.ts';

const queries = {
  texts:
    'SELECT 1 FROM text_vector WHERE NOT EXISTS (SELECT 1 FROM embedded_text WHERE embedded_text.id = text_vector.place)',
  lengths: `SELECT 1 FROM text_vector JOIN text_embedder ON text_embedder.id = text_vector.embedder_id
    WHERE length(text_vector.vector) <> 4 * text_embedder.dimensions`,
};

/** Changes nothing. Throws `StorageError` for a file that is damaged or may not be written. */
export function verifyVectors(path: string): Verification {
  const connection = openVectorDatabase(path);
  try {
    return runOnVectors({ path }, () =>
      verifyDatabase(connection, {
        title: 'the vectors of the glossary',
        owner: 'vectors of a glossary',
        queries,
        written: 'text_vector',
      }),
    );
  } finally {
    connection.close();
  }
}
