// Renders digests of the annotator's schema; when a world is opened, its schema is compared with them.

import { renderSchemaDigests as render } from '@terrarium/kernel/check-schema';
import { functions, readMigrations } from './open-annotator-database.ts';

export function renderSchemaDigests(): string {
  return render({ migrations: readMigrations(), functions });
}
