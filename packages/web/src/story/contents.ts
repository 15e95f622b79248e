// Contents: the stories of a world, chapter by chapter.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Contents = RouteAnswer<'GET /api/worlds/{world}/contents'>;
export type ShownStory = Contents['stories'][number];
