// File routes: addresses that take or return a file.

import { z } from 'zod';
import { storyImport } from '../annotator/story-import.ts';
import { chatImport, companionCard } from '../memory/chat-import.ts';
import { listOf } from '../values/list-of.ts';
import { gameParams, worldParams } from './addressed.ts';
import { gameName } from './zero-routes.ts';

/** Formats in which a glossary is one file. A vault is a folder, and only the terminal makes one. */
export const downloadFormats = ['wiki', 'markdown', 'json', 'yaml', 'worldinfo', 'lorebook'] as const;

/** Formats of a game, as in `play export`. */
const gameFormats = ['story', 'sillytavern', 'corpus'] as const;

/** Formats of a memory, as in `memory export`; only `whole` contains its secrets. */
const memoryFormats = ['markdown', 'sillytavern', 'jsonl', 'whole'] as const;

/** The largest story, in bytes. */
export const largestStory = 256 * 1024 * 1024;

/** What was read from a file that was given to a game in preparation. */
const joinedFile = z
  .strictObject({
    kind: z.enum(['card', 'lorebook', 'rules', 'rulebook']),
    says: z.string().describe('What came, in one sentence.'),
    left: listOf(z.string()).describe('What was left out, and why.'),
  })
  .meta({
    id: 'joinedFile',
    description: 'What came of a file that was given to a game that is being prepared.',
  });

export const fileRoutes = {
  'POST /api/worlds/{world}/stories': {
    about: 'Imports a story, as `import` does. The body is the file. A linked database is copied.',
    params: worldParams,
    query: z.object({
      name: z
        .string()
        .min(1)
        .max(300)
        .describe('The name of the file. Its extension says of what kind the file is.'),
      belongs: z
        .enum(['yes', 'no'])
        .default('no')
        .describe(
          '`yes`, like `--same-world`, also imports a story that seems to have nothing to do with the others.',
        ),
    }),
    answer: storyImport,
  },
  'POST /api/worlds/{world}/talks': {
    about: 'Imports a talk of another program into a memory, as `memory import` does. The body is the file.',
    params: worldParams,
    query: z.object({
      name: z
        .string()
        .min(1)
        .max(300)
        .describe('The name of the file. Its extension says of what kind the file is.'),
      asUser: z.string().min(1).max(200).optional().describe('The speaker in the file who is the person.'),
    }),
    answer: chatImport,
  },
  'POST /api/worlds/{world}/companion': {
    about:
      'Makes the character of a card the companion, or a further one, as `memory companion` does. The body is the file (PNG or JSON).',
    params: worldParams,
    query: z.object({
      name: z.string().min(1).max(300).describe('The name of the file.'),
      adds: z
        .enum(['yes', 'no'])
        .default('no')
        .describe('`yes`, like `--add`, lets the character join a companion that is there.'),
      replaces: z
        .enum(['yes', 'no'])
        .default('no')
        .describe('`yes`, like `--replace`, also takes the place of a companion that is there.'),
    }),
    answer: companionCard,
  },
  'GET /api/worlds/{world}/glossary-file': {
    about: 'The glossary as a file, as it is known at the place of the reader.',
    params: worldParams,
    query: z.object({ format: z.enum(downloadFormats) }),
  },
  'POST /api/worlds/{world}/zero/files': {
    about:
      'Gives a card (PNG or JSON), a lorebook, a manifest or a rulebook to a game that is being prepared: the body is its file.',
    params: worldParams,
    query: z.object({
      name: gameName.describe('The name of the game.'),
      file: z
        .string()
        .min(1)
        .max(300)
        .describe('The name of the file. Its extension says of what kind the file is.'),
    }),
    answer: joinedFile,
  },
  'GET /api/worlds/{world}/games/{game}/file': {
    about: 'A game as a file, as it was played up to where it stands.',
    params: gameParams,
    query: z.object({ format: z.enum(gameFormats) }),
  },
  'GET /api/worlds/{world}/memory-file': {
    about: 'A memory as a file, without its secrets; `whole` holds them too, to move it elsewhere.',
    params: worldParams,
    query: z.object({ format: z.enum(memoryFormats) }),
  },
} as const;
