// Bookmark handlers: list the reading's bookmarks, and put a question to the model as it was at a bookmark.

import { withSnapshotTitle } from '@terrarium/annotator/accounts';
import { openConversation } from '@terrarium/annotator/converse';
import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { readDialogue } from '@terrarium/annotator/read-dialogue';
import type { Snapshot } from '@terrarium/annotator/snapshot-store';
import { updateReadWorld } from '@terrarium/composition/annotator-world';
import { chooseKnownSnapshot, isKnownSnapshot } from '@terrarium/composition/choose-known-snapshot';
import { buildPatience } from '@terrarium/composition/choose-model';
import { openReading } from '@terrarium/composition/open-reading';
import { readAtPlace } from '@terrarium/composition/standing';
import type { RouteAnswer, RouteInput } from '@terrarium/protocol/routes';
import type { Desk } from '../shelf/desk.ts';
import { readOnShelf } from '../shelf/read-on-shelf.ts';
import type { Handlers } from './handler.ts';

type Question = RouteInput<'POST /api/worlds/{world}/bookmarks/{bookmark}/questions'>;
type Bookmark = RouteAnswer<'GET /api/worlds/{world}/bookmarks'>['snapshots'][number];
type Answer = RouteAnswer<'POST /api/worlds/{world}/bookmarks/{bookmark}/questions'>;

export const bookmarkHandlers: Handlers<'bookmark'> = {
  'GET /api/worlds/{world}/bookmarks': async (desk, { params, query }) =>
    await readOnShelf(desk, params.world, (annotator) =>
      readAtPlace(desk.host, { annotator, asOf: undefined }, (standing) => {
        const known = annotator.stores.snapshots
          .list({ limit: Number.MAX_SAFE_INTEGER })
          .filter((one) => isKnownSnapshot(standing, one));
        const shown = known.slice(0, query.limit).map((one) => nameBookmark(annotator, one));
        return { total: known.length, snapshots: shown };
      }),
    ),
  'GET /api/worlds/{world}/bookmarks/{bookmark}/questions': async (desk, { params }) =>
    await readOnShelf(desk, params.world, (annotator) => {
      const { id } = chooseBookmark(desk, annotator, params.bookmark);
      return readDialogue(annotator, id);
    }),
  'POST /api/worlds/{world}/bookmarks/{bookmark}/questions': askReader,
};

/** Names a bookmark by its chapter, without the title of the story in front. */
function nameBookmark(annotator: Annotator, snapshot: Snapshot): Bookmark {
  const { threadTitle, readUpTo, ...titled } = withSnapshotTitle(annotator, snapshot);
  const title = threadTitle && nameChapter(annotator, readUpTo?.corpus ?? '', threadTitle);
  return {
    ...titled,
    ...(readUpTo === undefined ? {} : { readUpTo }),
    ...(title ? { threadTitle: title } : {}),
  };
}

async function askReader(desk: Desk, { params, body }: Question): Promise<Answer> {
  const { world } = desk.shelf.require(params.world);
  const { question, isContinued } = body;
  const talks: Answer[] = [];
  await updateReadWorld(desk.host, world.dir, async (annotator) => {
    const snapshot = chooseBookmark(desk, annotator, params.bookmark);
    // A copy, so that `openReading` does not set `logsDir` of the host that all worlds share.
    const host = { ...desk.host, logsDir: undefined };
    const { model, settings } = await openReading(host, { worldDir: world.dir, flags: {}, isTalk: true });
    const patience = buildPatience(host, settings.retries);
    const talk = openConversation(annotator, { snapshot, model, patience, settings, isContinued });
    try {
      await talk.ask(question);
      talks.push(readDialogue(annotator, snapshot.id));
    } finally {
      talk.close();
    }
  });
  return talks[0] ?? [];
}

function chooseBookmark({ host }: Desk, annotator: Annotator, id: number) {
  return readAtPlace(host, { annotator, asOf: undefined }, (standing) => chooseKnownSnapshot(standing, id));
}
