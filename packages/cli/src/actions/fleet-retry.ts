// Lets worlds wait again that were put aside after failures.

import { checkFleet } from '@terrarium/fleet/migrate';
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
  const worlds = await withFleet(options, async (database) => {
    await checkFleet(database);
    if (names.length === 0) return await retryTasks(database.query, undefined);
    const retried: string[] = [];
    for (const name of names) {
      const world = await requireWorld(database.query, name, options.owner);
      retried.push(...(await retryTasks(database.query, world.id)));
    }
    return retried;
  });
  if (options.json === true) printer.writeJson('fleetRetry', { kind: 'tasks-retried', worlds });
  else if (worlds.length === 0) printer.writeLines('Nothing was put aside there.');
  else printer.writeLines(`${renderCount(worlds.length, 'task')} wait again: ${worlds.join(', ')}`);
}
