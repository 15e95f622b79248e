// Fetches a world from the fleet into a folder here.

import { fetchWorld } from '@terrarium/fleet/fetch-world';
import type { Shell } from '../shell/shell.ts';
import { renderFetched } from '../views/render-fleet.ts';
import { withFleet } from './fleet-database.ts';
import type { FetchOptions } from './fleet-options.ts';

export interface Wanted {
  readonly name: string;
  readonly dir: string;
}

export async function fetchFromFleet(
  { printer }: Shell,
  wanted: Wanted,
  options: FetchOptions,
): Promise<void> {
  const { owner } = options;
  const fetched = await withFleet(options, (database) => fetchWorld(database, { ...wanted, owner }));
  if (options.json === true) printer.writeJson('fleetFetch', { kind: 'world-fetched', ...fetched });
  else printer.writeLines(...renderFetched(fetched));
}
