// Glossary routes: show entries as of the reader's place, and edit, merge, delete and restore them.

import { z } from 'zod';
import { editedEntry, entryAccounts } from '../annotator/entry-account.ts';
import { listOf } from '../values/list-of.ts';
import { entryParams, pageStart, worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const listedEntry = z
  .strictObject({
    id: z.int(),
    term: z.string(),
    aliases: listOf(z.string()),
    kind: z.string().optional(),
    definition: z.string().describe('Plain text, cut to a few lines.'),
    status: z.enum(['tentative', 'confirmed']),
    isUnexplained: z.boolean().describe('Whether nothing read so far says what the entry is.'),
    firstCorpus: z.string().describe('The story that names it first.'),
    firstThreadId: z.int(),
    firstTitle: z.string().optional().describe('The chapter that names it first.'),
    mentions: z.number(),
    removedBy: z
      .enum(['agent', 'curator', 'human'])
      .optional()
      .describe('Who removed the entry; absent for an entry that is in the glossary.'),
  })
  .meta({ id: 'listedEntry', description: 'An entry in a list.' });

const entryPage = z
  .strictObject({
    asOf: z.string().nullable(),
    told: z
      .string()
      .optional()
      .describe(
        'The title of an earlier story that the reader has not finished. Nothing of that story is hidden from them.',
      ),
    entries: listOf(listedEntry),
    total: z.int().describe('How many entries there are in all, on this page and others.'),
    kinds: listOf(z.strictObject({ kind: z.string(), entries: z.int() })),
    hasRemoved: z
      .boolean()
      .describe('Whether there are removed entries that the reader knows; `status=removed` lists them.'),
  })
  .meta({ id: 'entryPage', description: 'A page of the glossary as it is known at the reader’s place.' });

const reason = z.string().max(1_000).optional();
const text = z.string().min(1).max(4_000);

export const glossaryRoutes = withRoutes({
  'GET /api/worlds/{world}/entries': {
    about: 'A page of the glossary, as it is known at the place of the reader.',
    params: worldParams,
    query: z.object({
      q: z.string().max(300).default('').describe('Words of a name or a definition.'),
      kind: z.string().max(60).optional(),
      status: z
        .enum(['tentative', 'confirmed', 'removed'])
        .optional()
        .describe(
          '`tentative` does not list an entry that is confirmed or rejected later in the story, even if the reader has not come that far. `removed` lists entries that were removed, each as it was before; without it, these are not listed.',
        ),
      order: z.enum(['weight', 'name', 'first']).default('weight'),
      from: pageStart,
      limit: z.coerce.number().int().min(1).max(200).default(60),
    }),
    answer: entryPage,
  },
  'GET /api/worlds/{world}/entries/{entry}': {
    about: 'Everything known about an entry at the place of the reader.',
    params: entryParams,
    answer: entryAccounts,
  },
  'PATCH /api/worlds/{world}/entries/{entry}': {
    about: 'Changes an entry. The change counts as made by a person, so no model overwrites it.',
    params: entryParams,
    body: z.strictObject({
      term: text.optional(),
      isPutBack: z
        .boolean()
        .optional()
        .describe(
          'Whether the new term takes the place of a mistaken one, which becomes an alias only if a quote needs it.',
        ),
      // An empty definition is refused later, by the check that every text of a person goes through, also at the
      // terminal.
      definition: z.string().max(4_000).optional(),
      addedAliases: listOf(text).optional(),
      removedAliases: listOf(text).optional(),
      // A kind that does not exist is refused with the terminal's message, which lists the existing kinds.
      kind: text.optional().describe('The kind of thing that the entry is. It replaces the former kind.'),
      status: z.enum(['tentative', 'confirmed']).optional(),
      reason,
    }),
    answer: editedEntry,
  },
  'POST /api/worlds/{world}/entries/{entry}/merge': {
    about: 'Merges an entry into another one. The merged entry can be restored.',
    params: entryParams,
    body: z.strictObject({ into: z.int().min(1), reason }),
    answer: editedEntry,
  },
  'POST /api/worlds/{world}/entries/{entry}/delete': {
    about: 'Deletes an entry from the glossary. The entry can be restored.',
    params: entryParams,
    body: z.strictObject({ reason }),
    answer: editedEntry,
  },
  'POST /api/worlds/{world}/entries/{entry}/restore': {
    about: 'Brings back an entry that was deleted or merged.',
    params: entryParams,
    body: z.strictObject({ reason }),
    answer: editedEntry,
  },
});
