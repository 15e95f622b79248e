// Mind: the type of what is in mind, as the server sends it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Mind = RouteAnswer<'GET /api/worlds/{world}/mind'>;
export type MindLine = Mind['lines'][number];

/** The first query for the mind: it also asks for the scores of the coming days. */
export const mindQuery = { days: 14 } as const;
