// Verifies the names under which entries are found: each follows from its entry, and none is missing.

import type { Connection } from '@terrarium/kernel/open-database';
import type { GlossaryEntry } from './entry.ts';
import { buildForms, type NameForms } from './entry-store.ts';
import type { GlossaryProblem } from './glossary-problem.ts';
import { listSurfaces } from './term-forms.ts';

export function* verifySurfaces(
  connection: Connection,
  entries: readonly GlossaryEntry[],
): Generator<GlossaryProblem> {
  const stored = connection.prepare<[number], NameForms & { ordinal: number }>(
    `SELECT ordinal, normal, name_key nameKey, first_word firstWord, last_word lastWord FROM surface
       WHERE entry_id = ? ORDER BY ordinal`,
  );
  for (const entry of entries) {
    const fresh = listSurfaces(entry).map((surface, ordinal) => ({ ordinal, ...buildForms(surface) }));
    if (JSON.stringify(stored.all(entry.id)) === JSON.stringify(fresh)) continue;
    const what = `The rows of the table surface for entry ${entry.id} do not follow from its names.`;
    yield { code: 'surface.differs', what };
  }
}
