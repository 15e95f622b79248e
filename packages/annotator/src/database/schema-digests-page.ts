// Renders digests of the annotator's schema, with which the schema of a world is compared when it is opened.

import { renderSchemaDigests as render } from '@terrarium/kernel/check-schema';
import { functions, readMigrations } from './open-annotator-database.ts';

export function renderSchemaDigests(): string {
  return render({ migrations: readMigrations(), functions });
}
