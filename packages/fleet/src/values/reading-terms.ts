// Reading terms: the settings with which a world is read from its first scene to its last, by any worker.

import type { RunSettings } from '@terrarium/annotator/run-settings';
import { z } from 'zod';

/** The settings of a run that are stored with its world; for all other settings, each worker has its own values. */
const readingSchema = z.object({
  contextBudget: z.int().positive(),
  maxOutputTokens: z.int().positive(),
  temperature: z.number(),
  ratios: z.object({ soft: z.number(), compact: z.number(), emergency: z.number(), foldTarget: z.number() }),
  sceneWords: z.number().positive(),
  checkpointEvery: z.int().positive(),
  maxToolRounds: z.int().positive(),
  maxAttempts: z.int().positive(),
  summaryToolChoice: z.enum(['auto', 'none']),
  tools: z.enum(['basic', 'all', 'none']),
  curates: z.boolean(),
  curationShare: z.number(),
  asksForMore: z.boolean(),
  pointsAtQuotes: z.boolean(),
  extraBody: z.record(z.string(), z.unknown()),
});

export type ReadingTerms = z.infer<typeof readingSchema>;

export function extractTerms(settings: RunSettings): ReadingTerms {
  return readingSchema.parse(settings);
}

/** A worker's settings, overridden by the stored ones; `kept` is the value in the database. */
export function applyTerms(settings: RunSettings, kept: unknown): RunSettings {
  return { ...settings, ...readingSchema.parse(kept), changesTools: false };
}
