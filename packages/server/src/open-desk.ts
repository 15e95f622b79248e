// Opens the desk: everything that handlers need to answer requests about the worlds of a shelf.

import type { Environment } from '@terrarium/kernel/environment';
import { shapes } from '@terrarium/protocol/shapes';
import { z } from 'zod';
import { openMakings } from './running/open-makings.ts';
import { openRecaps } from './running/open-recaps.ts';
import { openRuns } from './running/open-runs.ts';
import { openTalks } from './running/open-talks.ts';
import { openTasks } from './running/open-tasks.ts';
import type { Desk, RenderStart } from './shelf/desk.ts';
import { openKeptMemories } from './shelf/kept-memories.ts';
import { openKnownViews } from './shelf/known-views.ts';
import { openNameHistories } from './shelf/name-histories.ts';
import type { Shelf } from './shelf/open-shelf.ts';
import { buildServerHost } from './shelf/server-host.ts';
import { openTables } from './tables/open-tables.ts';

export interface OpenedDesk {
  readonly desk: Desk;
  /** Stops the runs and turns that were started from the screens, as Ctrl-C does. */
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly environment: Environment;
  readonly trustsWorld: boolean;
  readonly renderStart: RenderStart | undefined;
}

export function openDesk(shelf: Shelf, { environment, trustsWorld, renderStart }: DeskOptions): OpenedDesk {
  const host = buildServerHost(environment, trustsWorld);
  const desk = {
    renderStart,
    host,
    shelf,
    runs: openRuns(),
    tables: openTables(host),
    talks: openTalks(environment.clock),
    makings: openMakings(),
    recaps: openRecaps(),
    keeping: openTasks(z.union([shapes.maintenanceRun, shapes.failure])),
    histories: openNameHistories(),
    views: openKnownViews(host),
    memories: openKeptMemories(host),
  };
  return {
    desk,
    close: async () => {
      const { runs, tables, talks, keeping, makings } = desk;
      await Promise.all([runs, tables, talks, keeping, makings].map((one) => one.close()));
      desk.views.close();
      desk.memories.close();
    },
  };
}
