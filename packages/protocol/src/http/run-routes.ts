// Run routes: show how far the model has read, and start and stop it.

import { z } from 'zod';
import { ledgerCounts } from '../annotator/reading-status.ts';
import { runEvent } from '../annotator/run-event.ts';
import { listOf } from '../values/list-of.ts';
import { failure } from '../world/failure.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';
import { shelvedWorld } from './world-routes.ts';

const numberedEvent = z
  .strictObject({
    number: z.int().describe('Rises by one with each event.'),
    event: z.union([runEvent, failure]),
  })
  .meta({ id: 'numberedEvent', description: 'Something that a run told, with its number.' });

const readingProgress = z
  .strictObject({
    model: z.string().optional().describe('The model of the newest run, which may have read nothing.'),
    readBy: z.string().optional().describe('The model that read a scene to its end last.'),
    counts: ledgerCounts,
    entries: z.int(),
    confirmed: z.int(),
    unread: listOf(
      z.strictObject({
        sceneId: z.int(),
        corpus: z.string(),
        threadTitle: z.string().optional(),
        reason: z.string().optional(),
      }),
    ).describe('Scenes that were skipped, and why.'),
    isLeftToModels: z
      .boolean()
      .describe(
        'Whether there are such scenes and none of them is in English: the built-in reader knows no other language.',
      ),
    halted: z
      .string()
      .optional()
      .describe('What the newest run could not go on because of; absent if it ended otherwise.'),
  })
  .meta({ id: 'readingProgress', description: 'How far the model has read.' });

const runStanding = z
  .strictObject({
    progress: readingProgress.nullable().describe('Null if nothing has been read yet.'),
    isRunning: z.boolean().describe('Whether any program reads this world now.'),
    isOurs: z.boolean().describe('Whether this server started the run that is going on.'),
    events: listOf(numberedEvent).describe(
      'The newest events of the run that this server started. The oldest of these comes first.',
    ),
    behind: z
      .int()
      .describe('How many events are left out because they tell what comes after the place of the reader.'),
  })
  .meta({ id: 'runStanding', description: 'Where the reading stands, and what it told last.' });

export const runRoutes = withRoutes({
  'GET /api/worlds/{world}/run': {
    about:
      'Where the reading stands. `/api/worlds/{world}/run/events` streams what the run tells. If the reader has set a place, this answer leaves out what comes later in the story, and the stream sends an empty event `hidden` in place of each event that names something of the story.',
    params: worldParams,
    answer: runStanding,
  },
  'POST /api/worlds/{world}/run': {
    about: 'Starts `terrarium read`, or `annotate retry` for scenes that were skipped.',
    params: worldParams,
    body: z.strictObject({
      again: z.boolean().default(false).describe('Whether skipped scenes are read again.'),
      model: z
        .string()
        .max(300)
        .optional()
        .describe('As `--model` takes it; by default, the model that is set.'),
    }),
    answer: runStanding,
  },
  'POST /api/worlds/{world}/run/stop': {
    about: 'Stops the run as Ctrl-C does: the step is finished, and nothing is lost.',
    params: worldParams,
    body: z.strictObject({}),
    answer: runStanding,
  },
  'POST /api/worlds/{world}/fresh': {
    about:
      'Makes a new world beside this one, to read the stories from the beginning, and shows it until the server stops. This world stays as it is.',
    params: worldParams,
    body: z.strictObject({
      stories: z
        .array(z.string().max(100))
        .min(1)
        .readonly()
        .optional()
        .describe('The stories that the new world gets, by their names. By default, all of them.'),
    }),
    answer: shelvedWorld,
  },
});
