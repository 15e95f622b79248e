// Hook that returns the state of a world that is kept in a fleet; undefined for a world on this machine.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useShelved } from './use-shelved.ts';

export type Lent = NonNullable<RouteAnswer<'GET /api/worlds'>[number]['lent']>;

/** Undefined for a world in a folder of this machine, and as long as the list of worlds has not come. */
export function useLent(world: string): Lent | undefined {
  return useShelved(world)?.lent;
}
