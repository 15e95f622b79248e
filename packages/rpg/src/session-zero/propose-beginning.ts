// Proposes with a model how a game in the world of a story begins: where everybody is, the opening, and one quest.

import { readFileSync } from 'node:fs';
import { askAndJudge, type Judged } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { hashPrompt } from '@terrarium/kernel/hash-prompt';
import { parseValue } from '@terrarium/kernel/parse-items';
import { z } from 'zod';
import { type Scenario, scenarioSchema } from '../narrator/scenario.ts';
import { longestName, longestText } from '../tools/arguments.ts';
import { cutLines, renderBlock, renderLine, renderText } from '../turn/context/render-data.ts';
import type { Unplaced } from './build-glossary-world.ts';
import { openSurely } from './find-whereabouts.ts';
import type { GlossaryLore, GlossarySource } from './glossary-lore.ts';
import { type Limits, renderLimits } from './render-limits.ts';

export interface BeginningOptions extends AskedModel {
  /** The world as it was built from the glossary alone. */
  readonly world: Scenario;
  readonly source: GlossarySource;
  /** People of the story whom its words alone put nowhere. A model may know where they are. */
  readonly others?: readonly Unplaced[] | undefined;
  /** What the player wants of the game. */
  readonly concept: string;
  readonly limits?: Limits | undefined;
  readonly signal?: AbortSignal | undefined;
}

const instructions = readFileSync(new URL('beginning-instructions.md', import.meta.url), 'utf8');
/** Version of the texts with which a model is asked for a beginning. */
export const beginningPromptVersion = hashPrompt([
  new URL('beginning-instructions.md', import.meta.url),
  new URL('propose-beginning.ts', import.meta.url),
  new URL('find-whereabouts.ts', import.meta.url),
  new URL('render-limits.ts', import.meta.url),
]);
const temperature = 0.8;
const maxOutputTokens = 2_500;
/** How many tokens each part of the story may take; together they fit into a small window. */
const room = { places: 500, people: 800, lore: 900, told: 250, page: 500 } as const;
const longestEntry = 360;
const mostTold = 12;
const hoursOfDay = 24;
const minutesOfHour = 60;

const text = z.string().trim().min(1).max(longestText);
const name = z.string().trim().min(1).max(longestName);
const maybe = z.string().trim().max(longestText).catch('').default('');
const beginning = z.object({
  places: z
    .array(
      z.object({
        name,
        about: text,
        near: name,
        minutes: z.number().int().min(0).max(10_000).optional().catch(undefined),
      }),
    )
    .max(5)
    .catch([])
    .default([]),
  at: name,
  hour: z.number().min(0).max(hoursOfDay).optional().catch(undefined),
  opening: z.array(text).min(1).max(6),
  suggestions: z.array(z.string()).catch([]).default([]),
  people: z
    .array(
      z.object({
        name,
        at: maybe,
        want: maybe,
        secret: maybe,
        away: z.boolean().catch(false).default(false),
      }),
    )
    .max(60)
    .default([]),
  quest: z.object({
    name,
    about: text,
    giver: maybe,
    steps: z
      .array(z.object({ name, on: maybe, what: maybe }))
      .min(2)
      .max(8),
    truth: maybe,
  }),
  items: z
    .array(z.object({ name, about: maybe, hidden_at: maybe, holder: maybe }))
    .max(8)
    .catch([])
    .default([]),
});
type Beginning = z.output<typeof beginning>;

/**
 * Returns the world with the beginning that the model proposes; undefined if two replies could not be used. Throws what
 * the model's server throws.
 */
export async function proposeBeginning(options: BeginningOptions): Promise<Scenario | undefined> {
  const { world, signal } = options;
  const { taken } = await askAndJudge<Scenario | undefined>(options, {
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: renderStory(options) },
    ],
    maxOutputTokens,
    temperature,
    signal,
    judge: (reply) => readBeginning(reply, { world, others: options.others ?? [] }),
  });
  return taken;
}

function renderStory({ world, source, others = [], concept, limits }: BeginningOptions): string {
  const known = new Set([...world.places, ...world.people].map((one) => one.name));
  for (const one of others) known.add(one.name);
  const entries = source.readEntries();
  const page = cutPage(source.lastPage ?? []);
  const told = entries
    .flatMap(({ term, told: words }) => words.map((quote) => ({ term, ...quote })))
    .filter(({ words }) => !page.some((paragraph) => paragraph.includes(words)))
    .toSorted((one, other) => other.post - one.post)
    .slice(0, mostTold)
    .reverse();
  const list = (lines: readonly string[], tokens: number) =>
    cutLines(
      lines.map((line) => renderLine(line, longestEntry)),
      tokens,
    );
  const tellers = new Set(
    entries.filter(({ isTeller }) => isTeller).map(({ term }) => term.slice(0, longestName)),
  );
  const lore = entries.filter(({ term }) => !known.has(term.slice(0, longestName)));
  const surely = findSurely(entries);
  const describe = ({ name, at = world.start.at }: Scenario['people'][number]) => [
    ...(tellers.has(name) ? ['tells the story as “I”'] : []),
    ...(surely.get(name) === at ? [`perhaps at ${at}`] : []),
  ];
  return [
    renderBlock(
      'places',
      list(
        world.places.map((one) => `${one.name}: ${one.about}`),
        room.places,
      ),
    ),
    renderBlock(
      'people',
      list(
        [
          ...world.people.map((one) => {
            const said = describe(one).join('; ');
            return `${one.name}${said === '' ? '' : ` (${said})`}: ${one.about}`;
          }),
          ...others.map((one) => `${one.name}: ${one.about}`),
        ],
        room.people,
      ),
    ),
    renderBlock(
      'lore',
      list(
        lore.map(({ term, definition }) => `${term}: ${definition}`),
        room.lore,
      ),
    ),
    renderBlock(
      'told_last',
      list(
        told.filter(isTelling).map(({ term, words }) => `${term}: ${words}`),
        room.told,
      ),
    ),
    renderBlock('last_page', page.map(renderText), { story: world.title, told: source.asOf }),
    `${renderLimits(limits)}<wish>${renderLine(concept, longestText)}</wish>`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Maps the names of people to the places where the last scenes clearly put them; leaves out everybody else. */
function findSurely(entries: readonly GlossaryLore[]): ReadonlyMap<string, string> {
  const places = entries.filter(({ kind }) => kind === 'place');
  const people = entries.filter(({ kind }) => kind === 'person');
  const find = openSurely(places, people);
  const cut = ({ term }: GlossaryLore) => term.slice(0, longestName);
  return new Map(
    people.flatMap((one) => {
      const place = find(one);
      return place === undefined ? [] : [[cut(one), cut(place)] as const];
    }),
  );
}

/** The newest paragraphs that fit; if even the last one is too long, its end. */
function cutPage(paragraphs: readonly string[]): readonly string[] {
  let left = room.page;
  const from = paragraphs.findLastIndex((paragraph) => {
    left -= estimateTokens(paragraph) + 1;
    return left < 0;
  });
  const last = paragraphs.at(-1);
  if (last === undefined || from < paragraphs.length - 1) return paragraphs.slice(from + 1);
  return [`…${last.slice(-Math.floor((last.length * room.page) / estimateTokens(last))).toWellFormed()}`];
}

interface Told {
  readonly term: string;
  readonly words: string;
}

/** Whether no other quote contains the words of this one. Of quotes with the same words, only the first counts. */
function isTelling({ words }: Told, at: number, all: readonly Told[]): boolean {
  return all.every(
    (other, index) => index === at || !other.words.includes(words) || (other.words === words && index > at),
  );
}

interface Known {
  readonly world: Scenario;
  readonly others: readonly Unplaced[];
}

function readBeginning(reply: string, known: Known): Judged<Scenario | undefined> {
  const parsed = parseValue(reply, { schema: beginning });
  const again = { role: 'user', content: '' } as const;
  const joined = parsed.ok ? joinBeginning(known, parsed.value) : describeIssues(parsed.issues);
  if (typeof joined !== 'string') return { standing: 'clear', taken: joined, again };
  const content = `That cannot be used: ${renderLine(joined, 1_000)} Answer with the whole object once more, corrected.`;
  return { standing: 'refused', taken: undefined, again: { role: 'user', content } };
}

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

function describeIssues(issues: Issues): string {
  if (issues.length === 0)
    return 'your reply had no whole JSON object, or ended before it was closed; write less.';
  return issues
    .slice(0, 8)
    .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
    .join('; ');
}

/**
 * The world with this beginning. References to people, places or things that the world lacks are left out, and so are
 * things that are nowhere. If the world cannot begin in this way, returns why.
 */
function joinBeginning({ world: given, others }: Known, begun: Beginning): Scenario | string {
  const world = addOthers(addPlaces(given, begun), others, begun);
  const places = buildFinder(world.places);
  const told = new Map(begun.people.map((one) => [normalise(one.name), one]));
  const at = places(begun.at);
  if (at === undefined) {
    return `"at" is none of the places: ${world.places.map((place) => place.name).join(', ')}.`;
  }
  const people = world.people.flatMap((person) => {
    const said = told.get(normalise(person.name));
    if (said?.away === true) return [];
    const { want: _want, secret: _secret, ...plain } = person;
    if (said === undefined) return [plain];
    const want = said.want === '' ? {} : { want: said.want };
    const secret = said.secret === '' ? {} : { secret: [said.secret] };
    return [{ ...plain, at: places(said.at) ?? person.at, ...want, ...secret }];
  });
  const persons = buildFinder(people);
  const items = begun.items.flatMap(({ name: thing, about, hidden_at: hidden, holder }) => {
    const where = {
      hidden_at: places(hidden),
      holder: places(hidden) === undefined ? persons(holder) : undefined,
    };
    return where.hidden_at === undefined && where.holder === undefined
      ? []
      : [{ name: thing, about, ...where }];
  });
  const { quest, hour } = begun;
  const finders = { talk: persons, arrive: places, search: places, find: buildFinder(items) };
  const steps = quest.steps.map((step) => {
    const on = Object.hasOwn(finders, step.on) ? (step.on as keyof typeof finders) : undefined;
    const what = on === undefined ? undefined : finders[on](step.what);
    return what === undefined ? { name: step.name } : { name: step.name, on, what };
  });
  const minutes = hour === undefined ? {} : { minutes: Math.round(hour * minutesOfHour) };
  const parsed = scenarioSchema.safeParse({
    ...world,
    start: { ...world.start, at, ...minutes },
    opening: begun.opening,
    suggestions: begun.suggestions,
    people,
    items,
    quests: [{ name: quest.name, about: quest.about, giver: persons(quest.giver), open: true, steps }],
    // Which entries stand beside each other tells a game master nothing once the people have something to want.
    secrets: quest.truth === '' ? [] : [{ of: quest.name, kind: 'truth', text: quest.truth }],
  });
  return parsed.success ? parsed.data : describeIssues(parsed.error.issues);
}

/** Adds those of the others whom the model put at a place. */
function addOthers(world: Scenario, others: readonly Unplaced[], begun: Beginning): Scenario {
  const places = buildFinder(world.places);
  const added = others.flatMap((other) => {
    const said = begun.people.find((one) => normalise(one.name) === normalise(other.name));
    const at = said === undefined || said.away ? undefined : places(said.at);
    return at === undefined ? [] : [{ ...other, at }];
  });
  const parsed = scenarioSchema.shape.people.safeParse([...world.people, ...added]);
  return parsed.success ? { ...world, people: parsed.data } : world;
}

/**
 * Adds the places that the model names and the world lacks, each with a way to it from a known place; leaves out a
 * place for which the model names no known place.
 */
function addPlaces(world: Scenario, begun: Beginning): Scenario {
  const places = [...world.places];
  const ways = [...world.ways];
  for (const { name: called, about, near, minutes } of begun.places) {
    const find = buildFinder(places);
    const from = find(near);
    if (from === undefined || find(called) !== undefined) continue;
    const way = { from, to: called, name: '', back: '', isOneWay: false, locked: false, hidden: false };
    places.push({ name: called, about, kind: 'street', senses: [], searched: [] });
    ways.push(minutes === undefined ? way : { ...way, minutes });
  }
  return { ...world, places, ways };
}

/** Returns a function that finds the name that somebody means among `all`, whatever its capitals or article. */
function buildFinder(all: readonly { readonly name: string }[]): (wanted: string) => string | undefined {
  const known = new Map(all.map((one) => [normalise(one.name), one.name]));
  return (wanted) => known.get(normalise(wanted));
}

function normalise(given: string): string {
  return given
    .trim()
    .toLowerCase()
    .replace(/^(?:the|an?) /u, '');
}
