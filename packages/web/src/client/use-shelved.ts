// Hook that gives a world as it stands on the shelf.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useRoute } from './use-route.ts';

type Shelved = RouteAnswer<'GET /api/worlds'>[number];

/** Undefined while the shelf is asked for, and for a world that is not on it. */
export function useShelved(addressed: string): Shelved | undefined {
  // After a `~` stands whose memory is looked at.
  const [key] = addressed.split('~', 1);
  return useRoute('GET /api/worlds', { params: {} }).data?.find((world) => world.key === key);
}
