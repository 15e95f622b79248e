// Shape for what the export of a damaged file had to leave out.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const damagedRow = z
  .strictObject({
    table: z.string(),
    row: z
      .string()
      .describe('The key of the row. If the key has several columns, they are separated by `/`.'),
    what: z.string().describe('What is wrong with the row, such as "is gone".'),
  })
  .meta({ id: 'damagedRow', description: 'A damaged row, and where to find it.' });

export const salvageReport = z
  .strictObject({
    leftOut: z.number(),
    rows: listOf(damagedRow).describe('The first rows that were left out.'),
    list: z
      .string()
      .optional()
      .describe(
        'A file that lists everything left out, one JSON value per line; absent if nothing was left out.',
      ),
  })
  .meta({ id: 'salvageReport', description: 'What an export of something damaged leaves out.' });
