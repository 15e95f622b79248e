// Opens the fleet's database for as long as a command needs it.

import { type FleetDatabase, openFleetDatabase } from '@terrarium/fleet/fleet-database';
import { UsageError } from '@terrarium/kernel/errors';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import type { FleetOptions } from './fleet-options.ts';

/**
 * Throws `UsageError` if neither an option nor the environment names the database. `most` is how many
 * connections may be open at once.
 */
export async function withFleet<Result>(
  options: FleetOptions,
  work: (database: FleetDatabase) => Promise<Result>,
  most?: number,
): Promise<Result> {
  const database = openFleetDatabase(chooseAddress(options), most);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Throws `UsageError` if neither an option nor the environment names the database. */
export function chooseAddress({ database }: FleetOptions): string {
  const address = database ?? readProcessEnvironment()['TERRARIUM_DATABASE'] ?? '';
  if (address !== '') return address;
  throw new UsageError({
    code: 'fleet.no-database-named',
    happened: 'No database was given for the fleet.',
    todo: 'Give its address with --database postgres://user@host/name, or as TERRARIUM_DATABASE in the environment.',
  });
}
