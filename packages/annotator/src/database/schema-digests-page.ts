// Renders the digests of the annotator's schema, so that opening a world need not create all tables to compare with.

import { renderSchemaDigests as render } from '@terrarium/kernel/check-schema';
import { functions, readMigrations } from './open-annotator-database.ts';

export function renderSchemaDigests(): string {
  return render({ migrations: readMigrations(), functions });
}
