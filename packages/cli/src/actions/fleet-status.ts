// Shows the state of the fleet, once or repeatedly.

import { checkFleet } from '@terrarium/fleet/migrate';
import { readFleetStatus } from '@terrarium/fleet/status';
import { UsageError } from '@terrarium/kernel/errors';
import type { Shell } from '../shell/shell.ts';
import { renderFleetStatus } from '../views/render-fleet.ts';
import { withFleet } from './fleet-database.ts';
import type { StatusOptions } from './fleet-options.ts';

const redrawMs = 2_000;

export async function showFleetStatus(shell: Shell, options: StatusOptions): Promise<void> {
  const { printer, environment } = shell;
  const isJson = options.json === true;
  const isWatch = options.watch === true;
  if (isWatch && !printer.isTerminal && !isJson) throw refuseWatch();
  await withFleet(options, async (database) => {
    await checkFleet(database);
    const show = async () => {
      const status = await readFleetStatus(database.query);
      if (isJson) printer.writeJson('fleetStatus', status);
      else if (isWatch) printer.showLive(...renderFleetStatus(status, printer.width));
      else printer.writeLines(...renderFleetStatus(status, printer.width));
    };
    if (isWatch) await showAgain(environment.clock, show);
    else await show();
    printer.showLive();
  });
}

async function showAgain(clock: Shell['environment']['clock'], show: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const handleSignal = () => stop.abort(new DOMException('Stopped.', 'AbortError'));
  process.once('SIGINT', handleSignal);
  try {
    while (!stop.signal.aborted) {
      await show();
      await clock.sleep(redrawMs, stop.signal);
    }
  } catch (error) {
    if (!stop.signal.aborted || error !== stop.signal.reason) throw error;
  } finally {
    process.off('SIGINT', handleSignal);
  }
}

function refuseWatch(): UsageError {
  return new UsageError({
    code: 'fleet.watch-nowhere',
    happened: '--watch needs a terminal.',
    todo: 'Leave it out, or add --json to print the status as JSON every two seconds.',
  });
}
