// Opens a game that is kept open: with what happens in it, its telling, and who follows it.

import type { Host } from '@terrarium/composition/host';
import type { Table } from '@terrarium/composition/open-table';
import type { GameEvent } from '@terrarium/rpg/game-event';
import { type HeldTable, openHeldTable } from './held-table.ts';
import { type NumberedMoment, openTelling, type Telling } from './open-telling.ts';
import { type EventWatch, watchEvents } from './watch-events.ts';

/**
 * Either a moment of a turn that is being told, which is dropped once the turn is over, or an event that is stored with
 * the game.
 */
export type TableNews =
  | { readonly kind: 'moment'; readonly moment: NumberedMoment }
  | { readonly kind: 'event'; readonly event: GameEvent };

export interface OpenTable extends Telling {
  readonly table: Table;
  /** Calls back with everything that happens from now on. Returns a function that ends the calls. */
  follow(onNews: (news: TableNews) => void): () => void;
  /** Checks at once for new events, after something was done here, so that all followers are told. */
  look(): void;
}

export interface KeptTable extends OpenTable {
  readonly held: HeldTable;
  readonly watch: EventWatch;
}

export async function openKeptTable(host: Host, dir: string, session: string): Promise<KeptTable> {
  const held = await openHeldTable(host, { dir, session });
  const { table } = held;
  const followers = new Set<(news: TableNews) => void>();
  const report = (news: TableNews): void => {
    for (const follow of followers) follow(news);
  };
  const watch = watchEvents(table.game, (event) => report({ kind: 'event', event }));
  const telling = openTelling({
    table,
    clock: host.environment.clock,
    onMoment: (moment) => report({ kind: 'moment', moment }),
    onEnd: watch.look,
  });
  return {
    ...telling,
    held,
    table,
    watch,
    look: watch.look,
    follow(onNews) {
      followers.add(onNews);
      return () => void followers.delete(onNews);
    },
  };
}
