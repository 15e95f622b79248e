// Cleans and judges the names of an entry, for the tools that write.

import { z } from 'zod';
import { detectLikeness, type Likeness } from '../glossary/duplicates.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { NamedEntry } from '../glossary/entry-store.ts';
import {
  describeShape,
  listNameWords,
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
  readonly notes: readonly string[];
}

/**
 * Aliases that were really read and are not the term; those never read are left out and named, and one that is an
 * ordinary word is held until it is proposed again.
 */
export function checkAliases(context: ToolContext, term: string, aliases: readonly string[]): SettledAliases {
  const taken = new Set([describeShape(term)]);
  const kept: string[] = [];
  const unread: string[] = [];
  const held: string[] = [];
  for (const alias of aliases) {
    const shape = describeShape(alias);
    if (normaliseName(alias) === '' || taken.has(shape)) continue;
    taken.add(shape);
    if (!context.glossary.isRead([stripSuffix(alias)])) unread.push(alias);
    else if (isToBeHeld(context, alias)) held.push(alias);
    else kept.push(alias);
  }
  const definition = `Another name for ${term}.`;
  for (const alias of held)
    context.glossary.addHeld(stripSuffix(alias), {
      definition,
      evidence: undefined,
      position: context.position,
    });
  return {
    aliases: kept,
    notes: [
      ...(unread.length === 0 ? [] : [`Left out, as no read post says it: ${quoteAll(unread)}.`]),
      ...(held.length === 0
        ? []
        : [`On hold, as an ordinary word: ${quoteAll(held)}. Send it again if it means nothing else here.`]),
    ],
  };
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Whether an alias is a single ordinary word in lower case, and proposed for the first time. */
function isToBeHeld({ glossary }: ToolContext, alias: string): boolean {
  const name = stripSuffix(alias);
  const words = listNameWords(name);
  const isOrdinary = words.length === 1 && name === name.toLowerCase() && isEnglish(normaliseName(name));
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
