// Mind: the type of what is in mind, as the server sends it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Mind = RouteAnswer<'GET /api/worlds/{world}/mind'>;
export type MindLine = Mind['lines'][number];

/** The first query for what is in mind. The answer also has the scores of this many coming days. */
export const mindQuery = { days: 14 } as const;
