// Glossary handlers: entries as they are known at the reader's place, and what a person does to them.

import { type EntryAccount, listEntryAccounts } from '@terrarium/annotator/accounts';
import { deleteEntry, editEntry, mergeInto, restoreEntry } from '@terrarium/annotator/edit-glossary';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { readAtPlace } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import type { Desk } from '../shelf/desk.ts';
import { readOnShelf, updateOnShelf } from '../shelf/read-on-shelf.ts';
import { searchEntries } from '../shelf/search-entries.ts';
import type { Handlers } from './handler.ts';

type EntryId = EntryAccount['id'];
type Accounts = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>;

export const glossaryHandlers: Pick<
  Handlers,
  | 'GET /api/worlds/{world}/entries'
  | 'GET /api/worlds/{world}/entries/{entry}'
  | 'PATCH /api/worlds/{world}/entries/{entry}'
  | 'POST /api/worlds/{world}/entries/{entry}/merge'
  | 'POST /api/worlds/{world}/entries/{entry}/delete'
  | 'POST /api/worlds/{world}/entries/{entry}/restore'
> = {
  'GET /api/worlds/{world}/entries': async (desk, { params, query }) =>
    await readOnShelf(desk, params.world, (annotator) => {
      const place = readReaderPlace(annotator.world);
      const revision = annotator.stores.glossary.readNewestRevision();
      const list = readList(desk, annotator, { place, revision });
      return { asOf: place ?? null, ...searchEntries(list, query) };
    }),
  'GET /api/worlds/{world}/entries/{entry}': async (desk, { params }) =>
    await readOnShelf(desk, params.world, (annotator) => {
      const accounts = readAccounts(desk, annotator, params.entry);
      if (accounts.length > 0) return accounts;
      throw new UsageError({
        code: 'glossary.no-entry',
        happened: `The glossary has no entry ${params.entry} at your place in the story.`,
        todo: 'Search for its name, or read on.',
      });
    }),
  'PATCH /api/worlds/{world}/entries/{entry}': async (desk, { params, body }) =>
    await updateOnShelf(desk, params.world, (annotator) => {
      const { reason, ...edit } = body;
      editEntry(annotator, { id: params.entry as EntryId, reason }, edit);
      return findAccount(desk, annotator, params.entry);
    }),
  'POST /api/worlds/{world}/entries/{entry}/merge': async (desk, { params, body }) =>
    await updateOnShelf(desk, params.world, (annotator) => {
      const { into, reason } = body;
      mergeInto(annotator, { id: params.entry as EntryId, reason }, into as EntryId);
      return findAccount(desk, annotator, into);
    }),
  'POST /api/worlds/{world}/entries/{entry}/delete': async (desk, { params, body }) =>
    await updateOnShelf(desk, params.world, (annotator) => {
      deleteEntry(annotator, { id: params.entry as EntryId, reason: body.reason });
      return findAccount(desk, annotator, params.entry);
    }),
  'POST /api/worlds/{world}/entries/{entry}/restore': async (desk, { params, body }) =>
    await updateOnShelf(desk, params.world, (annotator) => {
      restoreEntry(annotator, { id: params.entry as EntryId, reason: body.reason });
      return findAccount(desk, annotator, params.entry);
    }),
};

interface ListedAt {
  readonly place: string | undefined;
  readonly revision: number;
}

/** Opening the glossary as of a place takes long: the list is kept. */
function readList({ host, lists }: Desk, annotator: Annotator, { place, revision }: ListedAt) {
  const { dir } = annotator.world;
  return lists.read({ dir, place, revision }, (build) =>
    readAtPlace(host, { annotator, asOf: undefined }, ({ view }) => build(view)),
  );
}

function readAccounts({ host }: Desk, annotator: Annotator, id: number): Accounts {
  return readAtPlace(host, { annotator, asOf: undefined }, ({ view }) =>
    listEntryAccounts(view, String(id)),
  ) as Accounts;
}

/** Null where the entry cannot be seen from where the reader is. */
function findAccount(desk: Desk, annotator: Annotator, id: number): Accounts[number] | null {
  return readAccounts(desk, annotator, id)[0] ?? null;
}
