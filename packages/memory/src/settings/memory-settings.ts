// Memory settings: the section `memory` of a configuration, with the design's values where nothing is said.

import { z } from 'zod';
import { decayProfileSchema } from '../decay/profile.ts';
import { voiceSchema } from '../voices/parse-voices.ts';
import { exampleVoices } from '../voices/voices.ts';

const tokens = z.int().min(0).max(1_000_000);

const voices = z
  .array(voiceSchema)
  .min(1)
  .max(100)
  .describe('a list of voices, each with an id (small letters, not the name of a tag) and a name');

/** Keys of a `terrarium.yaml` below `memory`. */
export const memorySettingsSchema = z.strictObject({
  voices: z
    .strictObject({
      user: voices.default([...exampleVoices.user]),
      companion: voices.default([...exampleVoices.companion]),
    })
    .prefault({}),
  /** Where the person lives; the machine's own zone where nothing is said. */
  timeZone: z.string().min(1).max(100).describe('a time zone, such as "Europe/Berlin"').optional(),
  /** In which dates are read; the first that finds one decides. */
  languages: z
    .array(z.string().min(2).max(10))
    .min(1)
    .max(20)
    .describe('a list of languages, such as ["en"]')
    .default(['en']),
  decay: decayProfileSchema.prefault({}),
  /** In tokens, but for the share. */
  budgets: z
    .strictObject({
      workingMemory: tokens.default(1000),
      conversation: tokens.default(1000),
      reserve: tokens.default(1500),
      /** What working memory may take of the reserve. */
      workingMemoryShare: z.number().min(0).max(1).default(0.7),
      recall: tokens.default(1000),
      /** 0 turns echoes off. */
      echoes: tokens.default(600),
    })
    .prefault({}),
  /** A server that turns texts into vectors, so that moments are found by meaning too; none unless it is named. */
  embedder: z
    .strictObject({
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .describe('the address of a server of embeddings, such as "http://127.0.0.1:8080/v1"'),
      model: z.string().min(1).max(500),
    })
    .optional(),
  /** Whether the model can see: then maintenance shows it the images of what it compiles. */
  seesImages: z.boolean().default(false),
  /** What a reply without any known tag is. */
  untaggedReplies: z.enum(['said', 'processing']).default('said'),
});

export type MemorySettings = z.output<typeof memorySettingsSchema>;
