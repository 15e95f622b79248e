// Shapes for what was imported from the files of a story, for its speakers, and for renaming and removing stories.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { corpusRecord } from './reading-status.ts';

const storyLeftOut = z
  .strictObject({
    what: z.string().describe('What was left out, such as "a table of contents".'),
    words: z.int(),
  })
  .meta({ id: 'storyLeftOut', description: 'Words of the file that are in no post, and the reason.' });

const apartCount = z
  .strictObject({
    kind: z.enum(['note', 'log', 'about', 'summary', 'end-note', 'footnote', 'hidden-line', 'matter']),
    count: z.int(),
    words: z.int(),
  })
  .meta({
    id: 'apartCount',
    description: 'How many texts of a kind are kept apart from the story, and how many words they have.',
  });

const storyReport = z
  .strictObject({
    kind: z.enum(['markdown', 'jsonl', 'text', 'html', 'epub', 'board', 'forum', 'sqlite']),
    posts: z.int(),
    isDivided: z
      .boolean()
      .optional()
      .describe(
        'Whether posts are pieces of a continuous text. In another version of the file, the text may be cut at other places.',
      ),
    storyPosts: z
      .int()
      .describe(
        'Posts that are part of the story, rather than posts of its readers; only these make scenes.',
      ),
    threads: z.int(),
    threadTitles: listOf(z.string()).optional().describe('Titles of the threads of a book, in order.'),
    words: z.int(),
    characters: z.number(),
    isInCharacters: z
      .boolean()
      .optional()
      .describe(
        'Whether the words are mostly Chinese or Japanese characters, so that the length is told in characters.',
      ),
    encoding: z.string().describe('How the bytes were decoded, such as `utf-8`.'),
    warnings: listOf(z.string()).describe('Sentences for the person: guesses made, things left out.'),
    bookTitle: z.string().optional().describe('The title that the book itself states.'),
    author: z.string().optional(),
    headingWords: z
      .number()
      .describe(
        'Words of headings, which became titles. These, `words` and the words that were left out add up to all the words of the file.',
      ),
    leftOut: listOf(storyLeftOut).describe('Words of the file that are in no post, with the reason.'),
    apart: listOf(apartCount).optional().describe('Text kept apart from the story, which no model reads.'),
    site: z.string().optional().describe('The site or program the pages come from, if known.'),
    unknownKeys: listOf(z.string()).describe('Unknown keys of JSON lines, each once.'),
  })
  .meta({ id: 'storyReport', description: 'What was read in a file.' });

const threadChange = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.enum(['inserted', 'added']),
      title: z.string(),
      posts: z.int(),
      after: z.string(),
    }),
    z.strictObject({
      kind: z.literal('removed'),
      title: z.string(),
      posts: z.int(),
    }),
    z.strictObject({
      kind: z.literal('moved'),
      title: z.string(),
      posts: z.int(),
      after: z.string(),
    }),
    z.strictObject({
      kind: z.literal('renamed'),
      title: z.string(),
      was: z.string(),
    }),
    z.strictObject({
      kind: z.literal('edited'),
      title: z.string(),
      kept: z.number(),
      fresh: z.number(),
      gone: z.number(),
    }),
  ])
  .meta({
    id: 'threadChange',
    description: 'How a thread has changed. `after` is the title of the preceding thread.',
  });

const revisedCorpus = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('same'),
    }),
    z.strictObject({
      kind: z.literal('grown'),
      newPosts: z.int(),
      newThreads: z.int(),
    }),
    z.strictObject({
      kind: z.literal('revised'),
      keptPosts: z.int().describe('Posts whose words and order are unchanged.'),
      newPosts: z.int(),
      formerPosts: z.int().describe('Posts that are gone from the story; their words are kept.'),
      changes: listOf(threadChange),
      threads: z.int().describe('The threads of the story after the import.'),
    }),
    z.strictObject({
      kind: z.literal('other'),
    }),
  ])
  .meta({ id: 'revisedCorpus', description: 'What became of a corpus whose story was imported again.' });

const storySpeaker = z
  .strictObject({
    label: z.string().describe('The name of the speaker as the transcript has it, without the colon.'),
    lines: z.int().describe('How many lines begin with this name.'),
    character: z.string().optional().describe('The character that the speaker plays, according to a person.'),
    isNobody: z.boolean().describe('Whether a person said that the speaker plays no character.'),
    proposed: z
      .string()
      .optional()
      .describe('The character that the model proposed while it read; no person has decided yet.'),
    mayBe: z.string().optional().describe('The character that the text suggests.'),
  })
  .meta({ id: 'storySpeaker', description: 'Somebody who speaks in a transcript.' });

export const storySpeakers = z
  .strictObject({ speakers: listOf(storySpeaker).describe('Whoever speaks most comes first.') })
  .meta({ id: 'storySpeakers', description: 'Who speaks in a transcript, and whom they play.' });

const importedStory = z
  .strictObject({
    status: z.enum(['added', 'known', 'same', 'grown', 'revised', 'moved']),
    world: z.string().describe('The folder of the world.'),
    corpus: corpusRecord,
    changes: revisedCorpus
      .optional()
      .describe('What changed in the story. Only for a story that was imported before.'),
    report: storyReport.optional().describe('What was imported. Only for a new story.'),
    speakers: listOf(storySpeaker).optional().describe('Who speaks in the story. Only for a transcript.'),
    doubles: listOf(z.string())
      .optional()
      .describe('Corpora that seem to hold the same story. Only for a new story.'),
    isUnrelated: z
      .boolean()
      .optional()
      .describe(
        'Whether the story shares almost no names with the other stories of its world. Only for a new story.',
      ),
  })
  .meta({ id: 'importedStory', description: 'What came of a file.' });

export const storyImport = listOf(importedStory).meta({
  id: 'storyImport',
  description: 'What came of each file.',
});

const changedTitle = z
  .strictObject({
    corpus: z.string().optional().describe('The name of the story. Absent for the world.'),
    was: z.string().describe('The title before.'),
    title: z.string(),
  })
  .meta({ id: 'changedTitle', description: 'A world or a story that got another title.' });

export const renamedWorld = z
  .strictObject({
    world: z.string().describe('The folder of the world.'),
    renamed: listOf(changedTitle).describe('Empty if nothing has another title than before.'),
  })
  .meta({ id: 'renamedWorld', description: 'What got another title.' });

export const removedStory = z
  .strictObject({
    world: z.string().describe('The folder of the world.'),
    corpus: corpusRecord.describe('The story as the world listed it.'),
    movedTo: z
      .string()
      .optional()
      .describe('Where its copy is now. Absent for a linked file, which stays where it is.'),
  })
  .meta({ id: 'removedStory', description: 'A story that was taken out of its world.' });
