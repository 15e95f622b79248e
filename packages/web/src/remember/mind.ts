// Mind: what is in mind, as the server tells of it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Mind = RouteAnswer<'GET /api/worlds/{world}/mind'>;
export type MindLine = Mind['lines'][number];
