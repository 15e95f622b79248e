// Renders the digests of the annotator's schema, a generated page: making all its tables takes longer than looking at a world.

import { renderSchemaDigests as render } from '@terrarium/kernel/check-schema';
import { functions, readMigrations } from './open-annotator-database.ts';

export function renderSchemaDigests(): string {
  return render({ migrations: readMigrations(), functions });
}
