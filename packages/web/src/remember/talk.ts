// Talk: the type of a page of a talk, as the server sends it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Talk = RouteAnswer<'GET /api/worlds/{world}/talk'>;
export type TalkMessage = Talk['messages'][number];
export type ReplyStanding = Talk['reply'];
