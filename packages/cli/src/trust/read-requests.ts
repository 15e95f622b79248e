// Reads from a world's settings which servers it would send requests to, for a command that only looks at the world.

import { readConfigured } from '@terrarium/composition/read-configured';
import { type AskedServer, listAskedServers, renderPlace } from '@terrarium/kernel/asked-server';
import { UsageError } from '@terrarium/kernel/errors';
import type { Shell } from '../shell/shell.ts';

export interface Requests {
  readonly servers: readonly AskedServer[];
  /** Settings of the world that nobody has accepted, so they are ignored. */
  readonly notAccepted: readonly string[];
}

/** Undefined if the settings are invalid: "terrarium doctor" says why, and a status is shown without the servers. */
export function readRequests(shell: Shell, worldDir: string): Requests | undefined {
  try {
    const { settings, held } = readConfigured(shell, {}, worldDir);
    return { servers: listAskedServers(settings), notAccepted: held?.said.map(({ name }) => name) ?? [] };
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

export function renderRequests(requests: Requests | undefined): string {
  if (requests === undefined) return 'unknown: the settings are not valid, and "terrarium doctor" says why';
  const { servers, notAccepted } = requests;
  const places = servers.length === 0 ? 'none: no server is asked' : servers.map(renderPlace).join('; ');
  if (notAccepted.length === 0) return places;
  return `${places}; settings of the world that are not accepted: ${notAccepted.join(', ')}`;
}
