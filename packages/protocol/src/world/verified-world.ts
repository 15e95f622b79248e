// Shapes for what a check of a world's files found.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const partProblem = z
  .strictObject({
    code: z.string(),
    what: z.string().describe('What is wrong and where, in one sentence; it may quote what is stored.'),
  })
  .meta({ id: 'partProblem', description: 'Something that is wrong.' });

const verifiedPart = z
  .strictObject({
    part: z.string().describe('The name of the file or folder in the world, such as `annotator.db`.'),
    standing: z.enum(['ok', 'warning', 'problem']),
    says: z.string().describe('What was found, in one sentence.'),
    checks: listOf(z.string()).describe('Names of the checks that were made, in order.'),
    problems: listOf(partProblem),
    todo: z.string().optional().describe('What a person can do, if something is wrong.'),
    code: z.string().optional().describe('The code of the error that kept the checks from being made.'),
  })
  .meta({ id: 'verifiedPart', description: 'A file of a world, and what is wrong with it.' });

export const verifiedWorld = z
  .strictObject({
    holds: z.boolean(),
    parts: listOf(verifiedPart),
    exitCode: z.int(),
  })
  .meta({ id: 'verifiedWorld', description: 'Whether everything in a world is in order.' });
