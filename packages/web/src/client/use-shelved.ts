// Hook that returns a world as it is in the list of worlds (the shelf).

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { splitAddress } from './split-address.ts';
import { useRoute } from './use-route.ts';

type Shelved = RouteAnswer<'GET /api/worlds'>[number];

/** Undefined while the shelf is being requested, and for a world that is not on the shelf. */
export function useShelved(addressed: string): Shelved | undefined {
  const key = splitAddress(addressed).world;
  return useRoute('GET /api/worlds', { params: {} }).data?.find((world) => world.key === key);
}
