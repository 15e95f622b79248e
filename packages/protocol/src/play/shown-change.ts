// Shape for what a turn changed, as it is told to the player.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const where = {
  entity: z.string().describe('Id of the person or thing that changed.'),
  path: z.string().describe('Path of the value; empty if the whole entity was added or removed.'),
  because: z.string().optional().describe('The cause, if there is one worth telling.'),
};

const label = z.string().describe('What the value is called; empty for a clock, which has only one value.');
const owner = z.string().optional().describe('Whose value it is. Absent for the player’s own.');

export const shownChange = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...where,
      kind: z.literal('value'),
      owner,
      label,
      before: z.string(),
      after: z.string(),
    }),
    z.strictObject({
      ...where,
      kind: z.literal('moved'),
      owner,
      label,
      came: listOf(z.string()).describe('What was added to a list.'),
      went: listOf(z.string()).describe('What was removed from the list.'),
    }),
    z.strictObject({ ...where, kind: z.literal('new'), type: z.string(), name: z.string() }),
    z.strictObject({ ...where, kind: z.literal('gone'), name: z.string() }),
    z.strictObject({ ...where, kind: z.literal('ended'), name: z.string(), says: z.string() }),
    z.strictObject({
      ...where,
      kind: z.literal('step'),
      text: z.string().describe('A new or newly done step of a quest.'),
      isDone: z.boolean(),
      quest: z.string().optional().describe('The quest that the step belongs to.'),
    }),
    z.strictObject({
      ...where,
      kind: z.literal('revealed'),
      text: z.string(),
      about: z.string().optional().describe('Whom or what the secret is about.'),
    }),
    z.strictObject({ ...where, kind: z.literal('round'), round: z.string() }),
    z.strictObject({
      ...where,
      kind: z.literal('idle'),
      names: listOf(z.string()).describe('Who did nothing in a turn of a fight, since somebody else acted.'),
    }),
    z.strictObject({
      ...where,
      kind: z.literal('order'),
      order: listOf(z.strictObject({ name: z.string(), rolled: z.string() })).describe(
        'Who acts in which order in a fight.',
      ),
    }),
  ])
  .meta({ id: 'shownChange', description: 'What a turn changed, as it is shown to the player.' });
