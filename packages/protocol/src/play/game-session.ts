// Shapes for games, game systems, session zero, and the files to which games are exported.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { askedServer } from '../world/asked-server.ts';
import { salvageReport } from '../world/salvage-report.ts';

const gameSession = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    systemId: z.string(),
    manifestHash: z.string(),
    seed: z.string(),
    head: z.int(),
    playedAtMs: z.number().describe('When the game was last played.'),
    isSetAside: z.boolean().describe('Whether the person has set the game aside.'),
  })
  .meta({ id: 'gameSession', description: 'A game.' });

export const gameList = z
  .strictObject({
    sessions: listOf(gameSession),
    begun: listOf(z.string()).describe('Games whose preparations are not finished.'),
  })
  .meta({ id: 'gameList', description: 'The games of a world.' });

export const startedGame = z
  .strictObject({ session: gameSession, servers: listOf(askedServer) })
  .meta({ id: 'startedGame', description: 'A game that can be played.' });

export const unsettledGame = z
  .strictObject({
    left: z.strictObject({
      name: z.string(),
      step: z
        .enum(['world', 'system', 'concept', 'character'])
        .nullable()
        .describe('The first step that is not settled.'),
    }),
  })
  .meta({
    id: 'unsettledGame',
    description: 'A game whose preparation (session zero) was interrupted; what was settled is kept.',
  });

export const settableValues = z
  .strictObject({
    values: listOf(
      z.strictObject({
        path: z.string(),
        label: z.string(),
        category: z.string(),
        manner: z
          .string()
          .describe(
            'How the path is written, what the value may be, and what may be done with it, such as `attributes.strength: 3..18; set or adjust`.',
          ),
        hint: z.string().nullable().describe('What the author of the system says about the value.'),
      }),
    ),
  })
  .meta({
    id: 'settableValues',
    description:
      'Answer to `?` while a game is being prepared: what can be set for the character. With a word after the `?`: only the values that match the word.',
  });

export const systemList = z
  .strictObject({
    systems: listOf(z.strictObject({ id: z.string(), label: z.string(), about: z.string() })),
  })
  .meta({ id: 'systemList', description: 'The systems that come with the program.' });

export const checkedSystem = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    hash: z.string(),
    fields: z.int(),
    rules: z.int(),
  })
  .meta({ id: 'checkedSystem', description: 'A manifest that can be played.' });

export const gameExport = z
  .strictObject({
    path: z.string(),
    format: z.enum(['corpus', 'story', 'sillytavern']),
    salvage: salvageReport.optional().describe('Only with `--salvage`.'),
  })
  .meta({ id: 'gameExport', description: 'The file that a game was exported to.' });
