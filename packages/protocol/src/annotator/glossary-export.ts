// Shapes for the files to which a glossary was written, and for what was imported from an exported glossary.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';
import { salvageReport } from '../world/salvage-report.ts';

export const glossaryFile = z
  .strictObject({
    path: z.string(),
    format: z.enum(['json', 'yaml', 'markdown', 'worldinfo', 'lorebook', 'wiki']),
    entries: z.int(),
    isReplaced: z.boolean().describe('Whether a file of that name was there before.'),
  })
  .meta({ id: 'glossaryFile', description: 'The file that the glossary was exported to.' });

export const glossaryVault = z
  .strictObject({
    path: z.string().describe('The folder.'),
    format: z.literal('vault'),
    entries: z.int(),
    files: z.number(),
    kept: listOf(z.string()).describe('Notes that a person had changed. They were left as they are.'),
  })
  .meta({ id: 'glossaryVault', description: 'The folder of notes that the glossary was exported to.' });

export const glossaryLadder = z
  .strictObject({
    folder: z.string(),
    format: z.enum(['json', 'yaml', 'markdown', 'worldinfo', 'lorebook', 'wiki']),
    files: listOf(
      z.strictObject({
        path: z.string(),
        thread: z.int().describe('The last thread that the file covers.'),
        entries: z.int(),
      }),
    ),
  })
  .meta({
    id: 'glossaryLadder',
    description:
      'The files that the glossary was exported to: for each thread, a file with the glossary as it was known at the end of that thread.',
  });

export const salvagedGlossary = z
  .strictObject({
    path: z.string(),
    format: z.enum(['json', 'yaml', 'markdown', 'worldinfo', 'lorebook']),
    entries: z.int(),
    salvage: salvageReport,
  })
  .meta({
    id: 'salvagedGlossary',
    description: 'The file that the undamaged part of a damaged glossary was exported to.',
  });

export const glossaryImport = z
  .strictObject({
    entries: z.int(),
    notes: listOf(z.string()).describe('Parts of the file that were not taken over exactly as they are.'),
  })
  .meta({ id: 'glossaryImport', description: 'What was taken over from an exported glossary.' });
