// Mind: the type of what is in mind, as the server sends it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Mind = RouteAnswer<'GET /api/worlds/{world}/mind'>;
export type MindLine = Mind['lines'][number];

/** How the mind is asked for at first: with what it will weigh over these days. */
export const mindQuery = { days: 14 } as const;
