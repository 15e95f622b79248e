// Checks the further names that a model gives an entry: which are taken, held, left out or asked back about.

import { isLabel } from '../corpus/speaker-label.ts';
import { detectOtherName, type OtherName } from '../glossary/detect-other-name.ts';
import { type GlossaryEntry, kindTags } from '../glossary/entry.ts';
import { filterQuotes } from '../glossary/filter-quotes.ts';
import { isSaidToBe } from '../glossary/is-said-to-be.ts';
import {
  buildNameKey,
  describeShape,
  isArticle,
  listSurfaces,
  normaliseName,
  stripSuffix,
} from '../glossary/term-forms.ts';
import { renderContent } from '../prompts/render-element.ts';
import { isEnglish } from '../reader/lexicon.ts';
import { type Naming, normaliseTags } from './check-names.ts';
import type { ToolContext } from './tool-context.ts';

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
  /** Those that come with it; undefined where the entry keeps its own. */
  readonly tags: readonly string[] | undefined;
  /** The entry as it stands, where it is there already. */
  readonly entry?: GlossaryEntry | undefined;
  /** Entries that the model says are something else. */
  readonly distinctFrom: readonly number[];
}

/**
 * Aliases that were really read and are not the term. Those never read are left out and named, and so are the terms of
 * other entries; one that is an ordinary word is held until it is proposed again, and one that is hardly a name of this
 * thing is left out until it is sent again.
 */
export function checkAliases(context: ToolContext, offered: OfferedAliases): SettledAliases {
  const taken = new Set([describeShape(offered.term)]);
  const owned = new Set((offered.entry?.aliases ?? []).map(describeShape));
  const judged = offered.aliases.flatMap((alias) => {
    const shape = describeShape(alias);
    if (normaliseName(alias) === '' || taken.has(shape)) return [];
    taken.add(shape);
    return [{ alias, fate: owned.has(shape) ? ('kept' as const) : detectFate(context, alias, offered) }];
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
      ...buildNotes(list('label'), 'Left out, as a person says which speaker plays whom', ''),
      ...buildNotes(list('foreign'), 'Left out, as another entry is called so', ''),
      ...judged.flatMap(({ alias, fate }) => (fate in doubts ? [renderDoubt(alias, fate as OtherName)] : [])),
      ...buildNotes(held, 'On hold, as an ordinary word', ' Send it again if it means nothing else here.'),
    ],
  };
}

type AliasFate = 'kept' | 'unread' | 'foreign' | 'held' | 'label' | OtherName;

function detectFate(context: ToolContext, alias: string, offered: OfferedAliases): AliasFate {
  if (isLabel(alias)) return 'label';
  if (!context.glossary.isRead([stripSuffix(alias)])) return 'unread';
  if (isTermOfOther(context, alias, offered)) return 'foreign';
  const doubt = detectDoubt(context, alias, offered);
  if (doubt !== undefined) return doubt;
  return isToBeHeld(context, alias) ? 'held' : 'kept';
}

const doubts: Readonly<Record<OtherName, string>> = {
  description: 'which says whose somebody is and is no name',
  belonging: 'which is called after this place and is not the place',
  'full-name': 'which looks like the full name of somebody or something else',
  people: 'which is said of all who are of that place',
};

function renderDoubt(alias: string, doubt: OtherName): string {
  return `Left out: "${alias}", ${doubts[doubt]}. Send it again as an alias if it is a name of just this one.`;
}

/** Why an alias is asked back about; undefined where it was already. */
function detectDoubt(
  context: ToolContext,
  alias: string,
  { term, tags, entry }: OfferedAliases,
): OtherName | undefined {
  const kinds = tags === undefined ? (entry?.tags ?? []) : normaliseTags(tags);
  const owner = { term, aliases: entry?.aliases ?? [], tags: kinds };
  const doubt = detectOtherName(owner, alias, (word) => isNamedThing(context, word));
  if (doubt === undefined || (doubt === 'full-name' && isSaidInScene(context, owner, alias)))
    return undefined;
  return context.hasSaid?.(renderContent(renderDoubt(alias, doubt))) === true ? undefined : doubt;
}

function isSaidInScene({ scenePosts }: ToolContext, owner: Naming, alias: string): boolean {
  const other = { term: alias, aliases: [] };
  return scenePosts.some(({ body, span }) => isSaidToBe(body.slice(span.start, span.end), owner, other));
}

/** Whether a word is the name of an entry that is no person, or else a name that was read. */
function isNamedThing({ glossary }: ToolContext, word: string): boolean {
  const entries = glossary.listByName(word);
  if (entries.length > 0)
    return entries.some(({ tags }) => tags.find((tag) => kindTags.has(tag)) !== 'character');
  return glossary.isRead([`${word.slice(0, 1).toUpperCase()}${word.slice(1)}`]);
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

/**
 * Whether an alias is the term of an entry that the model says is something else, or of any other with `the` or `a`
 * before it.
 */
function isTermOfOther(
  { glossary }: ToolContext,
  alias: string,
  { entry, term: own, distinctFrom }: OfferedAliases,
): boolean {
  const key = buildNameKey(alias);
  const [first, ...others] = normaliseName(alias).split(' ');
  const hasArticle = isArticle(first ?? '') && others.length > 0 && key !== buildNameKey(own);
  return glossary
    .listLike([alias])
    .filter(({ id, term }) => id !== entry?.id && buildNameKey(term) === key)
    .some(
      ({ id, term }) =>
        distinctFrom.includes(id) || (hasArticle && !isArticle(normaliseName(term).split(' ')[0] ?? '')),
    );
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

/** Takes a term of its own from the aliases of other entries; returns what the model is told about them. */
export function takeFromAliases(context: ToolContext, { id, term }: GlossaryEntry): readonly string[] {
  if (stripSuffix(term) !== term.trim()) return [];
  const { glossary, source } = context;
  const shape = describeShape(term);
  return glossary
    .listByName(term)
    .filter((other) => other.id !== id && other.aliases.some((alias) => describeShape(alias) === shape))
    .map((other) => {
      const aliases = other.aliases.filter((alias) => describeShape(alias) !== shape);
      const names = listSurfaces({ term: other.term, aliases });
      const evidence = filterQuotes(other.evidence, { before: listSurfaces(other), after: names });
      const shown = `entry ${other.id}, "${other.term}"`;
      if (evidence.length === 0 || glossary.readHumanFields(other.id).has('aliases'))
        return `It is also an alias of ${shown}, which has no other quote or has it from a person.`;
      glossary.update(other.id, { aliases, evidence }, source);
      return `It is no alias of ${shown} any more.`;
    });
}
