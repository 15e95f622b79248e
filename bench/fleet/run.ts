// Fleet bench: `node bench/fleet/run.ts [part]` measures the queue, what the fleet adds to each scene, and throughput.

import { parseArgs } from 'node:util';
import { openSmallFleet } from '@terrarium/fleet/testing/small-fleet';
import { chooseParts } from '../choose-parts.ts';
import type { PartOptions } from './part-options.ts';
import { reportOverhead } from './report-overhead.ts';
import { reportQueue } from './report-queue.ts';
import { reportThroughput } from './report-throughput.ts';

const parts: Readonly<Record<string, (options: PartOptions) => Promise<string>>> = {
  queue: reportQueue,
  overhead: reportOverhead,
  throughput: reportThroughput,
};

/** All parts run unless some are named. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    worlds: { type: 'string', default: '200' },
    queued: { type: 'string', default: '100000' },
  },
});

for (const report of chooseParts(parts, positionals)) {
  const fleet = await openSmallFleet();
  try {
    const options = { fleet, worlds: Number(values.worlds), queued: Number(values.queued) };
    process.stdout.write(`${await report(options)}\n`);
  } finally {
    await fleet.close();
  }
}
