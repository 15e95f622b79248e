// Opens the game that an address names, for the duration of a request.

import type { Desk } from '../shelf/desk.ts';
import type { OpenTable } from '../tables/open-kept-table.ts';

interface GameAddress {
  readonly world: string;
  readonly game: string;
}

/** Throws `UsageError` if the shelf has no such world, or the world no such game. */
export async function withGame<Result>(
  { shelf, tables }: Pick<Desk, 'shelf' | 'tables'>,
  { world, game }: GameAddress,
  work: (open: OpenTable) => Result | Promise<Result>,
): Promise<Result> {
  return await tables.use(shelf.require(world).dir, game, work);
}
