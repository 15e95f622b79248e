// Reads texts kept apart from a story, such as summaries and authors' notes, which no model is shown.

import { hasRowId } from '../corpus/corpus-shape-store.ts';
import { openReadonly } from '../corpus/open-corpus.ts';
import type { CorpusRecord } from '../world/world.ts';

export interface KeptApart {
  /** Name of the corpus in the world. */
  readonly corpus: string;
  /** The importers' name for this kind of text, such as `note`. */
  readonly kind: string;
  /** The last heading before the text; undefined if there is none. */
  readonly under: string | undefined;
  readonly text: string;
}

interface ApartRow {
  readonly kind: string;
  readonly place: string | null;
  readonly body: string;
}

/**
 * The texts in the order of the file. Empty if the corpus was not imported, or was imported by an older version of
 * this program, which kept no such texts.
 */
export function readApart({ name, path, kind }: CorpusRecord): readonly KeptApart[] {
  if (kind !== 'imported') return [];
  const connection = openReadonly(path);
  try {
    if (!hasRowId(connection, 'apart')) return [];
    const rows = connection
      .prepare<[], ApartRow>(
        'SELECT CAST(kind AS TEXT) AS kind, CAST(place AS TEXT) AS place, CAST(body AS TEXT) AS body FROM apart ORDER BY id',
      )
      .all();
    return rows.map((row) => ({
      corpus: name,
      kind: row.kind,
      under: row.place ?? undefined,
      text: row.body,
    }));
  } finally {
    connection.close();
  }
}
