// Shapes for what the doctor found about settings, disk, stores and the model, and for the model that is used.

import { z } from 'zod';
import { listOf } from '../values/list-of.ts';

const programVersions = z
  .strictObject({
    terrarium: z.string(),
    node: z.string(),
    sqlite: z.string(),
    system: z.string(),
  })
  .meta({ id: 'programVersions', description: 'What runs here.' });

const shownSetting = z
  .strictObject({
    name: z.string(),
    value: z.string(),
    from: z.string(),
  })
  .meta({ id: 'shownSetting', description: 'A setting, with its value hidden if that is secret.' });

export const doctorFinding = z
  .strictObject({
    check: z.string().describe('The name of what was examined, in a word or two. It never changes.'),
    standing: z.enum(['unknown', 'ok', 'warning', 'problem']),
    says: z.string().describe('What was found, in one sentence or two.'),
    todo: z.string().optional().describe('What a person can do, if anything can be done.'),
    code: z.string().optional().describe('The code of the error behind the finding, if there is one.'),
  })
  .meta({ id: 'doctorFinding', description: 'What was found about one thing.' });

export const examination = z
  .strictObject({
    versions: programVersions,
    settings: listOf(shownSetting),
    findings: listOf(doctorFinding),
    exitCode: z.int(),
  })
  .meta({ id: 'examination', description: 'What `terrarium doctor` found.' });

export const usedModel = z
  .strictObject({
    model: z.string().describe('The model that reads stories, tells games and maintains memories.'),
    baseUrl: z
      .string()
      .optional()
      .describe('The address of its server. Absent for the default of its provider.'),
    file: z.string().optional().describe('The file into which this command wrote the model.'),
    settings: listOf(shownSetting).describe(
      'The settings for the model, its address and its keys, and where each is set.',
    ),
  })
  .meta({ id: 'usedModel', description: 'Which model is used, and where it is set.' });
