// Proposes a world with a model: one request for all of it as data, and more if the reply is cut off or must be mended.
import { readFileSync } from 'node:fs';
import { askAndJudge, type Judged, joinCut } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { ModelError } from '@terrarium/kernel/errors';
import { escapeText } from '@terrarium/kernel/foreign-text';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import type { Message } from '@terrarium/kernel/language-model';
import { parseValue } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import { isRoleTold } from '../narrator/build-notebook.ts';
import { addPronouns, cutPronouns } from '../narrator/noun.ts';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import { longestText } from '../tools/arguments.ts';
import { readPronouns } from '../values/read-pronouns.ts';
import { type Limits, renderLimits } from './render-limits.ts';

export interface GenerateOptions extends AskedModel {
  /** What the player wants of the game. */
  readonly concept: string;
  readonly limits?: Limits | undefined;
  /** Name and nature of the system, in words. */
  readonly system: string;
  /** The foes and threats of the system, by which a model says how strong somebody is. */
  readonly foes?: readonly string[] | undefined;
  /** A world that is to be changed, and how. */
  readonly before?: { readonly world: Scenario; readonly change: string } | undefined;
  readonly signal?: AbortSignal | undefined;
}

const instructions = readFileSync(new URL('world-instructions.md', import.meta.url), 'utf8');
/** Version of the texts with which a model is asked for a world. */
export const worldPromptVersion = hashPrompt([
  new URL('world-instructions.md', import.meta.url),
  new URL('propose-world.ts', import.meta.url),
  new URL('render-limits.ts', import.meta.url),
]);
const temperature = 0.9;
const maxOutputTokens = 6_000;
const shownProblems = 12;
/** A model writes a world in at most this many replies; after more, it only repeats itself. */
const mostPieces = 4;
const worldSchema = z.preprocess(normaliseWorld, scenarioSchema);
/** More names of foes would cost more than they help. */
const mostFoes = 80;

/** Throws what the model's server throws, and `ModelError` if two replies could not be read as a world. */
export async function proposeWorld(options: GenerateOptions): Promise<Scenario> {
  const { model, signal } = options;
  const { taken } = await askAndJudge<Attempt>(options, {
    messages: buildMessages(options),
    maxOutputTokens,
    temperature,
    signal,
    judge: parseWorld,
  });
  if (taken.world !== undefined) return taken.world;
  throw new ModelError({
    code: 'session-zero.no-world',
    happened: `${model.id} answered twice without a world that can be used: ${taken.problems.slice(0, 3).join('; ')}.`,
    todo: 'Try again, choose another model, or choose a bundled world.',
  });
}

function buildMessages({ concept, limits, system, foes = [], before }: GenerateOptions): readonly Message[] {
  const known = foes.length === 0 ? '' : `<foes>${escapeText(foes.slice(0, mostFoes).join(', '))}</foes>\n`;
  const asked: readonly Message[] = [
    { role: 'system', content: instructions },
    {
      role: 'user',
      content: `<system>${escapeText(system)}</system>\n${known}${renderLimits(limits)}<wish>${escapeText(concept)}</wish>`,
    },
  ];
  if (before === undefined) return asked;
  const change = `<change>${escapeText(before.change)}</change>\nAnswer with the whole object once more, with this change made and whatever follows from it.`;
  return [
    ...asked,
    { role: 'assistant', content: renderWorld(before.world) },
    { role: 'user', content: change },
  ];
}

/** The members that the instructions name; others are defaults, and a model that sees them makes up values for them. */
const shape = {
  places: ['name', 'kind', 'about'],
  ways: ['from', 'to', 'name', 'minutes'],
  people: ['name', 'gender', 'role', 'at', 'like', 'attitude', 'about', 'want', 'secret'],
  items: ['name', 'about', 'holder', 'hidden_at'],
  clocks: ['name', 'segments', 'full'],
  factions: ['name', 'about'],
  quests: ['name', 'about', 'giver', 'open', 'steps'],
  secrets: ['of', 'text'],
  notes: ['content', 'tags'],
} as const satisfies Partial<Record<keyof Scenario, readonly string[]>>;

/** The world in the form in which the model was asked to write it, without empty members. */
function renderWorld(world: Scenario): string {
  const { title, about, start, opening, suggestions } = world;
  const people = world.people.map((person) => ({ ...person, about: stripAdded(person) }));
  const parts = Object.entries(shape).map(([part, members]) => {
    const all: readonly object[] = part === 'people' ? people : world[part as keyof typeof shape];
    const choose = (one: object) =>
      Object.fromEntries(Object.entries(one).filter(([name]) => members.some((member) => member === name)));
    return [part, all.map(choose)] as const;
  });
  const begun = { at: start.at, hour: Math.floor(start.minutes / minutesOfHour) % hoursOfDay };
  return JSON.stringify(
    { title, about, start: begun, opening, suggestions, ...Object.fromEntries(parts) },
    (_, value: unknown) => (value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value),
  );
}

const minutesOfHour = 60;
const hoursOfDay = 24;

/**
 * Turns the hour of the start, which a model is asked for, into minutes, leaves out what the schema does not know, and
 * completes people and ways.
 */
function normaliseWorld(value: unknown): unknown {
  const world = { id: 'generated', ...Object(value) };
  const { hour, ...start } = Object(world.start);
  const isHour = typeof hour === 'number' && hour >= 0 && hour <= hoursOfDay;
  const timed = isHour ? { minutes: Math.round(hour * minutesOfHour), ...start } : start;
  const copy: unknown = structuredClone({ ...world, ...(world.start === undefined ? {} : { start: timed }) });
  for (const issue of scenarioSchema.safeParse(copy).error?.issues ?? []) removeUnknown(copy, issue);
  for (const person of listParts(copy, 'people')) addThey(person);
  for (const way of listParts(copy, 'ways')) addBack(way);
  return copy;
}

function listParts(world: unknown, part: 'people' | 'ways'): readonly unknown[] {
  const all: unknown = Object(world)[part];
  return Array.isArray(all) ? all : [];
}

/** A name that says in which direction one goes. */
const directed =
  /^(?:up|down|through|into|in|out|over|along|across|back|to|towards?|north|south|east|west)\b/iu;

/**
 * A way that a model names, such as "the north stair", is called the same from its other end, unless the name says in
 * which direction one goes.
 */
function addBack(way: unknown): void {
  const { name, back } = Object(way);
  if (typeof name === 'string' && back === undefined && !directed.test(name.trim()))
    Reflect.set(Object(way), 'back', name);
}

/** A person without a pronoun becomes "they" too, so a "they" that the model gave is written into the description. */
function addThey(person: unknown): void {
  const { gender, about } = Object(person);
  if (gender === 'they' && typeof about === 'string' && readPronouns(about) === undefined)
    Reflect.set(Object(person), 'about', addPronouns(about.trim(), 'they'));
}

/** Members that are left out if a model gives them in a form that is not allowed, such as words. */
const optional: ReadonlySet<unknown> = new Set(['minutes']);

/** Removes a member with an unknown name, or with a value that is not allowed there, so that the default is taken. */
function removeUnknown(world: unknown, { code, path, ...issue }: z.core.$ZodIssue): void {
  const names = code === 'unrecognized_keys' && 'keys' in issue ? issue.keys : [];
  const parent = path.slice(0, -1).reduce<unknown>((at, name) => Object(at)[name], world);
  const last = path.at(-1);
  if (code === 'unrecognized_keys') {
    const holder: unknown = last === undefined ? world : Object(parent)[last];
    for (const name of names) Reflect.deleteProperty(Object(holder), name);
  }
  if ((code === 'invalid_value' || optional.has(last)) && last !== undefined && !Array.isArray(parent))
    Reflect.deleteProperty(Object(parent), last);
}

interface Attempt {
  readonly world?: Scenario;
  readonly problems: readonly string[];
  /** The beginning of a world that was cut off, and how many replies it has taken so far. */
  readonly cut?: { readonly text: string; readonly pieces: number } | undefined;
}

/** If the reply before was cut off, this reply continues the world, or is the whole world once more. */
function parseWorld(reply: string, before?: Attempt): Judged<Attempt> {
  const pieces = (before?.cut?.pieces ?? 0) + 1;
  const joined = before?.cut === undefined ? reply : joinCut(before.cut.text, reply);
  const alone = readWorld(reply);
  const read = pieces > 1 && alone.world === undefined ? readWorld(joined) : alone;
  const again = { role: 'user', content: '' } as const;
  if (read.world !== undefined) return { standing: 'clear', taken: read, again };
  if (read.isCut && pieces < mostPieces && reply.trim() !== '') {
    const content = 'That was cut off. Go on exactly where it ends, with nothing else.';
    const taken = { ...read, cut: { text: joined, pieces } };
    return { standing: 'cut', taken, again: { role: 'user', content }, shown: joined };
  }
  const content = `That cannot be used:\n${read.problems.join('\n')}\nAnswer with the whole object once more, corrected.`;
  return { standing: 'refused', taken: { ...read, cut: undefined }, again: { role: 'user', content } };
}

function readWorld(text: string): Attempt & { readonly isCut: boolean } {
  const parsed = parseValue(text, { schema: worldSchema });
  if (!parsed.ok) {
    const problems = parsed.issues
      .slice(0, shownProblems)
      .map(({ path, message }) => `- ${path.map(String).join('.') || 'the answer'}: ${message}`);
    const { isCut } = parsed;
    return {
      problems: problems.length > 0 ? problems : ['- the answer: does not contain a complete JSON object'],
      isCut,
    };
  }
  const problems = listLooseEnds(parsed.value);
  return problems.length > 0
    ? { problems, isCut: false }
    : { world: describePeople(parsed.value), problems: [], isCut: false };
}

/**
 * Adds to somebody's description their role, and their pronoun if nothing else shows it. A role that the description
 * does not tell would be kept in the notebook as a secret.
 */
function describePeople(world: Scenario): Scenario {
  const people = world.people.map((person) => {
    const told = `${isRoleTold(person) ? '' : renderRole(person)}${person.about}`;
    const { gender } = person;
    const isSaid = gender === 'they' || gender === 'it' || readPronouns(told) === gender;
    const about = isSaid ? told : addPronouns(told.trim(), gender);
    return { ...person, about: about.trim().slice(0, longestText) };
  });
  return { ...world, people };
}

function renderRole({ role = '' }: Scenario['people'][number]): string {
  return role === '' ? '' : `${role.charAt(0).toUpperCase()}${role.slice(1).replace(/[.]$/u, '')}. `;
}

/** The description that the model itself wrote, without role and pronoun, which it gives in members of their own. */
function stripAdded(person: Scenario['people'][number]): string {
  const about = cutPronouns(person.about);
  const role = renderRole(person);
  return role !== '' && about.startsWith(role) && about.length > role.length
    ? about.slice(role.length)
    : about;
}

/** References to places that the world does not have. */
function listLooseEnds(world: Scenario): readonly string[] {
  const places = new Set(world.places.map(({ name }) => name));
  const checkPlace = (name: string, where: string) =>
    places.has(name) ? [] : [`- ${where}: there is no place "${name}"; places: ${[...places].join(', ')}`];
  return [
    ...checkPlace(world.start.at, 'start.at'),
    ...world.ways.flatMap(({ from, to }, at) => [
      ...checkPlace(from, `ways.${at}.from`),
      ...checkPlace(to, `ways.${at}.to`),
    ]),
    ...world.items.flatMap(({ hidden_at, name }) =>
      hidden_at === undefined ? [] : checkPlace(hidden_at, `items ${name}, hidden_at`),
    ),
    ...world.people.flatMap(({ at, name }) => (at === undefined ? [] : checkPlace(at, `people ${name}, at`))),
  ].slice(0, shownProblems);
}
