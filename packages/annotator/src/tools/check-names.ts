// Cleans and judges the names of an entry, for the tools that write.

import { z } from 'zod';
import { detectLikeness, type Likeness } from '../glossary/duplicates.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { NamedEntry } from '../glossary/entry-store.ts';
import {
  buildNameKey,
  describeShape,
  listSurfaces,
  normaliseName,
  stripSuffix,
} from '../glossary/term-forms.ts';
import { renderContent, renderEntry } from '../prompts/render-element.ts';
import { isEnglish } from '../reader/lexicon.ts';
import type { ToolContext } from './tool-context.ts';

export interface Naming {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

// As many candidates as a model can weigh at a glance.
const maxShown = 3;

/** Entries that look like the named thing, likest first, without those the model already told apart. */
export function listLikeEntries(
  context: ToolContext,
  naming: Naming,
  distinctFrom: readonly number[],
): readonly NamedEntry[] {
  const rank: Record<Likeness, number> = { 'same-term': 0, 'same-name': 1, similar: 2 };
  return context.glossary
    .listLike(listSurfaces(naming))
    .filter((entry) => !distinctFrom.includes(entry.id))
    .flatMap((entry) => {
      const likeness = detectLikeness(naming, entry);
      return likeness === undefined ? [] : [{ entry, rank: rank[likeness] }];
    })
    .sort((a, b) => a.rank - b.rank || a.entry.id - b.entry.id)
    .map(({ entry }) => entry);
}

/** What the model is told when its entry looks like others. */
export function renderLikeEntries(
  context: ToolContext,
  term: string,
  like: readonly { readonly id: EntryId }[],
): string {
  const ids = like.slice(0, maxShown).map(({ id }) => id);
  const shown = context.glossary.read(ids).map(renderEntry);
  return [
    `Not created: "${renderContent(term)}" may be the same as:`,
    ...shown,
    `If it is, use glossary_update. If not, send it again with "distinct_from": [${like.map(({ id }) => id).join(', ')}].`,
  ].join('\n');
}

export interface SettledAliases {
  readonly aliases: readonly string[];
  /** Left out for now: to be held once the entry is there. */
  readonly held: readonly string[];
  readonly notes: readonly string[];
}

/** The aliases that come with a term. */
export interface OfferedAliases {
  readonly term: string;
  readonly aliases: readonly string[];
  /** Entries that the model says are something else. */
  readonly distinctFrom: readonly number[];
}

/**
 * Aliases that were really read and are not the term. Those never read are left out and named, and so are the terms of
 * entries that are said to be something else; one that is an ordinary word is held until it is proposed again.
 */
export function checkAliases(context: ToolContext, offered: OfferedAliases): SettledAliases {
  const taken = new Set([describeShape(offered.term)]);
  const judged = offered.aliases.flatMap((alias) => {
    const shape = describeShape(alias);
    if (normaliseName(alias) === '' || taken.has(shape)) return [];
    taken.add(shape);
    return [{ alias, fate: detectFate(context, alias, offered.distinctFrom) }];
  });
  const list = (wanted: AliasFate) => judged.filter(({ fate }) => fate === wanted).map(({ alias }) => alias);
  const held = list('held');
  const buildNotes = (names: readonly string[], before: string, after: string) =>
    names.length === 0 ? [] : [`${before}: ${quoteAll(names)}.${after}`];
  return {
    aliases: list('kept'),
    held,
    notes: [
      ...buildNotes(list('unread'), 'Left out, as no read post says it', ''),
      ...buildNotes(list('foreign'), 'Left out, as another entry is called so', ''),
      ...buildNotes(held, 'On hold, as an ordinary word', ' Send it again if it means nothing else here.'),
    ],
  };
}

type AliasFate = 'kept' | 'unread' | 'foreign' | 'held';

function detectFate(context: ToolContext, alias: string, distinctFrom: readonly number[]): AliasFate {
  if (!context.glossary.isRead([stripSuffix(alias)])) return 'unread';
  if (isTermOfOther(context, alias, distinctFrom)) return 'foreign';
  return isToBeHeld(context, alias) ? 'held' : 'kept';
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Puts aliases on hold, once the entry is there that they are to name. */
export function recordHeldAliases(
  { glossary, position }: ToolContext,
  term: string,
  held: readonly string[],
): void {
  const definition = `Another name for ${term}.`;
  for (const alias of held)
    glossary.addHeld(stripSuffix(alias), { definition, evidence: undefined, position });
}

/** Whether an alias is the term of an entry that the model says is something else. */
function isTermOfOther({ glossary }: ToolContext, alias: string, distinctFrom: readonly number[]): boolean {
  const key = buildNameKey(alias);
  return glossary
    .listLike([alias])
    .some(({ id, term }) => distinctFrom.includes(id) && buildNameKey(term) === key);
}

// With one of these before it, an ordinary noun is said of many: "the servant", "my father's friend".
const determiners: ReadonlySet<string> = new Set(
  'the a an my our your his her its their this that'.split(' '),
);

/**
 * Whether an alias is a single ordinary word in lower case, or several after a word such as "the" or "their", and
 * proposed for the first time.
 */
function isToBeHeld({ glossary }: ToolContext, alias: string): boolean {
  const name = stripSuffix(alias);
  const all = normaliseName(name).split(' ');
  const first = all.findIndex((word) => !determiners.has(word));
  const words = first < 0 ? all : all.slice(first);
  const isFew = words.length === 1 || first > 0;
  const isOrdinary = isFew && name === name.toLowerCase() && words.every((word) => isEnglish(word));
  return isOrdinary && !glossary.isHeld(name);
}

/** A longer term is a sentence. */
export const maxTermCharacters = 120;
/** One to three statements; a longer definition is a retelling. */
export const maxDefinitionCharacters = 2_000;

const otherKinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    person: 'character',
    people: 'faction',
    place: 'location',
    organization: 'faction',
    organisation: 'faction',
    group: 'faction',
    object: 'item',
    artifact: 'item',
    species: 'creature',
    rank: 'title',
  }),
);

/** Tags in lower case, each once; common other words for the kinds become the kinds. */
export function normaliseTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()).map((tag) => otherKinds.get(tag) ?? tag))];
}

/** `tentative` or `confirmed`, in any case. */
export const settleStatus = z.preprocess(toLower, z.enum(['tentative', 'confirmed']));

/** Of a new entry also `held`: it is to wait until it returns. */
export const settleNewStatus = z.preprocess(toLower, z.enum(['tentative', 'confirmed', 'held']));

function toLower(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
