// Scenario: a world to begin in, as data: places, people with voices, things, quests, clocks, what is known of them.

import { z } from 'zod';
import { longestName, longestTag, longestText } from '../tools/arguments.ts';

/** What the tools of an opening take: a world that is whole can be begun. */
const name = z.string().trim().min(1).max(longestName);
const line = z.string().trim().min(1).max(longestText);
const lines = z.array(line).max(40).default([]);

const attitude = z.enum(['hostile', 'wary', 'neutral', 'friendly', 'devoted']);
const threat = z.enum(['minor', 'standard', 'dangerous', 'deadly']);

const place = z.strictObject({
  name,
  about: line,
  kind: z.enum(['street', 'inside', 'underground', 'wild']).default('street'),
  /** What the senses meet there, a sentence each. */
  senses: lines,
  /** What a search turns up, where nothing else is to be found. */
  searched: lines,
});

const way = z.strictObject({
  from: name,
  to: name,
  /** As in "you go …": `up the stair`. */
  name: z.string().trim().max(longestName).default(''),
  /** The same the other way; a way without it leads one way only when `isOneWay`. */
  back: z.string().trim().max(longestName).default(''),
  isOneWay: z.boolean().default(false),
  locked: z.boolean().default(false),
  hidden: z.boolean().default(false),
  /** The thing that opens it. */
  opens_with: name.optional(),
});

const topic = z.strictObject({
  words: z.array(z.string().min(1)).min(1),
  say: z.array(line).min(1),
  /** Told to friends, or to whoever succeeds in persuading. */
  wants_check: z.boolean().default(false),
  gives: name.optional(),
});

/** What somebody does of their own accord when they are at a place. */
const plan = z.strictObject({
  from: name,
  to: name,
  /** Only while this quest is open. */
  while: name.optional(),
  /** When this clock strikes, and then always. */
  full: name.optional(),
  /** A clock this moves on. */
  ticks: name.optional(),
  leaves: line,
  comes: line,
  /** Told to whoever finds them there later. */
  found: line,
});

const person = z.strictObject({
  name,
  about: line,
  at: name.optional(),
  gender: z.enum(['he', 'she', 'it', 'they']).default('they'),
  /** False where the name takes an article: `collector`. */
  proper: z.boolean().default(true),
  short: name.optional(),
  role: name.optional(),
  attitude: attitude.default('neutral'),
  threat: threat.optional(),
  want: line.optional(),
  look: lines,
  idle: lines,
  greet: lines,
  small: lines,
  topics: z.array(topic).max(40).default([]),
  secret: lines,
  threatened: lines,
  yields: lines,
  plans: z.array(plan).max(12).default([]),
});

const item = z.strictObject({
  name,
  about: z.string().max(2000).default(''),
  /** A person's name, or `player`. */
  holder: name.optional(),
  at: name.optional(),
  /** Not there before it is found by searching this place. */
  hidden_at: name.optional(),
});

const step = z.strictObject({
  name,
  /** What must happen; where absent it is read out of the name. */
  on: z
    .enum(['talk', 'search', 'arrive', 'have', 'use', 'open', 'find', 'settle', 'beat', 'give'])
    .optional(),
  what: name.optional(),
  /** A thing that must be in hand. */
  with: name.optional(),
  where: name.optional(),
  to: name.optional(),
  finds: name.optional(),
  gives: name.optional(),
  /** Told when it is reached. */
  told: line.optional(),
  /** Events that remind of it. */
  hints: lines,
});

const quest = z.strictObject({
  name,
  about: z.string().max(2000).default(''),
  giver: name.optional(),
  open: z.boolean().default(false),
  steps: z.array(step).max(20).default([]),
  won: line.optional(),
  /** How it is asked for, where nothing else leads to it. */
  asked: line.optional(),
  /** A thing; or something from the tables. */
  reward: z.union([z.boolean(), name]).default(false),
  next: name.optional(),
});

const clock = z.strictObject({
  name,
  about: z.string().max(2000).default(''),
  segments: z.number().int().min(2).max(12).default(6),
  on: z.array(z.enum(['failure', 'rest', 'travel'])).default(['failure']),
  /** Only while this quest is open. */
  while: name.optional(),
  ticks: lines,
  full: line.optional(),
});

const note = z.strictObject({
  content: line,
  tags: z.array(z.string().trim().min(1).max(longestTag)).max(20).default([]),
  kind: z.enum(['rule', 'lore', 'fact', 'event', 'preference']).default('lore'),
  importance: z.number().min(0).max(1).optional(),
  source: z.json().optional(),
});

export const scenarioSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  title: name,
  about: line,
  tone: z.string().max(200).default(''),
  start: z.strictObject({ at: name, minutes: z.number().int().min(0).default(1080) }),
  opening: z.array(line).min(1).max(12),
  places: z.array(place).min(1).max(200),
  ways: z.array(way).max(600).default([]),
  people: z.array(person).max(200).default([]),
  creatures: z.array(person).max(100).default([]),
  items: z.array(item).max(200).default([]),
  quests: z.array(quest).max(60).default([]),
  clocks: z.array(clock).max(30).default([]),
  factions: z
    .array(z.strictObject({ name, about: z.string().max(2000).default(''), standing: z.json().optional() }))
    .max(60)
    .default([]),
  notes: z.array(note).max(2000).default([]),
});

export type Scenario = z.output<typeof scenarioSchema>;
export type ScenarioPerson = Scenario['people'][number];
export type ScenarioQuest = Scenario['quests'][number];
export type ScenarioStep = ScenarioQuest['steps'][number];
export type ScenarioClock = Scenario['clocks'][number];
export type ScenarioPlace = Scenario['places'][number];
