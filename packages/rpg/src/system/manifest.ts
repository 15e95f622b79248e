// Manifest: the schema of the JSON in which a game system is written.

import { z } from 'zod';
import { buildBoundedRecord } from './bounded-record.ts';
import { effect, narratorHints } from './narrator-hints.ts';
import { thing } from './thing.ts';

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
const name = z.string().regex(/^[a-z][a-z0-9_]*$/, 'small letters, digits and _, a letter first');
const formula = z.string().min(1).max(500);

/** In a manifest that was extracted from a rulebook: the passage of the book from which something was read. */
const source = z.strictObject({
  /** What it is a source for, such as `field`, `formula`, `max_formula`, `rule`, `check` or `table`. */
  of: z.string().min(1).max(40),
  file: z.string().min(1).max(300),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  quote: z.string().max(2000),
});

export type Source = z.infer<typeof source>;

const sources = z.array(source).max(40).optional();

const threshold = z.strictObject({
  /**
   * A formula over the field's own values (`value`, `current`, `max`) and the sheet: the threshold is crossed when it
   * becomes true.
   */
  when: formula,
  say: z.string().min(1).max(300),
  /** Short name of the state that is reached, such as `dying`. */
  at: z.string().max(60).optional(),
  /** What happens automatically when the threshold is crossed. */
  does: z.array(effect).max(20).optional(),
});

export const fieldDefinition = z
  .strictObject({
    path,
    label: z.string().min(1).max(80),
    prefab: z.string(),
    category: z.enum(categories),
    config: z.record(z.string(), z.json()).optional(),
    formula: formula.optional(),
    max_formula: formula.optional(),
    default_formula: formula.optional(),
    /**
     * What the formula says, in plain words for a player. If the field has several formulas, the one for the first
     * value is not meant.
     */
    formula_words: z.string().min(1).max(300).optional(),
    thresholds: z.array(threshold).max(12).optional(),
    /** What happens to whoever loses points of this field, however they are lost. */
    on_loss: z.array(effect).max(20).optional(),
    /**
     * What is rolled for the field when a character is made: dice, or the ids of tables, each of which gives a text or
     * a thing. For points, the roll gives their maximum.
     */
    roll: z.union([z.string().min(1).max(200), z.array(z.string().min(1).max(80)).min(1).max(20)]).optional(),
    usage_hint: z.string().max(300).optional(),
    /**
     * Whether a player sees this field on somebody else's sheet. If absent, a player sees it if its category is identity,
     * status or connections and its value contains no digit.
     */
    seen: z.boolean().optional(),
    /**
     * Whether the field is folded away, with others that a player seldom looks for, on the sheet of a screen: always, or
     * while it is zero or false, or nothing of it is marked.
     */
    folds: z.enum(['always', 'at-zero']).optional(),
    /** Dice that are shown on the sheet of a screen instead of the number: `(@combat.dice)d6+@combat.bonus`. */
    shows_dice: z.string().min(1).max(200).optional(),
    sources,
  })
  .meta({ id: 'field' });

const outcome = z.strictObject({
  id: name,
  label: z.string().min(1).max(80),
  when: formula,
  degree: z.number().int().min(-2).max(2),
  /** The effects of the outcome, whatever the check was rolled for; a move may add more. */
  effects: z.array(effect).max(20).optional(),
});

/** The meaning of a value that a roll may be given, and optionally the number to use if none is given. */
const givenValue = z.union([
  z.string().max(200),
  z.strictObject({ say: z.string().max(200), default: z.number() }),
]);

export const checkDefinition = z.strictObject({
  id: name,
  label: z.string().min(1).max(80),
  dice: z.string().min(1).max(200),
  challenge: z.string().max(200).optional(),
  target: formula.optional(),
  /**
   * Names beyond the sheet for values that a roll may be given, such as `bonus`, and what each means; `@bonus` reads
   * it.
   */
  given: buildBoundedRecord(name, givenValue, 30).optional(),
  outcomes: z.array(outcome).min(1).max(12),
  /** The move that is made, with its costs and effects, if this check is rolled and no move is named. */
  move: z.string().max(80).optional(),
  /** In which situations to ask for the check. */
  use: z.string().max(300).optional(),
  sources,
});

const rule = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  title: z.string().min(1).max(120),
  text: z.string().min(1).max(4000),
  tags: z.array(z.string().max(40)).max(20).optional(),
  sources,
});

/** A ready-made character, with which a game can begin at once. */
export const quickCharacter = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/, 'small letters, digits, _ and -'),
  name: z.string().min(1).max(120),
  concept: z.string().max(600),
  /** Values by path. */
  set: buildBoundedRecord(z.string(), z.json(), 400),
});

/** Values for a character of a class that has no ready-made character. They are not offered as a character. */
const kit = quickCharacter.pick({ id: true, set: true });

export const creationRule = z.strictObject({
  id: name,
  label: z.string().min(1).max(80),
  /** A formula that must be true of a finished sheet. */
  holds: formula,
  say: z.string().min(1).max(300),
});

const countedRule = creationRule.extend({
  /** A number that the rule bounds, and its bounds: told while the rule does not hold, so that nobody has to add up. */
  count: z.strictObject({ of: formula, least: formula.optional(), most: formula.optional() }).optional(),
});

/** An opponent of a known kind, such as a goblin: a sheet for any number of opponents of this kind. */
export const foe = z.strictObject({
  id: name,
  name: z.string().min(1).max(120),
  type: z.enum(['npc', 'creature']).optional(),
  /**
   * Other words for the foe. Somebody new who is described with one of these words, and for whom no numbers are given,
   * gets the foe's sheet.
   */
  words: z.array(z.string().min(2).max(80)).max(40).optional(),
  /** What can be seen of the foe. */
  say: z.string().max(300).optional(),
  /** Values by path. */
  set: buildBoundedRecord(z.string(), z.json(), 100),
});

/** A table one rolls on: for answers, names, complications, scenes. */
export const oracleDefinition = z.strictObject({
  id: name,
  label: z.string().min(1).max(80),
  dice: z.string().min(1).max(200),
  rows: z
    .array(
      z.strictObject({
        from: z.number().int(),
        to: z.number().int(),
        say: z.string().min(1).max(300),
        /** Another table, which is rolled on too. */
        table: z.string().max(80).optional(),
      }),
    )
    .min(1)
    .max(200),
  sources,
});

/**
 * A table of numbers, by level for instance: each row is a key and its values, and a key between two rows gets the
 * values of the lower row.
 */
const table = z.strictObject({
  label: z.string().max(120).optional(),
  rows: z.array(z.array(z.number()).min(2).max(30)).min(1).max(200),
  sources,
});

const readingVersion = z.strictObject({
  says: z.json(),
  /** The chapter of the book that says this. */
  where: z.string().max(200),
  quote: z.string().max(2000),
});

/** Two places of a rulebook that say different things about the same thing. */
const reading = z.strictObject({
  /** JSON pointer to the value in this manifest. */
  at: z.string().max(400),
  about: z.string().max(300),
  taken: readingVersion,
  other: readingVersion,
});

/** Types of entity to which a manifest can add fields; the fields of the character are in `fields`. */
export const entityTypes = [
  'npc',
  'creature',
  'location',
  'item',
  'faction',
  'quest',
  'clock',
  'scene',
] as const;

const entityFields = z.strictObject({ fields: z.array(fieldDefinition).max(100) });

export const manifestSchema = z.strictObject({
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string().min(1).max(120),
  version: z.string().min(1).max(40),
  about: z.string().max(600).optional(),
  attribution: z.string().max(1000).optional(),
  engine: z.strictObject({
    /** The dice of an ordinary roll. */
    dice: z.string().min(1).max(200),
    /** How an ordinary roll works, in words for the model and the person. */
    mechanic: z.string().max(600),
    success: z.string().max(300),
    crit: z.string().max(300),
    fumble: z.string().max(300).optional(),
    /** The id of the check for an ordinary roll. */
    check: z.string().optional(),
  }),
  procedures: buildBoundedRecord(name, z.string().max(4000), 40),
  aliases: buildBoundedRecord(name, formula, 100).optional(),
  tables: buildBoundedRecord(name, table, 60).optional(),
  checks: z.array(checkDefinition).max(60).optional(),
  fields: z.array(fieldDefinition).min(1).max(300),
  rules: z.array(rule).max(2000),
  /** Fields of other types of entity, beyond those that every entity of the type has. */
  entities: z.partialRecord(z.enum(entityTypes), entityFields).optional(),
  oracles: z.array(oracleDefinition).max(100).optional(),
  characters: z.array(quickCharacter).max(30).optional(),
  /**
   * The values with which a character begins if no ready-made character has the same class; values that the player
   * sets replace them.
   */
  kits: z.array(kit).max(30).optional(),
  foes: z.array(foe).max(500).optional(),
  /** Things and spells that the rules know. */
  things: z.array(thing).max(500).optional(),
  /** Rules for a character that a person makes, such as points to spend and limits. Each is checked by code. */
  creation: z.array(countedRule).max(30).optional(),
  /** The moves, by intent: which check, at what cost, with which dice, and what its outcomes do. */
  narrator: narratorHints.optional(),
  /** In a manifest that was extracted from a book: what the book says twice, and differently. */
  readings: z.array(reading).max(200).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Reading = z.infer<typeof reading>;
export type Foe = z.infer<typeof foe>;
export type Oracle = z.infer<typeof oracleDefinition>;
export type FieldDefinition = z.infer<typeof fieldDefinition>;
