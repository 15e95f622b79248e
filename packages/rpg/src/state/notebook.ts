// Notebook: reads from the state of a game what only the game master knows.

import { z } from 'zod';
import type { Entity, EntityId, GameState } from '../values/entity.ts';
import { revealText } from '../values/hidden-text.ts';
import type { Json } from '../values/json.ts';
import { parseJson } from '../values/parse-json.ts';
import { isOpenQuest } from './is-open-quest.ts';

export const secretKinds = ['wants', 'hides', 'knows', 'plans', 'holds', 'brings', 'truth'] as const;
export type SecretKind = (typeof secretKinds)[number];

const secretContent = z.strictObject({
  /**
   * Whom or what the entry is about: an id, or a name if nothing of that name exists yet; empty for the whole story.
   */
  of: z.string(),
  kind: z.enum(secretKinds),
  text: z.string(),
});

export const stepWait = z.strictObject({
  step: z.string(),
  on: z.enum(['arrive', 'search', 'talk', 'have']),
  /** The name of the place, of the person to talk to, or of the thing to have. */
  what: z.string(),
  /** The thing that the search finds; empty if none is named. */
  finds: z.string(),
});

const planContent = z.strictObject({
  kind: z.literal('quest'),
  name: z.string(),
  about: z.string(),
  giver: z.string(),
  /** The quest whose end opens this quest. */
  after: z.string(),
  /** What the end of the quest brings. */
  won: z.string(),
  /** The steps that nobody has been shown. */
  steps: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  /**
   * Steps that are done once the player is at a place, has searched it, has talked to somebody or has a
   * thing. Absent in older games.
   */
  waits: z.array(stepWait).optional(),
});

export const clockEvents = ['failure', 'rest', 'travel'] as const;

/** The events after which a segment of a clock is filled without a call. */
const clockContent = z.strictObject({
  kind: z.literal('clock'),
  name: z.string(),
  on: z.array(z.enum(clockEvents)),
  /** The quest that must be open; empty if any open quest is enough. */
  while: z.string(),
});

/** A way out of a place that nobody has been shown. */
const wayContent = z.strictObject({
  kind: z.literal('way'),
  from: z.string(),
  to: z.string(),
  name: z.string(),
  is_locked: z.boolean(),
  opens_with: z.string(),
  /** How long the way takes; absent if it takes the usual time. */
  minutes: z.number().optional(),
});

const content = z.union([secretContent, planContent, wayContent, clockContent]);

export type SecretContent = z.output<typeof secretContent>;
export type PlanContent = z.output<typeof planContent>;
export type WayContent = z.output<typeof wayContent>;
export type ClockContent = z.output<typeof clockContent>;
export type NotedContent = SecretContent | PlanContent | WayContent | ClockContent;
export type StepWait = z.output<typeof stepWait>;
export type ClockEvent = (typeof clockEvents)[number];

export interface Secret extends SecretContent {
  readonly id: EntityId;
  /** Minutes of the story at which a plan is carried out; undefined for anything without such a time. */
  readonly due: number | undefined;
  readonly isRevealed: boolean;
}

export interface QuestPlan extends PlanContent {
  readonly id: EntityId;
}

export interface HiddenWay extends WayContent {
  readonly id: EntityId;
}

export interface Notebook {
  readonly secrets: readonly Secret[];
  readonly plans: readonly QuestPlan[];
  readonly ways: readonly HiddenWay[];
  readonly clocks: readonly ClockContent[];
}

type Entry =
  | { readonly secret: Secret }
  | { readonly plan: QuestPlan }
  | { readonly way: HiddenWay }
  | { readonly clock: ClockContent }
  | undefined;

/** An entity is never changed in place, so it is read once. */
const known = new WeakMap<Entity, { readonly entry: Entry }>();

/** Reads the notebook of any state, including that of a turn that is being played. */
export function readNotebook(state: Pick<GameState, 'list'>): Notebook {
  const entries = state.list('secret').map(readOnce);
  return {
    secrets: entries.flatMap((entry) => (entry !== undefined && 'secret' in entry ? [entry.secret] : [])),
    plans: entries.flatMap((entry) => (entry !== undefined && 'plan' in entry ? [entry.plan] : [])),
    ways: entries.flatMap((entry) => (entry !== undefined && 'way' in entry ? [entry.way] : [])),
    clocks: entries.flatMap((entry) => (entry !== undefined && 'clock' in entry ? [entry.clock] : [])),
  };
}

/** Whether a secret or a plan is about this entity: `of` is its id or its name. */
export function isAbout(of: string, { id, sheet }: Entity): boolean {
  const name = sheet['name'];
  return of === id || (typeof name === 'string' && name !== '' && isSameName(of, name));
}

export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The plan of the quest with this name; undefined if the quest has none. */
export function findPlan({ plans }: Notebook, name: string): QuestPlan | undefined {
  return plans.find((plan) => isSameName(plan.name, name));
}

/**
 * What is still secret and holds now. Sentences of a plan that hold only while a certain quest is open are left out if
 * that quest is not open; a plan with no other sentences is left out.
 */
export function listStanding(secrets: readonly Secret[], state: Pick<GameState, 'list'>): readonly Secret[] {
  return secrets.flatMap((secret) => {
    if (secret.isRevealed) return [];
    if (secret.kind !== 'plans' || !secret.text.includes(whileOpen)) return [secret];
    const text = secret.text
      .split(/(?<=\.) /)
      .filter((sentence) => !isMoot(sentence, state))
      .join(' ');
    return text === '' ? [] : [{ ...secret, text }];
  });
}

/** The words by which a plan says that it is only valid while a quest is open. */
export const whileOpen = 'while the quest "';

function isMoot(sentence: string, state: Pick<GameState, 'list'>): boolean {
  const [, named] = sentence.split(whileOpen);
  if (named === undefined) return false;
  const name = named.slice(0, named.indexOf('"'));
  const quest = state.list('quest').find((one) => isAbout(name, one));
  return quest === undefined || !isOpenQuest(quest);
}

/** The planned quests that follow a quest that was done, and that have not begun. */
export function listFollowing(state: Pick<GameState, 'list'>): readonly QuestPlan[] {
  const quests = state.list('quest');
  const done = quests.filter(({ sheet }) => sheet['status'] === 'done');
  return readNotebook(state).plans.filter(
    ({ name, after }) =>
      done.some((quest) => isAbout(after, quest)) && !quests.some((quest) => isAbout(name, quest)),
  );
}

/** Whether a quest has been done, no quest is open, and no planned quest is still to follow one that was done. */
export function isStoryOver(state: Pick<GameState, 'list'>): boolean {
  const quests = state.list('quest');
  if (!quests.some(({ sheet }) => sheet['status'] === 'done') || quests.some(isOpenQuest)) return false;
  return listFollowing(state).length === 0;
}

/** Tells the player that the story is over. */
export const storyOver =
  'The quests of this story are done. /truth all tells what was really going on; the game goes on as long as you like.';

/** The name of a hidden thing: the words of its text before the first punctuation mark, without an article. */
export function nameHiddenThing(text: string): string {
  const [name = ''] = text.split(/[:;,.(—]/, 1);
  return name.trim().replace(/^(?:an?|the|some) /i, '');
}

/** The text of a note without the condition under which somebody tells it; only the game master knows the condition. */
export function cutTerms(text: string): string {
  return text.replace(/^asked about [^:]*: ?/i, '');
}

function readOnce(entity: Entity): Entry {
  const found = known.get(entity);
  if (found !== undefined) return found.entry;
  const entry = readEntry(entity);
  known.set(entity, { entry });
  return entry;
}

function readEntry({ id, sheet }: Entity): Entry {
  const isRevealed = sheet['is_revealed'] === true;
  const parsed = isRevealed
    ? readOpen(sheet)
    : content.safeParse(parseJson(revealText(readText(sheet['hidden']))));
  if (!parsed.success) return undefined;
  if (parsed.data.kind === 'quest') return { plan: { id, ...parsed.data } };
  if (parsed.data.kind === 'way') return { way: { id, ...parsed.data } };
  if (parsed.data.kind === 'clock') return { clock: parsed.data };
  const due = Number(sheet['due'] ?? 0);
  return { secret: { id, ...parsed.data, due: due > 0 ? due : undefined, isRevealed } };
}

function readOpen(sheet: Entity['sheet']) {
  return secretContent.safeParse({ of: sheet['of'], kind: sheet['kind'], text: sheet['text'] });
}

function readText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
