// Examines where requests go: which servers are asked, and which server settings of the world nobody has accepted yet.

import type { Configured } from '@terrarium/composition/read-configured';
import { listAskedServers, renderPlace } from '@terrarium/kernel/asked-server';
import { recordAnnounced } from '../shell/announce-server.ts';
import type { Shell } from '../shell/shell.ts';
import { listHeld } from '../views/render-held.ts';
import { type Examined, toExamined } from './examined.ts';

const check = 'requests';

/**
 * Says where requests go, unless no server would be asked. If nobody has accepted the places that the world's settings
 * name, it warns of that first.
 */
export function* examineRoutes(shell: Shell, { settings, held }: Configured): Generator<Examined> {
  if (held !== undefined) {
    const says = `The world's terrarium.yaml says where requests go. Nobody has accepted that on this machine, so these lines do not count: ${listHeld(held)}.`;
    const todo =
      'If these lines are yours, accept them with --trust-world, when a command asks at a terminal, or on the page Settings in the browser.';
    yield toExamined({ check, standing: 'warning', says, todo }, 0);
  }
  const servers = listAskedServers(settings);
  recordAnnounced(shell, servers);
  if (servers.length === 0) return;
  const says = `Requests go to ${servers.map(renderPlace).join(', and to ')}.`;
  yield toExamined({ check, standing: 'ok', says }, 0);
}
