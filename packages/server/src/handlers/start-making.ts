// Has a model make something for a game in preparation; the request does not wait for it, and pages see the progress.

import { chooseAskedModel } from '@terrarium/composition/choose-model';
import type { ZeroAsking } from '@terrarium/composition/propose-zero';
import { readSettled, resolveZeroSystem, type ZeroPlace } from '@terrarium/composition/settle-zero';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Make, MakingStanding, MakingWatch } from '../running/open-makings.ts';
import type { Desk } from '../shelf/desk.ts';
import { buildZeroStanding } from './build-zero-standing.ts';
import { nameMaking } from './name-making.ts';
import { withZero } from './with-zero.ts';

export interface Making extends ZeroAsking {
  readonly place: ZeroPlace;
  readonly watch: MakingWatch;
}

interface Wanted {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
  readonly kind: MakingStanding['kind'];
}

/** Returns how far the making has come. Throws `UsageError` while something else is being made for this game. */
export async function startMaking(
  desk: Desk,
  { world, name, kind }: Wanted,
  make: Make<Making>,
): Promise<RouteAnswer<'GET /api/worlds/{world}/zero'>> {
  return await withZero(desk, { world, name }, (before, configured) => {
    desk.makings.start(nameMaking(before), kind, async (watch) => {
      // By now the request that began this may have been answered and its database closed, so the database is opened
      // again.
      return await withZero(desk, { world, name, isAsking: true }, async (place, { ...asking }) => {
        const asked = await chooseAskedModel(desk.host, asking);
        const settled = readSettled(place);
        const { system } = resolveZeroSystem(settled);
        return await make({ place, asked, settled, system, signal: watch.signal, watch });
      });
    });
    return buildZeroStanding(desk, before, configured);
  });
}
