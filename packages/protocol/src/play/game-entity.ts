// Shapes for entities of a game, for actions and changes, and for the answers to commands such as `/sheet` and `/quests`.

import { z } from 'zod';
import { jsonValue } from '../values/json-value.ts';
import { listOf } from '../values/list-of.ts';
import { rolledCheck } from './rolled-check.ts';

const gameEntity = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    key: z.string(),
    sheet: z.record(z.string(), jsonValue),
  })
  .meta({ id: 'gameEntity', description: 'A person, place or thing in a game.' });

export const entityPatch = z
  .strictObject({
    entity: z.string(),
    path: z.string(),
    before: jsonValue.optional().describe('The value before; absent if there was none.'),
    after: jsonValue.optional().describe('The value after; absent if there is none.'),
    position: z
      .number()
      .optional()
      .describe('Where an added or removed entity is sorted among the others: smaller numbers come first.'),
    because: z.string(),
  })
  .meta({
    id: 'entityPatch',
    description:
      'A value before and after a change; `path` is the path of a field, empty if a whole entity was added or removed.',
  });

const crossedThreshold = z
  .strictObject({
    path: z.string(),
    say: z.string(),
  })
  .meta({ id: 'crossedThreshold', description: 'A threshold that was crossed by this change.' });

const formulaFault = z
  .strictObject({
    path: z.string(),
    source: z.string(),
    say: z.string(),
  })
  .meta({
    id: 'formulaFault',
    description: 'A formula that could not be evaluated. The last good value is kept.',
  });

const openChoice = z
  .strictObject({
    options: listOf(
      z.strictObject({
        say: z.string(),
        calls: listOf(z.strictObject({ name: z.string(), arguments: z.string() })).describe(
          'The calls that make this choice, with their arguments as JSON.',
        ),
      }),
    ),
  })
  .meta({
    id: 'openChoice',
    description: 'A choice that the rules leave open: one of the options is to be chosen.',
  });

const actionResult = z
  .strictObject({
    ok: z.boolean(),
    say: z
      .string()
      .describe(
        'What the model is told: the old value, the new value, what else changed and why. After a refusal: what was wrong, and what would be accepted.',
      ),
    patches: listOf(entityPatch),
    rolls: listOf(rolledCheck),
    crossed: listOf(crossedThreshold),
    faults: listOf(formulaFault),
    choices: listOf(openChoice),
  })
  .meta({ id: 'actionResult', description: 'The result of one action.' });

export const recordedAction = z
  .strictObject({
    tool: z.string(),
    arguments: z.string(),
    by: z.enum(['system', 'model', 'player']),
    ...actionResult.shape,
  })
  .meta({ id: 'recordedAction', description: 'Something that was done in a turn.' });

export const doneAside = z.strictObject({ acted: actionResult }).meta({
  id: 'doneAside',
  description: 'Answer to `/roll`, `/set`, `/give`, `/time`, `/remember` and `/forget`.',
});

export const shownEntity = z
  .strictObject({ entity: gameEntity })
  .meta({ id: 'shownEntity', description: 'Answer to `/sheet`.' });

export const shownQuests = z
  .strictObject({
    quests: listOf(gameEntity),
    clocks: listOf(gameEntity),
    isOver: z.boolean().describe('Whether the story is over: its quests are done, and none follows.'),
  })
  .meta({ id: 'shownQuests', description: 'Answer to `/quests`.' });

export const shownMap = z
  .strictObject({
    here: jsonValue.describe('Id of the place where the player is; null for none.'),
    places: listOf(gameEntity),
  })
  .meta({ id: 'shownMap', description: 'Answer to `/map`.' });

export const shownPeople = z
  .strictObject({ people: listOf(gameEntity) })
  .meta({ id: 'shownPeople', description: 'Answer to `/people`.' });

export const shownTruth = z
  .strictObject({
    secrets: listOf(
      z.strictObject({
        of: z
          .string()
          .describe('The name of the person or thing that the secret is about. Empty for the whole story.'),
        kind: z.string(),
        text: z.string(),
        isRevealed: z.boolean(),
      }),
    ),
    quests: listOf(
      z.strictObject({ name: z.string(), about: z.string(), won: z.string(), steps: listOf(z.string()) }),
    ).describe('Only after `/truth all`: what was still to come in quests.'),
    hidden: z.int().describe('How many things were left out because they are still secret.'),
  })
  .meta({ id: 'shownTruth', description: 'Answer to `/truth`.' });

export const shownLore = z
  .strictObject({
    notes: listOf(
      z.strictObject({ number: z.int().describe('The number that `/forget` takes.'), entity: gameEntity }),
    ),
  })
  .meta({ id: 'shownLore', description: 'Answer to `/lore`: what the game remembers.' });
