// Part options: the options passed to every part of the fleet bench.

import type { SmallFleet } from '@terrarium/fleet/testing/small-fleet';

export interface PartOptions {
  readonly fleet: SmallFleet;
  /** Worlds that the most workers of the throughput read between them. */
  readonly worlds: number;
  /** The most worlds in the queue. */
  readonly queued: number;
}
