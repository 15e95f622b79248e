// Bookmark routes: list bookmarks of the reading, and ask the reader of a bookmark a question.

import { z } from 'zod';
import { snapshotList } from '../annotator/snapshot-account.ts';
import { listOf } from '../values/list-of.ts';
import { numberInAddress, worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const bookmarkParams = z.object({ ...worldParams.shape, bookmark: numberInAddress });

const bookmarkTalk = listOf(
  z.strictObject({
    question: z.string(),
    answer: z.string().optional().describe('Absent while the answer is awaited, and if none came.'),
  }),
).meta({ id: 'bookmarkTalk', description: 'A talk with the model as it was at a bookmark, oldest first.' });

export const bookmarkRoutes = withRoutes({
  'GET /api/worlds/{world}/bookmarks': {
    about: 'The bookmarks up to the place of the reader in the story, newest first.',
    params: worldParams,
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(100) }),
    answer: snapshotList,
  },
  'GET /api/worlds/{world}/bookmarks/{bookmark}/questions': {
    about:
      'The newest open talk with the model as it was at this bookmark. Another question can continue the talk. Empty if there is none.',
    params: bookmarkParams,
    answer: bookmarkTalk,
  },
  'POST /api/worlds/{world}/bookmarks/{bookmark}/questions': {
    about:
      'Asks the model as it was at the bookmark, when it knew nothing of what comes after. Answers with the whole talk, once the model has answered.',
    params: bookmarkParams,
    body: z.strictObject({
      question: z.string().min(1).max(8_000),
      isContinued: z
        .boolean()
        .default(true)
        .describe('Whether the question continues the last talk at this bookmark.'),
    }),
    answer: bookmarkTalk,
  },
});
