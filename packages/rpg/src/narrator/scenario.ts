// Scenario: the schema of a world to begin in, with places, people and their lines, things, quests, clocks and notes.

import { z } from 'zod';
import { secretKinds } from '../state/notebook.ts';
import { longestName, longestTag, longestText } from '../tools/arguments.ts';

/** The limits are those of the tools that play the opening, so that a valid scenario can always be begun. */
const name = z.string().trim().min(1).max(longestName);
const line = z.string().trim().min(1).max(longestText);
const lines = z.array(line).max(40).default([]);

const attitude = z.enum(['hostile', 'wary', 'neutral', 'friendly', 'devoted']);
const threat = z.enum(['minor', 'standard', 'dangerous', 'deadly']);

const place = z.strictObject({
  name,
  about: line,
  kind: z.enum(['street', 'inside', 'underground', 'wild']).default('street'),
  /** What can be seen, heard or smelt at the place, one sentence each. */
  senses: lines,
  /** What a search finds, in the narrator's words, if there is nothing else to find. */
  searched: lines,
});

const way = z.strictObject({
  from: name,
  to: name,
  /** The name of the way, in a form that can follow "you go", such as `up the stair`. */
  name: z.string().trim().max(longestName).default(''),
  /** The name of the way back. The way leads in both directions even without this name, unless it is one-way. */
  back: z.string().trim().max(longestName).default(''),
  isOneWay: z.boolean().default(false),
  locked: z.boolean().default(false),
  hidden: z.boolean().default(false),
  /** The thing that opens this way. */
  opens_with: name.optional(),
  /** How many minutes it takes; ten if absent. */
  minutes: z.number().int().min(0).max(10_000).optional(),
});

const topic = z.strictObject({
  words: z.array(z.string().min(1)).min(1),
  say: z.array(line).min(1),
  /** Whether the topic is only for friends and for those who succeed in persuading. */
  wants_check: z.boolean().default(false),
  gives: name.optional(),
});

/** What somebody answers to questions like those in `to`. */
const answer = z.strictObject({
  /** Examples of the question, as a player would type it; other questions are compared with them. */
  to: z.array(z.string().trim().min(2).max(200)).min(1).max(24),
  /** The lines of the answer: the first is said first, the next when the question is asked again. */
  say: z.array(line).min(1).max(8),
  /**
   * The answer is given only after this has come about: a step or quest is done, a clock (a counter of segments) is
   * full, a place has been visited, somebody has been met, a thing has been found.
   */
  after: name.optional(),
  /** The answer is given only until this has come about. */
  before: name.optional(),
  /** A thing that this person hands over with the answer. */
  gives: name.optional(),
});

/**
 * The kinds of small talk, and of answers such as a refusal, for which a scenario can give somebody lines of their own.
 */
const smallTalkKinds = [
  'greeting',
  'wellbeing',
  'thanks',
  'farewell',
  'joke',
  'praise',
  'love',
  'insult',
  'accusation',
  'sorry',
  'agreement',
  'self',
  'news',
  'weather',
  'refusal',
  'told',
  'unknown',
] as const;

const smallTalk = z.partialRecord(z.enum(smallTalkKinds), z.array(line).min(1).max(20));

/** A journey that somebody makes of their own accord when they are at a given place. */
const plan = z.strictObject({
  from: name,
  to: name,
  /** The journey is only made while this quest is open. */
  while: name.optional(),
  /** The journey is made when this clock is full; chance then plays no part. */
  full: name.optional(),
  /** The journey fills a segment of this clock. */
  ticks: name.optional(),
  leaves: line,
  comes: line,
  /** What is told if the player later finds the person at the destination. */
  found: line,
});

const person = z.strictObject({
  name,
  about: line,
  at: name.optional(),
  gender: z.enum(['he', 'she', 'it', 'they']).default('they'),
  /** False for a name that takes an article, such as `collector`. */
  proper: z.boolean().default(true),
  short: name.optional(),
  role: name.optional(),
  attitude: attitude.default('neutral'),
  threat: threat.optional(),
  /** A foe or threat of the rules whose numbers this person has; one that the system lacks changes nothing. */
  like: name.optional(),
  want: line.optional(),
  look: lines,
  idle: lines,
  greet: lines,
  small: lines,
  topics: z.array(topic).max(40).default([]),
  answers: z.array(answer).max(120).default([]),
  smallTalk: smallTalk.optional(),
  secret: lines,
  threatened: lines,
  yields: lines,
  plans: z.array(plan).max(12).default([]),
});

const item = z.strictObject({
  name,
  about: z.string().max(2000).default(''),
  /** Who holds the thing: a person's name, or `player`. */
  holder: name.optional(),
  at: name.optional(),
  /** A place: the thing does not exist until that place is searched. */
  hidden_at: name.optional(),
});

const step = z.strictObject({
  name,
  /** What must happen for the step; read from its name if absent. */
  on: z
    .enum(['talk', 'search', 'arrive', 'have', 'use', 'open', 'find', 'settle', 'beat', 'give'])
    .optional(),
  what: name.optional(),
  /** A thing that must be in hand for the step. */
  with: name.optional(),
  where: name.optional(),
  to: name.optional(),
  finds: name.optional(),
  gives: name.optional(),
  /** What is told when the step is reached. */
  told: line.optional(),
  /** Events that remind the player of the step. */
  hints: lines,
});

const quest = z.strictObject({
  name,
  about: z.string().max(2000).default(''),
  giver: name.optional(),
  open: z.boolean().default(false),
  steps: z.array(step).max(20).default([]),
  won: line.optional(),
  /** The words with which the giver asks for the quest, if no other quest leads to it. */
  asked: line.optional(),
  /** The name of the thing that is the reward, or true for something from the tables. */
  reward: z.union([z.boolean(), name]).default(false),
  next: name.optional(),
});

const clock = z.strictObject({
  name,
  about: z.string().max(2000).default(''),
  segments: z.number().int().min(2).max(12).default(6),
  on: z.array(z.enum(['failure', 'rest', 'travel'])).default(['failure']),
  /** The clock only advances while this quest is open. */
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

/** What only the game master knows. */
const secret = z.strictObject({
  /** Somebody, a place, a quest or a clock of the scenario; the whole story if absent. */
  of: name.optional(),
  kind: z.enum(secretKinds).default('truth'),
  text: line,
});

export const scenarioSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  title: name,
  about: line,
  tone: z.string().max(200).default(''),
  start: z.strictObject({ at: name, minutes: z.number().int().min(0).default(1080) }),
  opening: z.array(line).min(1).max(12),
  /** What the player could do first, in the language of the opening; without any, code suggests it in English. */
  suggestions: z.array(z.string().trim().max(300)).max(8).catch([]).default([]),
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
  secrets: z.array(secret).max(200).default([]),
  /** Answers that several people can give: those named in `by`, or everybody if it is absent. */
  answers: z
    .array(answer.extend({ by: z.array(name).min(1).max(40).optional() }))
    .max(200)
    .default([]),
});

export type Scenario = z.output<typeof scenarioSchema>;
export type ScenarioPerson = Scenario['people'][number];
export type ScenarioAnswer = ScenarioPerson['answers'][number];
export type SmallTalkKind = (typeof smallTalkKinds)[number];
export type ScenarioQuest = Scenario['quests'][number];
export type ScenarioStep = ScenarioQuest['steps'][number];
export type ScenarioClock = Scenario['clocks'][number];
export type ScenarioPlace = Scenario['places'][number];
