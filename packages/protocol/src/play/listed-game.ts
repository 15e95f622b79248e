// Shape for a game as one row of a list.

import { z } from 'zod';

export const listedGame = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    system: z.string(),
    player: z.string(),
    place: z.string(),
    turn: z.int(),
    last: z.string().describe('What was said or told last, in a line.'),
    playedAtMs: z.number(),
  })
  .meta({ id: 'listedGame', description: 'A game in the list of games.' });
