// Memory settings: the section `memory` of a configuration, with the design's values where nothing is said.

import { z } from 'zod';
import { decayProfileSchema } from '../decay/profile.ts';
import { voiceSchema } from '../tags/parse-voices.ts';
import { exampleVoices } from '../tags/voices.ts';

const buildTokens = (byDefault: number, title: string) =>
  z.int().min(0).max(1_000_000).meta({ title }).default(byDefault);

const voices = z
  .array(voiceSchema)
  .min(1)
  .max(100)
  .describe('a list of voices, each with an id (small letters, not the name of a tag) and a name');

/** Keys of a `terrarium.yaml` below `memory`; titles say what each is for. */
export const memorySettingsSchema = z.strictObject({
  voices: z
    .strictObject({
      user: voices.meta({ title: 'Who speaks on your side.' }).default([...exampleVoices.user]),
      companion: voices.meta({ title: 'Who speaks on the other.' }).default([...exampleVoices.companion]),
    })
    .prefault({}),
  timeZone: z
    .string()
    .min(1)
    .max(100)
    .describe('a time zone, such as "Europe/Berlin"')
    .meta({ title: 'Where you live; the zone of the machine where nothing is said.' })
    .optional(),
  languages: z
    .array(z.string().min(2).max(10))
    .min(1)
    .max(20)
    .describe('a list of languages, such as ["en"]')
    .meta({ title: 'In which dates are read; the first that finds one decides.' })
    .default(['en']),
  decay: decayProfileSchema.prefault({}),
  budgets: z
    .strictObject({
      workingMemory: buildTokens(1000, 'Tokens of what is held in mind.'),
      conversation: buildTokens(1000, 'Tokens of the newest talk.'),
      reserve: buildTokens(1500, 'Tokens that both share beyond that.'),
      workingMemoryShare: z
        .number()
        .min(0)
        .max(1)
        .meta({ title: 'How much of the reserve may go to what is held in mind.' })
        .default(0.7),
      recall: buildTokens(1000, 'Tokens of what was asked for by its name.'),
      echoes: buildTokens(600, 'Tokens of earlier moments; 0 turns them off.'),
    })
    .prefault({}),
  embedder: z
    .strictObject({
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .describe('the address of a server of embeddings, such as "http://127.0.0.1:8080/v1"')
        .meta({
          title:
            'A server that turns texts into vectors, so that moments, what games remember and entries of the glossary are found by meaning too.',
          isRoute: true,
        }),
      model: z.string().min(1).max(500).meta({ title: 'Its model.', isRoute: true }),
    })
    .optional(),
  seesImages: z
    .boolean()
    .meta({ title: 'Whether the model can see: then maintenance shows it the images of what it compiles.' })
    .default(false),
  untaggedReplies: z
    .enum(['said', 'processing'])
    .meta({ title: 'What a reply without any known tag is: something said, or kept and not shown.' })
    .default('said'),
});

export type MemorySettings = z.output<typeof memorySettingsSchema>;
