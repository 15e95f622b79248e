// Manifest: the JSON in which a game system is written.

import { z } from 'zod';

/** Groups under which a sheet is shown, in this order. */
export const categories = [
  'identity',
  'progression',
  'attributes',
  'resources',
  'skills',
  'features',
  'combat',
  'inventory',
  'status',
  'connections',
  'narrative',
  'meta',
] as const;

const path = z
  .string()
  .regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){0,5}$/, 'small letters, digits and _, parts joined by dots');
const formula = z.string().min(1).max(500);

const threshold = z.strictObject({
  /** A formula over the field's own value (`value`, `current`, `max`) and the sheet: crossed when it becomes true. */
  when: formula,
  say: z.string().min(1).max(300),
  /** Short name of the state that is reached, such as `dying`. */
  at: z.string().max(60).optional(),
});

export const fieldDefinition = z.strictObject({
  path,
  label: z.string().min(1).max(80),
  prefab: z.string(),
  category: z.enum(categories),
  config: z.record(z.string(), z.json()).optional(),
  formula: formula.optional(),
  max_formula: formula.optional(),
  default_formula: formula.optional(),
  thresholds: z.array(threshold).max(12).optional(),
  usage_hint: z.string().max(300).optional(),
});

const outcome = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/),
  label: z.string().min(1).max(80),
  when: formula,
  degree: z.number().int().min(-2).max(2),
});

const check = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/),
  label: z.string().min(1).max(80),
  dice: z.string().min(1).max(200),
  challenge: z.string().max(200).optional(),
  target: formula.optional(),
  outcomes: z.array(outcome).min(1).max(12),
  /** When to ask for it. */
  use: z.string().max(300).optional(),
});

const rule = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  title: z.string().min(1).max(120),
  text: z.string().min(1).max(4000),
  tags: z.array(z.string().max(40)).max(20).optional(),
  /** Where the rule was read: byte or character span of a rulebook, when the manifest was extracted from one. */
  source: z
    .strictObject({ file: z.string(), start: z.number().int(), end: z.number().int(), quote: z.string() })
    .optional(),
});

/** What a first character can be made from, so that a game begins at once. */
const quickCharacter = z.strictObject({
  id: z.string(),
  name: z.string(),
  concept: z.string(),
  /** Values by path. */
  set: z.record(z.string(), z.json()),
});

/** A table one rolls on: oracles, names, complications, scenes. */
const oracle = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/),
  label: z.string(),
  dice: z.string(),
  rows: z
    .array(z.strictObject({ from: z.number(), to: z.number(), say: z.string().max(300) }))
    .min(1)
    .max(200),
});

export const manifestSchema = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string().min(1).max(120),
  version: z.string().min(1).max(40),
  about: z.string().max(600).optional(),
  attribution: z.string().max(1000).optional(),
  engine: z.strictObject({
    /** The dice of an ordinary roll. */
    dice: z.string(),
    /** In words, for the model and the person. */
    mechanic: z.string().max(600),
    success: z.string().max(300),
    crit: z.string().max(300),
    fumble: z.string().max(300).optional(),
    /** The check of an ordinary roll, by id. */
    check: z.string().optional(),
  }),
  procedures: z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.string().max(4000)),
  aliases: z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), formula).optional(),
  tables: z
    .record(z.string(), z.strictObject({ rows: z.array(z.array(z.number()).min(2).max(30)).min(1).max(200) }))
    .optional(),
  checks: z.array(check).max(60).optional(),
  fields: z.array(fieldDefinition).min(1).max(300),
  rules: z.array(rule).max(2000),
  entities: z.record(z.string(), z.strictObject({ fields: z.array(fieldDefinition).max(100) })).optional(),
  oracles: z.array(oracle).max(100).optional(),
  characters: z.array(quickCharacter).max(30).optional(),
  /** How a character is made by a person: points to spend, limits. Each is checked by code. */
  creation: z
    .array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        /** Must hold of a finished sheet. */
        holds: formula,
        say: z.string().max(300),
      }),
    )
    .max(30)
    .optional(),
  /** What the built-in narrator does by intent: which check, at what cost, with which dice. */
  narrator: z.json().optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type FieldDefinition = z.infer<typeof fieldDefinition>;
