// Puts worlds back in the queue: worlds that were set aside after failures, or worlds in which scenes were skipped.

import type { FleetDatabase } from '@terrarium/fleet/fleet-database';
import { checkFleet } from '@terrarium/fleet/migrate';
import { addSkippedTasks } from '@terrarium/fleet/skipped';
import { requireWorld, retryTasks } from '@terrarium/fleet/world-store';
import { renderCount } from '../screen/quantities.ts';
import type { Shell } from '../shell/shell.ts';
import { withFleet } from './fleet-database.ts';
import type { RetryOptions } from './fleet-options.ts';

export async function retryInFleet(
  { printer }: Shell,
  names: readonly string[],
  options: RetryOptions,
): Promise<void> {
  const { skipped: isSkipped = false, json: isJson = false } = options;
  const worlds = await withFleet(options, async (database) => await retry(database, names, options));
  if (isJson) printer.writeJson('fleetRetry', { kind: 'tasks-retried', worlds });
  else if (worlds.length > 0)
    printer.writeLines(
      `${renderCount(worlds.length, 'task waits', 'tasks wait')} again: ${worlds.join(', ')}`,
    );
  else printer.writeLines(isSkipped ? 'No scene was skipped there.' : 'Nothing was put aside there.');
}

async function retry(
  database: FleetDatabase,
  names: readonly string[],
  { skipped: isSkipped = false, owner }: RetryOptions,
): Promise<readonly string[]> {
  await checkFleet(database);
  const retryOne = isSkipped ? addSkippedTasks : retryTasks;
  if (names.length === 0) return await retryOne(database.query, undefined);
  const retried: string[] = [];
  for (const name of names) {
    const world = await requireWorld(database.query, name, owner);
    retried.push(...(await retryOne(database.query, world.id)));
  }
  return retried;
}
