// Lorebook facts: the exact formats of SillyTavern's World Info and of the V3 character card specification.

import { z } from 'zod';

const nullableFlag = z.boolean().nullable();
const nullableCount = z.int().min(0).nullable();

/** An entry of World Info: it must have all of these fields, and no others except `extensions`. */
const worldInfoEntry = z.strictObject({
  uid: z.int().min(0),
  key: z.array(
    z.string().refine((key) => key.startsWith('/') || !key.includes(','), 'a plain key has no comma'),
  ),
  keysecondary: z.array(z.string()),
  comment: z.string(),
  content: z.string(),
  constant: z.boolean(),
  vectorized: z.boolean(),
  selective: z.boolean(),
  selectiveLogic: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  addMemo: z.boolean(),
  order: z.int(),
  position: z.int().min(0).max(7),
  disable: z.boolean(),
  ignoreBudget: z.boolean(),
  excludeRecursion: z.boolean(),
  preventRecursion: z.boolean(),
  matchPersonaDescription: z.boolean(),
  matchCharacterDescription: z.boolean(),
  matchCharacterPersonality: z.boolean(),
  matchCharacterDepthPrompt: z.boolean(),
  matchScenario: z.boolean(),
  matchCreatorNotes: z.boolean(),
  delayUntilRecursion: z.int(),
  probability: z.int().min(0).max(100),
  useProbability: z.boolean(),
  depth: z.int(),
  outletName: z.string(),
  group: z.string(),
  groupOverride: z.boolean(),
  groupWeight: z.int(),
  scanDepth: nullableCount,
  caseSensitive: nullableFlag,
  matchWholeWords: nullableFlag,
  useGroupScoring: nullableFlag,
  automationId: z.string(),
  role: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  sticky: nullableCount,
  cooldown: nullableCount,
  delay: nullableCount,
  triggers: z.array(z.string()),
  displayIndex: z.int(),
  extensions: z.record(z.string(), z.unknown()),
});

/** A book: an object of entries by their uid. */
export const worldInfoFacts = z
  .strictObject({
    entries: z.record(z.string().regex(/^\d+$/u), worldInfoEntry),
    extensions: z.record(z.string(), z.unknown()),
  })
  .refine(({ entries }) => Object.entries(entries).every(([uid, entry]) => uid === String(entry.uid)));

const lorebookEntry = z.strictObject({
  keys: z.array(z.string()),
  content: z.string(),
  extensions: z.record(z.string(), z.unknown()),
  enabled: z.boolean(),
  insertion_order: z.number(),
  case_sensitive: z.boolean(),
  use_regex: z.boolean(),
  constant: z.boolean(),
  name: z.string(),
  priority: z.number(),
  id: z.int(),
  comment: z.string(),
  selective: z.boolean(),
  secondary_keys: z.array(z.string()),
  position: z.enum(['before_char', 'after_char']),
});

/** A lorebook in a file of its own. */
export const lorebookFacts = z.strictObject({
  spec: z.literal('lorebook_v3'),
  data: z.strictObject({
    name: z.string(),
    extensions: z.record(z.string(), z.unknown()),
    entries: z.array(lorebookEntry),
  }),
});
