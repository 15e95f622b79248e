// Salvage report: what an export of something damaged had to leave out.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const damagedRow = z
  .strictObject({
    table: z.string(),
    row: z.string().describe('Its key; several columns of it are parted by `/`.'),
    what: z.string().describe('How the sentence goes on that begins with the row: "is gone".'),
  })
  .meta({ id: 'damagedRow', description: 'A row that is not what was written, as a person can look it up.' });

export const salvageReport = z
  .strictObject({
    leftOut: z.number(),
    rows: listOf(damagedRow).describe('The first of what is left out.'),
    list: z
      .string()
      .optional()
      .describe('A file with all of it, one JSON value a line; absent where nothing is left out.'),
  })
  .meta({ id: 'salvageReport', description: 'What an export of something damaged leaves out.' });
