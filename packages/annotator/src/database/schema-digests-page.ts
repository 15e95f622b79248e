// Renders digests of the annotator's schema. Opening a world compares with them; it need not create all tables first.

import { renderSchemaDigests as render } from '@terrarium/kernel/check-schema';
import { functions, readMigrations } from './open-annotator-database.ts';

export function renderSchemaDigests(): string {
  return render({ migrations: readMigrations(), functions });
}
