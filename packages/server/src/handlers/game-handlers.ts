// Game handlers: list the games of a world, and show a game as its player sees it.

import { join } from 'node:path';
import { buildEarlierTurns, buildTable } from '@terrarium/composition/build-table';
import { describeGame } from '@terrarium/composition/describe-game';
import { explainField } from '@terrarium/composition/explain-field';
import { requirePlayWorld, withPlayDatabase } from '@terrarium/composition/game-world';
import { requireKnown } from '@terrarium/composition/require-known';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { listSessions } from '@terrarium/rpg/list-sessions';
import { openSessionZeroStore } from '@terrarium/rpg/session-zero-store';
import { cacheByStamp } from '../shelf/cache-by-stamp.ts';
import type { Desk } from '../shelf/desk.ts';
import type { Handlers } from './handler.ts';
import { withGame } from './with-game.ts';

type Games = RouteAnswer<'GET /api/worlds/{world}/games'>;

export const gameHandlers: Handlers<'game'> = {
  'GET /api/worlds/{world}/games': async (desk, { params }) => await listGames(desk, params.world),
  'GET /api/worlds/{world}/games/{game}': async (desk, { params }) =>
    await withGame(desk, params, ({ table, listMoments, findFailure }) => {
      const telling = listMoments();
      const stored = buildTable(table.game, table.modelId);
      const { left } = stored;
      return {
        ...stored,
        left: left === null ? null : { ...left, failure: findFailure(left.words) },
        telling: telling === undefined ? null : [...telling],
        isElsewhere: telling === undefined && left === null && table.game.isTurnOpen(),
      };
    }),
  'GET /api/worlds/{world}/games/{game}/turns': async (desk, { params, query }) =>
    await withGame(desk, params, ({ table }) => buildEarlierTurns(table.game, query)),
  'GET /api/worlds/{world}/games/{game}/why': async (desk, { params, query }) =>
    await withGame(desk, params, ({ table }) => {
      const why = explainField(table.game, requireKnown(table.game, query.entity), query.path);
      if (why !== undefined) return why;
      throw new UsageError({
        code: 'play.no-value',
        happened: 'The sheet has no such value.',
        todo: 'Load the page again: the game has changed since.',
      });
    }),
};

async function listGames({ host, shelf }: Desk, key: string): Promise<Games> {
  const { dir } = shelf.require(key);
  if (!isThere(join(dir, 'rpg.db'))) return { games: [], setAside: [], unsettled: [] };
  const world = await requirePlayWorld(host, { world: dir, flags: {} });
  const { clock } = host.environment;
  return await readListed(
    world.database,
    async () =>
      await withPlayDatabase(host, world, (connection) => {
        const sessions = listSessions(connection).toReversed();
        const describe = (isAside: boolean) =>
          sessions
            .filter(({ isSetAside }) => isSetAside === isAside)
            .map(({ id }) => describeGame({ connection, session: id, clock }));
        return {
          games: describe(false),
          setAside: describe(true),
          unsettled: openSessionZeroStore(connection, clock).list(),
        };
      }),
  );
}

const readListed = cacheByStamp<Games>();
