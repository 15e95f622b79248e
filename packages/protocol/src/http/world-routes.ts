// World routes: list the worlds (the shelf), and describe the server and a world.

import { z } from 'zod';
import { removedStory, renamedWorld } from '../annotator/story-import.ts';
import { openPlan } from '../memory/memory-item.ts';
import { listedGame } from '../play/listed-game.ts';
import { listOf } from '../values/list-of.ts';
import { worldParams } from './addressed.ts';
import { withRoutes } from './define-route.ts';

const lentWorld = z
  .strictObject({
    owner: z.string(),
    worker: z
      .string()
      .optional()
      .describe('The worker that is reading the world now, or working on it in another way.'),
    scenesDone: z.int(),
    scenesAll: z.int().describe('0 if nothing was read in the fleet.'),
    publishedAtMs: z.number().describe('When the state that is shown was published.'),
  })
  .meta({
    id: 'lentWorld',
    description: 'The state of a world that is kept in a fleet: here it is only looked at.',
  });

export const shelvedWorld = z
  .strictObject({
    key: z.string().describe('Its name in addresses.'),
    title: z.string(),
    dir: z.string().describe('Its folder; for a world that is kept in a fleet, its name in the fleet.'),
    holds: z
      .strictObject({
        stories: z.int(),
        hasGames: z.boolean().describe('Whether anybody has begun a game in it.'),
        hasTalks: z.boolean().describe('Whether anybody has talked with its companion.'),
        isReading: z.boolean().describe('Whether its glossary is being built now.'),
      })
      .optional()
      .describe(
        'What is in it; only in the list of all worlds, and not for a world that is kept in a fleet.',
      ),
    lent: lentWorld.optional().describe('Only for a world that is kept in a fleet.'),
  })
  .meta({ id: 'shelvedWorld', description: 'A world that this server shows.' });

const shelvedStory = z
  .strictObject({
    corpus: z.string(),
    title: z.string(),
    chapters: z.int(),
    scenes: z.int().describe('Scenes planned for reading; 0 before the first run.'),
    read: z.int().describe('Scenes that the model has read.'),
    isBegun: z
      .boolean()
      .describe('Whether a run has begun a scene of it, read or skipped; then it cannot be taken out.'),
    hasNew: z
      .boolean()
      .describe(
        'Whether its file changed since its scenes were planned: the next run looks for what is new.',
      ),
    at: z
      .strictObject({
        threadId: z.int(),
        title: z.string(),
        chapter: z.int().describe('Counted from 1.'),
        isThrough: z.boolean().describe('Whether the reader has come to the end of the chapter.'),
      })
      .optional()
      .describe('The chapter where the reader is; absent before they began.'),
  })
  .meta({
    id: 'shelvedStory',
    description: 'A story of a world: how far it is read, by the model and by the reader.',
  });

const waitingWork = z
  .strictObject({
    unread: z.int().describe('Scenes that were skipped and can be read again.'),
    isHalted: z.boolean().describe('Whether the newest run could not go on.'),
    tentative: z
      .int()
      .describe(
        'Entries that the person may see at their place in the story and that nobody has confirmed yet.',
      ),
  })
  .meta({ id: 'waitingWork', description: 'What waits for a person.' });

const companionOnShelf = z
  .strictObject({
    name: z.string(),
    messages: z.int(),
    lastAtMs: z.number().optional().describe('When something was said last.'),
    timeZone: z.string(),
    isUnanswered: z.boolean().describe('Whether the newest message is yours and has no answer yet.'),
    due: listOf(openPlan).describe('Plans that are coming up, due or overdue.'),
    proposals: z.int().describe('How many proposals of maintenance nobody has decided yet.'),
  })
  .meta({ id: 'companionOnShelf', description: 'The companion of a world, and what is due.' });

const otherCompanion = z
  .strictObject({ id: z.string(), ...companionOnShelf.shape })
  .meta({ id: 'otherCompanion', description: 'Another companion of a world, and what is due.' });

const rememberingMind = z
  .strictObject({ id: z.string(), name: z.string() })
  .meta({ id: 'rememberingMind', description: 'A companion with a memory of its own.' });

const worldMinds = z
  .strictObject({
    minds: listOf(rememberingMind).describe('The companion of the world comes first.'),
    proposals: z
      .int()
      .describe(
        'How many proposals of maintenance nobody has decided yet, in the memory that the address names.',
      ),
  })
  .meta({
    id: 'worldMinds',
    description:
      'All companions of a world that have a memory, and how many proposals wait in one of these memories.',
  });

const worldHome = z
  .strictObject({
    world: shelvedWorld,
    stories: listOf(shelvedStory),
    entries: z.int(),
    isRunning: z.boolean().describe('Whether a run is reading this world now.'),
    isSilent: z
      .boolean()
      .describe(
        'Whether a request to the model of a run that was started here failed, and the model is asked again now.',
      ),
    waiting: waitingWork,
    games: z.int().describe('Games that were begun.'),
    lastGame: listedGame.nullable().describe('The game that was played last.'),
    minds: listOf(rememberingMind).describe(
      'Companions that each have a memory. The companion of the world comes first. In addresses, a companion is `WORLD~ID`.',
    ),
    companion: companionOnShelf
      .nullable()
      .describe(
        'The companion that the address names. Null if it has no memory yet, or if it cannot be shown (see `told`).',
      ),
    others: listOf(otherCompanion).describe(
      'The other companions of the world. Those that have no memory yet are left out.',
    ),
    place: z.string().nullable().describe('Where the reader is; null for a reader who sees the whole story.'),
    readOn: z
      .strictObject({
        corpus: z.string(),
        threadId: z.int(),
        title: z.string().optional().describe('Absent if the person has not come to it in the story.'),
        chapter: z.int().describe('Counted from 1.'),
      })
      .nullable()
      .describe(
        'Where the reader goes on in the story that they read last. After a chapter that was read to its end, this is the next chapter. Null before the reader began, and after the last chapter.',
      ),
    told: listOf(z.string()).describe(
      'What the server reported since it started, such as that a database was brought up to date. If the companion cannot be shown because a setting is wrong, this list says so too.',
    ),
  })
  .meta({ id: 'worldHome', description: 'What a world has, and what waits there for a person.' });

const servedHere = z
  .strictObject({
    command: z.string().nullable().describe('The command; null if nobody typed one to start the server.'),
  })
  .meta({ id: 'servedHere', description: 'The server that shows these worlds.' });

export const worldRoutes = withRoutes({
  'GET /api/server': {
    about: 'The command that starts this server again after it was stopped.',
    params: z.object({}),
    answer: servedHere,
  },
  'GET /api/worlds': {
    about: 'The worlds that this server shows.',
    params: z.object({}),
    answer: listOf(shelvedWorld),
  },
  'POST /api/worlds': {
    about:
      'Makes an empty world in a folder beside the first one, named after its title, and shows it until the server stops.',
    params: z.object({}),
    body: z.strictObject({ title: z.string().max(10_000) }),
    answer: shelvedWorld,
  },
  'GET /api/worlds/{world}': {
    about: 'What a world has, and what waits there for a person.',
    params: worldParams,
    answer: worldHome,
  },
  'PUT /api/worlds/{world}/title': {
    about: 'Gives the world another title, or one of its stories, as `rename` does.',
    params: worldParams,
    body: z.strictObject({
      title: z.string().max(10_000),
      corpus: z.string().max(100).optional().describe('The story that gets the title.'),
    }),
    answer: renamedWorld,
  },
  'DELETE /api/worlds/{world}/stories/{corpus}': {
    about: 'Takes a story of which nothing was read out of the world, as `remove` does. Its file is kept.',
    params: z.object({ ...worldParams.shape, corpus: z.string().min(1).max(100) }),
    answer: removedStory,
  },
  'GET /api/worlds/{world}/minds': {
    about:
      'All companions of a world that have a memory, and how many proposals wait in one of these memories. To count the proposals for the companion `ID`, give `WORLD~ID` as `world`; for the companion of the world, give `WORLD` alone.',
    params: worldParams,
    answer: worldMinds,
  },
});
