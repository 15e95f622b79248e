// Shapes for everything known about an entry: quotes, relations, proposed changes, and what an edited file changes.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { entryEvidence, entryRevision, glossaryEntry, namedEntry } from './glossary-entry.ts';

export const storyPost = z
  .strictObject({
    postId: z.int(),
    threadId: z.int(),
    author: z.string().optional(),
    time: z.number().optional().describe('Unix time in seconds.'),
    subject: z.string().optional(),
    body: z.string(),
    tags: listOf(z.string()),
  })
  .meta({ id: 'storyPost', description: 'A post of a story.' });

const entrySpread = z
  .strictObject({
    mentions: z.number(),
    posts: z.int(),
    threads: z.int(),
  })
  .meta({ id: 'entrySpread', description: 'How widely an entry is named in what was read.' });

const quoteAnchor = z
  .discriminatedUnion('at', [
    z.strictObject({
      at: z.literal('here'),
    }),
    z.strictObject({
      at: z.literal('moved'),
      post: storyPost,
      start: z.int(),
      end: z.int(),
    }),
    z.strictObject({
      at: z.literal('former'),
    }),
  ])
  .meta({
    id: 'quoteAnchor',
    description:
      '`here`: still in its post; `moved`: word for word in a post that replaced it; `former`: only in an earlier version.',
  });

export const quoteAccount = z
  .strictObject({
    evidence: entryEvidence,
    anchor: quoteAnchor.describe('Where the quote is in the current story.'),
    before: z.string().optional(),
    after: z.string().optional(),
    author: z.string().optional(),
    threadId: z.int().optional(),
    threadTitle: z.string().optional(),
    address: z
      .string()
      .optional()
      .describe('The web address of the post; absent if no template for addresses was given for the story.'),
    isSupporting: z
      .literal(true)
      .optional()
      .describe(
        'Present if the quote does not name the entry (for a relation: if it names only one of the two). The preceding quote in the list names the entry, and shows who is meant.',
      ),
  })
  .meta({
    id: 'quoteAccount',
    description:
      'A quote, and the rest of the sentences that it is part of; `before` and `after` are absent if the corpus is missing.',
  });

const relationAccount = z
  .strictObject({
    wording: z
      .string()
      .describe(
        'The relation in words, as seen from this entry: `parent of`, or `child of` if the relation is stored with the other entry.',
      ),
    isInverse: z.boolean().describe('Whether the relation is stored with the other entry.'),
    to: z.strictObject({ id: z.int(), term: z.string() }),
    quote: quoteAccount,
  })
  .meta({ id: 'relationAccount', description: 'What an entry is to another, and the words that say so.' });

const endedRelation = z
  .strictObject({
    ...relationAccount.shape,
    ended: z.strictObject({
      postId: z.int().describe('The post from which the relation no longer holds.'),
      author: z.enum(['agent', 'curator', 'human']),
      reason: z.string().optional(),
    }),
  })
  .meta({ id: 'endedRelation', description: 'A former relation of an entry to another one.' });

const namedTogether = z
  .strictObject({ id: z.int(), term: z.string(), posts: z.int().describe('How many posts name both.') })
  .meta({ id: 'namedTogether', description: 'Another entry that is named in the same posts.' });

const heldProposal = z
  .strictObject({
    id: z.int(),
    entryId: z.int(),
    author: z.enum(['agent', 'curator', 'human']),
    field: z.enum([
      'term',
      'aliases',
      'definition',
      'status',
      'tags',
      'evidence',
      'relations',
      'first_seen',
      'deleted',
      'merged_into',
    ]),
    value: z.string().describe('JSON.'),
    reason: z.string().optional(),
    at: z.string().describe('ISO 8601, UTC.'),
  })
  .meta({
    id: 'heldProposal',
    description:
      'A change that a model proposed to something that a person had set. It waits for a decision.',
  });

const mergedEntry = z
  .strictObject({
    id: z.int(),
    term: z.string().describe('What it was called before the merge.'),
    merge: entryRevision.describe('What the merge wrote for the entry that is gone.'),
    revision: z
      .int()
      .optional()
      .describe('The first revision that the merge wrote for the entry that stays; absent if it wrote none.'),
  })
  .meta({ id: 'mergedEntry', description: 'An entry that was merged into another one.' });

const entryAccount = z
  .strictObject({
    id: z.int(),
    entry: glossaryEntry.optional().describe('Absent for an entry that was deleted.'),
    spread: entrySpread,
    salience: z.number(),
    standing: entrySpread.describe(
      'How widely the name stands: `spread`, and the posts of quotes and of the first place, if they have the name only within a longer name of another entry.',
    ),
    quotes: listOf(quoteAccount),
    relations: listOf(relationAccount).describe(
      'The relations stored with this entry first, then those stored with other entries.',
    ),
    ended: listOf(endedRelation).describe('Its former relations to other entries.'),
    together: listOf(namedTogether).describe(
      'The few entries that are most often named in the same posts as this one.',
    ),
    proposals: listOf(heldProposal).describe(
      'What models wanted to change in fields that a person wrote; oldest first.',
    ),
    revisions: listOf(entryRevision).describe('Newest first.'),
    merged: listOf(mergedEntry).describe(
      'The entries that were merged into this one and can be brought back, the newest merge first.',
    ),
    named: listOf(namedEntry).describe('The entries to which revisions and proposals refer by number.'),
  })
  .meta({ id: 'entryAccount', description: 'An entry and everything known about it.' });

export const entryAccounts = listOf(entryAccount).meta({
  id: 'entryAccounts',
  description:
    'The entries that were asked for: all that have the given name, or the one that has the given number.',
});

export const editedEntry = entryAccount.nullable().meta({
  id: 'editedEntry',
  description: 'The entry as it is now; null if the person has not come to it in the story yet.',
});

const changedField = z
  .strictObject({
    field: z.enum(['term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'relations']),
    from: z.string(),
    to: z.string(),
    isOvertaken: z
      .boolean()
      .describe('Whether this field has changed in the glossary since the file was exported.'),
  })
  .meta({ id: 'changedField', description: 'A field of an entry that an edited file changes.' });

export const fileEdits = z
  .strictObject({
    isApplied: z.boolean(),
    entries: listOf(
      z.strictObject({
        id: z.int().nullable().describe('Null for a new entry.'),
        term: z.string(),
        act: z.enum(['revised', 'added', 'deleted', 'restored', 'merged', 'apart', 'related', 'unrelated']),
        line: z.int().describe('The line of the file at which the entry begins.'),
        note: z.string().optional().describe('In a vault: the path of the note, from the vault’s folder.'),
        into: z
          .string()
          .optional()
          .describe('The name, as the file writes it, of the entry that this one is merged into.'),
        from: z
          .string()
          .optional()
          .describe('The name, as the file writes it, of the entry that this one is kept apart from.'),
        changes: listOf(changedField),
      }),
    ),
    requoted: listOf(z.string()).describe(
      'Entries whose quotes in the file differ from those in the glossary. The quotes in the glossary stay.',
    ),
    missing: z.int().describe('Entries of the glossary that are not in the file: they stay.'),
    untaken: listOf(z.strictObject({ note: z.string(), why: z.string() })).describe(
      'Changes in notes of a vault that are not taken in. Such a note stays as it is at the next export.',
    ),
    deleted: listOf(z.string()).describe('Notes that are no longer in the vault: their entries stay.'),
  })
  .meta({ id: 'fileEdits', description: 'What an edited file changes, or would change.' });
