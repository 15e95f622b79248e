// Table types: the types of what the server sends about a game.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type GameTable = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>;
export type ShownTurn = GameTable['turns'][number];
export type ShownRoll = ShownTurn['rolls'][number];
export type ShownChange = ShownTurn['changes'][number];
export type Flag = ShownTurn['flags'][number];
export type ShownSheet = GameTable['sheet'];
export type ShownField = ShownSheet['sections'][number]['fields'][number];
export type NumberedMoment = NonNullable<GameTable['telling']>[number];

/** Which game of which world a view shows. */
export interface GameAddress {
  readonly world: string;
  readonly game: string;
}
