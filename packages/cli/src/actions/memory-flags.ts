// Lists flags (what maintenance asks a person to look at), and marks a flag as dealt with.

import type { Connection } from '@terrarium/kernel/open-database';
import type { Shell } from '../shell/shell.ts';
import { renderFlags } from '../views/render-flags.ts';

interface FlagOptions {
  readonly settle?: number;
  readonly json?: boolean;
}

export async function answerFlags(
  { printer, environment }: Shell,
  connection: Connection,
  { settle, json }: FlagOptions,
): Promise<void> {
  const { listFlags, finishFlag } = await import('@terrarium/memory/flags');
  const settled = settle === undefined ? undefined : finishFlag(connection, settle, environment.clock.now());
  const flags = listFlags(connection);
  if (json === true) printer.writeJson('maintenanceFlags', { settled, flags });
  else printer.writeLines(...renderFlags({ settled, flags }, printer.width));
}
