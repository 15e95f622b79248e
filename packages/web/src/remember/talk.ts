// Talk: the types of a page of a talk as the server sends it; also tells which messages only bring something to mind.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Talk = RouteAnswer<'GET /api/worlds/{world}/talk'>;
export type TalkMessage = Talk['messages'][number];
export type ReplyStanding = Talk['reply'];

/** Words that were sent from this page. */
export interface SentWords {
  readonly text: string;
  readonly voice: string | undefined;
  /** The newest event of the talk when they were sent. */
  readonly after: number;
}

/** The name that the settings give the person by default. */
export const unnamed = 'User';

/** Whether a message only puts something into mind, such as a plan from the page of plans, and says nothing. */
export function isHandmade({ side, shown, hasImage }: TalkMessage): boolean {
  return side === 'user' && shown === '' && !hasImage;
}
