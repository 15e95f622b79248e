// Account: everything known about an entry where the reader is.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Account = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>[number];
