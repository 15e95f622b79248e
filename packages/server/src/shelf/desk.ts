// Desk: the type of everything that handlers need to answer requests about the worlds of a shelf.

import type { Outward } from '@terrarium/protocol/shapes';
import type { Makings } from '../running/open-makings.ts';
import type { Recaps } from '../running/open-recaps.ts';
import type { Runs } from '../running/open-runs.ts';
import type { Talks } from '../running/open-talks.ts';
import type { Tasks } from '../running/open-tasks.ts';
import type { Tables } from '../tables/open-tables.ts';
import type { KeptMemories } from './kept-memories.ts';
import type { KnownViews } from './known-views.ts';
import type { NameHistories } from './name-histories.ts';
import type { Shelf } from './open-shelf.ts';
import type { ServerHost } from './server-host.ts';

/** Renders the command that starts a server again, given the folders of worlds that were added since it started. */
export type RenderStart = (added: readonly string[]) => string;

export interface Desk {
  /** Renders the command that starts this server again, also with added worlds; undefined if nobody typed one. */
  readonly renderStart: RenderStart | undefined;
  readonly host: ServerHost;
  readonly shelf: Shelf;
  readonly runs: Runs;
  readonly tables: Tables;
  readonly talks: Talks;
  readonly makings: Makings;
  readonly recaps: Recaps;
  /** Runs of maintenance that were started from the screens. */
  readonly keeping: Tasks<Outward<'maintenanceRun'> | Outward<'failure'>>;
  readonly histories: NameHistories;
  readonly views: KnownViews;
  readonly memories: KeptMemories;
}
