// Part options: the options passed to every part of the fleet bench.

import type { SmallFleet } from '@terrarium/fleet/testing/small-fleet';

export interface PartOptions {
  readonly fleet: SmallFleet;
  /** How many worlds are read when throughput is measured with the most workers. */
  readonly worlds: number;
  /** The maximum number of worlds in the queue. */
  readonly queued: number;
}
