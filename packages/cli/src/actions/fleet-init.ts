// Creates a fleet in a database, or brings it up to date, and adds owners.

import { prepareFleet } from '@terrarium/fleet/prepare-fleet';
import { UsageError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';
import { withFleet } from './fleet-database.ts';
import type { InitOptions } from './fleet-options.ts';

export async function prepareFleetFor({ printer }: Shell, options: InitOptions): Promise<void> {
  const { owner: owners = [], share, most } = options;
  if (owners.length === 0 && (share !== undefined || most !== undefined)) throw refuseWithoutOwner();
  const terms = owners.map((name) => ({ name, share, most }));
  const { from, to } = await withFleet(options, (database) => prepareFleet(database, terms));
  if (options.json === true) {
    printer.writeJson('fleetInit', { kind: 'fleet-ready', from, to, owners });
    return;
  }
  printer.writeLines(
    describe(from, to),
    ...owners.map(
      (name) =>
        `Owner ${paint(name, 'bold')} may connect; give them a password with psql: \\password ${name}`,
    ),
    paint('Add worlds:     terrarium fleet add DIR', 'dim'),
    paint('Be a worker:    terrarium fleet work --model openai:NAME --base-url URL', 'dim'),
  );
}

function describe(from: number, to: number): string {
  if (from === 0) return 'The fleet is ready.';
  return from < to ? 'The fleet was brought up to date.' : 'The fleet was up to date already.';
}

function refuseWithoutOwner(): UsageError {
  return new UsageError({
    code: 'fleet.no-owner-named',
    happened: '--share and --most need an owner.',
    todo: 'Name the owner with --owner.',
  });
}
