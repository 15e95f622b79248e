// Contents: the types of a world's stories and chapters, as the server sends them.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Contents = RouteAnswer<'GET /api/worlds/{world}/contents'>;
export type ShownStory = Contents['stories'][number];
