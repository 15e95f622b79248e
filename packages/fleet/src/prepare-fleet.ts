// Prepares a fleet: creates or updates its tables and those of its job engine, and adds owners.

import { runMigrations } from 'graphile-worker';
import type { FleetDatabase } from './database/fleet-database-store.ts';
import { translateDatabaseError } from './database/fleet-errors.ts';
import { type Migrated, migrateFleet } from './database/migrate-store.ts';
import { addOwner, type OwnerTerms } from './database/owner-store.ts';
import { silentLogger } from './working/nightly.ts';

/** Can be called any number of times. Throws `StorageError` if the user may not create tables or roles. */
export async function prepareFleet(
  database: FleetDatabase,
  owners: readonly OwnerTerms[] = [],
): Promise<Migrated> {
  const migrated = await migrateFleet(database);
  try {
    await runMigrations({ connectionString: database.address, logger: silentLogger });
  } catch (error) {
    throw translateDatabaseError(error, database.place);
  }
  for (const owner of owners) await addOwner(database, owner);
  return migrated;
}
