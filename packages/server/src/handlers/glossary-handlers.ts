// Glossary handlers: show entries as of the reader's place, and carry out a person's corrections.

import { type EntryAccount, listEntryAccounts } from '@terrarium/annotator/accounts';
import { deleteEntry, editEntry, mergeInto, restoreEntry } from '@terrarium/annotator/edit-glossary';
import { findByReading } from '@terrarium/annotator/find-by-reading';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { readReadingPoint } from '@terrarium/annotator/reader-place';
import { UsageError } from '@terrarium/kernel/errors';
import type { RouteAnswer, RouteInput } from '@terrarium/protocol/routes';
import type { EntryList } from '../shelf/build-entry-list.ts';
import type { Desk } from '../shelf/desk.ts';
import { findToldStory } from '../shelf/find-told-story.ts';
import type { Known } from '../shelf/known-views.ts';
import { readKnownOnShelf, updateOnShelf } from '../shelf/read-on-shelf.ts';
import { searchEntries } from '../shelf/search-entries.ts';
import { stripQuoteTitles } from '../shelf/strip-quote-titles.ts';
import type { Handlers } from './handler.ts';

type EntryId = EntryAccount['id'];
type Accounts = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>;

export const glossaryHandlers: Handlers<'glossary'> = {
  'GET /api/worlds/{world}/entries': async (desk, { params, query }) =>
    await readKnownOnShelf(desk, params.world, (known) => ({
      asOf: known.place ?? null,
      told: findTold(known.view, known.place),
      hasRemoved: known.removed.hasAny(),
      ...searchEntries(
        listWithStatus(known, query.status),
        query,
        findByReading(known.view, { query: query.q }),
      ),
    })),
  'GET /api/worlds/{world}/entries/{entry}': async (desk, { params }) =>
    await readKnownOnShelf(desk, params.world, ({ view, place }) => {
      const accounts = readAccounts(view, params.entry);
      if (accounts.length > 0) return accounts;
      throw new UsageError({
        code: 'glossary.no-entry',
        ...(place === undefined
          ? { happened: 'The glossary has no such entry.', todo: 'Search for its name.' }
          : {
              happened: 'The glossary has no such entry yet, as far as you have read.',
              todo: 'Search for its name, or read on.',
            }),
      });
    }),
  'PATCH /api/worlds/{world}/entries/{entry}': async (desk, { params, body }) => {
    await updateOnShelf(desk, params.world, (annotator) => {
      const { reason, ...edit } = body;
      editEntry(annotator, { id: params.entry as EntryId, reason }, edit);
    });
    return await findAccount(desk, params.world, params.entry);
  },
  'POST /api/worlds/{world}/entries/{entry}/merge': async (desk, { params, body }) => {
    await updateOnShelf(desk, params.world, (annotator) => {
      const { into, reason } = body;
      for (const id of [params.entry, into]) refuseChangedLater(annotator, id);
      mergeInto(annotator, { id: params.entry as EntryId, reason }, into as EntryId);
    });
    return await findAccount(desk, params.world, body.into);
  },
  'POST /api/worlds/{world}/entries/{entry}/delete': async (desk, { params, body }) => {
    await updateOnShelf(desk, params.world, (annotator) => {
      deleteEntry(annotator, { id: params.entry as EntryId, reason: body.reason });
    });
    return await findAccount(desk, params.world, params.entry);
  },
  'POST /api/worlds/{world}/entries/{entry}/restore': async (desk, { params, body }) => {
    await updateOnShelf(desk, params.world, (annotator) => {
      restoreEntry(annotator, { id: params.entry as EntryId, reason: body.reason });
    });
    return await findAccount(desk, params.world, params.entry);
  },
};

type Status = RouteInput<'GET /api/worlds/{world}/entries'>['query']['status'];

/** Leaves out entries on which a person decided at a later place in the story, since these wait for no decision. */
function listWithStatus({ place, list, removed, isUndecided }: Known, status: Status): EntryList {
  if (status === 'removed') return removed.read();
  if (place === undefined || status !== 'tentative') return list();
  return list().filter((row) => row.status !== 'tentative' || isUndecided(row.id));
}

/**
 * Finds an earlier story that is shown whole (`findToldStory`). Returns undefined also if no place is set, because
 * everything is shown then, and if the place was typed in, because then it is not known what the reader has read.
 */
function findTold(view: WorldView, place: string | undefined): string | undefined {
  const point = place === undefined ? undefined : readReadingPoint(view.world);
  return point && findToldStory(view, point.corpus);
}

/**
 * Refuses an entry that no longer exists at the end of what was read, although the reader still sees it at their place.
 */
function refuseChangedLater({ stores }: Annotator, id: number): void {
  if (stores.glossary.find(id as EntryId) !== undefined) return;
  throw new UsageError({
    code: 'glossary.cannot-merge',
    happened:
      'These two entries cannot be merged at your place: later in the story, one of them is removed or merged with another.',
    todo: 'Read on, or show the whole glossary and merge them there.',
  });
}

function readAccounts(view: WorldView, id: number): Accounts {
  return (listEntryAccounts(view, String(id)) as Accounts).map((account) => ({
    ...account,
    quotes: stripQuoteTitles(view.world, account.quotes),
  }));
}

/** Returns null if the entry is not known at the reader's place. */
async function findAccount(desk: Desk, world: string, id: number): Promise<Accounts[number] | null> {
  return await readKnownOnShelf(desk, world, ({ view }) => readAccounts(view, id)[0] ?? null);
}
