// Checks the additional names that a model gives an entry: which are accepted, held, left out or questioned.

import { isLabel, readSpeaker } from '../corpus/speaker-label.ts';
import { detectOtherName, type OtherName } from '../glossary/detect-other-name.ts';
import { type EntryId, type GlossaryEntry, kindTags } from '../glossary/entry.ts';
import { filterQuotes } from '../glossary/filter-quotes.ts';
import { isNamedBeside } from '../glossary/is-named-beside.ts';
import { isSaidToBe } from '../glossary/is-said-to-be.ts';
import { recordProposedSpeakers } from '../glossary/speaker-proposal.ts';
import {
  buildNameKey,
  describeShape,
  isArticle,
  listSurfaces,
  normaliseName,
  stripSuffix,
} from '../glossary/term-forms.ts';
import { renderContent } from '../prompts/render-element.ts';
import { isRelativeWord } from '../reader/class-words.ts';
import { isEnglish } from '../reader/lexicon.ts';
import { type Naming, normaliseTags } from './check-names.ts';
import { buildCitableText } from './reading-limit.ts';
import type { ToolContext } from './tool-context.ts';

export interface SettledAliases {
  readonly aliases: readonly string[];
  /** Names that are left out for now; they are put on hold as soon as the entry exists. */
  readonly held: readonly string[];
  /** Speakers who play this character according to the model; a person has to confirm this. */
  readonly speakers: readonly string[];
  /** What the model is told about the speakers. */
  readonly kept: readonly string[];
  /** What the model is told about names that were left out; it may correct these. */
  readonly notes: readonly string[];
  /** The notes except the one about names that are put on hold: these notes are true even if the call is refused. */
  readonly leftOut: readonly string[];
}

/** The aliases that come with a term. */
export interface OfferedAliases {
  readonly term: string;
  readonly aliases: readonly string[];
  /** The tags that come with the term; undefined if the entry keeps its tags. */
  readonly tags: readonly string[] | undefined;
  /** The present entry, if it already exists. */
  readonly entry?: GlossaryEntry | undefined;
  /** Entries that are something else according to the model. */
  readonly distinctFrom: readonly number[];
}

/**
 * Judges each new alias: accepts it, puts it on hold, or leaves it out and tells the model why. A name that is in no
 * post read so far is left out; a doubtful one is accepted if the model sends it again.
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
  const speakers = list('speaker').map(stripColon);
  const leftOut = [
    ...buildNotes(list('unread'), 'Left out, as no post read so far has it', ''),
    ...buildNotes(list('label'), 'Left out, as only a person decides which speaker plays whom', ''),
    ...buildNotes(list('foreign'), 'Left out, as another entry has that name', ''),
    ...judged.flatMap(({ alias, fate }) => (fate in doubts ? [renderDoubt(alias, fate as Doubt)] : [])),
  ];
  return {
    aliases: list('kept'),
    held,
    speakers,
    kept: buildNotes(speakers, 'Kept as a proposal, as only a person decides which speaker plays whom', ''),
    leftOut,
    notes: [
      ...leftOut,
      ...buildNotes(
        held,
        'On hold, as an ordinary word',
        ' Send it again if, in this story, it always means this entry.',
      ),
    ],
  };
}

/** Why an alias is questioned: it is hardly a name of this entry, or it is also a name of another entry. */
type Doubt = OtherName | 'beside' | 'shared';

type AliasFate = 'kept' | 'unread' | 'foreign' | 'held' | 'label' | 'speaker' | Doubt;

function detectFate(context: ToolContext, alias: string, offered: OfferedAliases): AliasFate {
  const isNamed = !isLabel(alias) && context.glossary.isRead([stripSuffix(alias)]);
  if (!isNamed && isSpeaker(context, stripColon(alias), offered)) return 'speaker';
  if (isLabel(alias)) return 'label';
  if (!isNamed) return 'unread';
  if (isTermOfOther(context, alias, offered)) return 'foreign';
  const doubt = detectDoubt(context, alias, offered);
  if (doubt !== undefined) return doubt;
  return isToBeHeld(context, alias) ? 'held' : 'kept';
}

function stripColon(alias: string): string {
  return alias.replace(/:$/u, '').trim();
}

/** Whether a speaker in the scene has the name, and the entry may be a character. */
function isSpeaker({ scenePosts }: ToolContext, label: string, { tags, entry }: OfferedAliases): boolean {
  const kinds = tags === undefined ? (entry?.tags ?? []) : normaliseTags(tags);
  const kind = kinds.find((tag) => kindTags.has(tag)) ?? 'character';
  if (label === '' || kind !== 'character') return false;
  return scenePosts.some(({ body }) => body.split('\n').some((line) => readSpeaker(line) === label));
}

const doubts: Readonly<Record<Doubt, string>> = {
  'plain-word': 'which is a plain word, not a name',
  description: 'which says whose sister, friend or servant somebody is, and is not a name',
  belonging: 'which is named after this place and is not the place',
  'full-name': 'which looks like the full name of somebody or something else',
  people: 'which is said of everybody from that place',
  beside: 'which the story names along with this one, as somebody or something else',
  shared: 'which is also a name of another entry, for something else',
};

function renderDoubt(alias: string, doubt: Doubt): string {
  return `Left out: "${alias}", ${doubts[doubt]}. Send it again as an alias if it is a name of just this one.`;
}

/**
 * Whether the model was told that another entry has the name. If the model sends it again after that, both entries get
 * it.
 */
export function isKnownShared({ hasSaid }: ToolContext, alias: string): boolean {
  return hasSaid?.(renderContent(renderDoubt(alias, 'shared'))) === true;
}

/** Why an alias is questioned; undefined if there is no reason, or if the model has already been told the reason. */
function detectDoubt(context: ToolContext, alias: string, offered: OfferedAliases): Doubt | undefined {
  const { term, tags, entry } = offered;
  const kinds = tags === undefined ? (entry?.tags ?? []) : normaliseTags(tags);
  const owner = { term, aliases: entry?.aliases ?? [], tags: kinds };
  const doubt = isSharedName(context, alias, offered) ? 'shared' : detectHardlyName(context, owner, alias);
  if (doubt === undefined || context.hasSaid?.(renderContent(renderDoubt(alias, doubt))) === true)
    return undefined;
  return doubt;
}

/**
 * Says why an alias is probably no name of its owner, for example because the story names the two side by side.
 * Undefined if it may well be one.
 */
function detectHardlyName(context: ToolContext, owner: Naming, alias: string): Doubt | undefined {
  const doubt = detectOtherName(owner, alias, (word) => isNamedThing(context, word));
  if (doubt !== undefined && doubt !== 'full-name') return doubt;
  if (isSaidInScene(context, owner, alias)) return undefined;
  return doubt ?? (isReadBeside(context, owner, alias) ? 'beside' : undefined);
}

/** Whether the name also belongs to an entry that is said to be something else. */
function isSharedName(context: ToolContext, alias: string, { entry, distinctFrom }: OfferedAliases): boolean {
  const shape = describeShape(alias);
  return context.glossary
    .listByName(alias)
    .filter((other) => other.id !== entry?.id && listSurfaces(other).map(describeShape).includes(shape))
    .some(({ id }) => isSaidApart(context, id, { entry, distinctFrom }));
}

type Apart = Pick<OfferedAliases, 'entry' | 'distinctFrom'>;

/** Whether this call of the model, or a person, says that the entry with this id is something else. */
function isSaidApart({ glossary }: ToolContext, id: EntryId, { entry, distinctFrom }: Apart): boolean {
  return distinctFrom.includes(id) || (entry !== undefined && glossary.isKeptApart(entry.id, id));
}

/**
 * Whether the scene, or one of the newest posts with the alias, names the alias side by side with a name of its owner.
 * False for an alias without a capital.
 */
function isReadBeside(context: ToolContext, owner: Naming, alias: string): boolean {
  if (!/\p{Lu}/u.test(alias)) return false;
  const { scene, listBearing } = buildCitableText(context, [stripSuffix(alias)]);
  const posts = [...scene, ...(listBearing?.() ?? [])];
  return posts.some(({ body, span }) => isNamedBeside(body.slice(span.start, span.end), owner, alias));
}

function isSaidInScene({ scenePosts }: ToolContext, owner: Naming, alias: string): boolean {
  const other = { term: alias, aliases: [] };
  return scenePosts.some(({ body, span }) => isSaidToBe(body.slice(span.start, span.end), owner, other));
}

/**
 * Whether some entry with this name is not tagged as a character. If no entry has the name, whether the word was read
 * with a capital.
 */
function isNamedThing({ glossary }: ToolContext, word: string): boolean {
  const entries = glossary.listByName(word);
  if (entries.length > 0)
    return entries.some(({ tags }) => tags.find((tag) => kindTags.has(tag)) !== 'character');
  return glossary.isRead([`${word.slice(0, 1).toUpperCase()}${word.slice(1)}`]);
}

export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/**
 * Once the entry exists, puts the ordinary words among its proposed aliases on hold, and keeps statements about who
 * plays the character for a person to confirm.
 */
export function recordLeftOut(
  { glossary, position, source }: ToolContext,
  { id, term }: Pick<GlossaryEntry, 'id' | 'term'>,
  { held, speakers }: Pick<SettledAliases, 'held' | 'speakers'>,
): void {
  const definition = `Another name for ${term}.`;
  for (const alias of held)
    glossary.addHeld(stripSuffix(alias), { definition, evidence: undefined, position });
  recordProposedSpeakers(glossary, { id, labels: speakers }, source);
}

/** Each name once. If a text cannot distinguish several names, only the first of them is kept. */
export function mergeNames(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const shape = describeShape(name);
    const isNew = !seen.has(shape);
    seen.add(shape);
    return isNew;
  });
}

/**
 * Whether the alias is the term of another entry: of one that is said to be something else or, with an article before
 * it (`the Vicar` for `Vicar`), of any other. The article shows nothing if both entries have this name.
 */
function isTermOfOther(
  context: ToolContext,
  alias: string,
  { entry, term: own, distinctFrom }: OfferedAliases,
): boolean {
  const key = buildNameKey(alias);
  const [first, ...others] = normaliseName(alias).split(' ');
  const hasArticle = isArticle(first ?? '') && others.length > 0 && key !== buildNameKey(own);
  return context.glossary
    .listLike([alias])
    .filter(({ id, term }) => id !== entry?.id && buildNameKey(term) === key)
    .some(
      ({ id, term }) =>
        isSaidApart(context, id, { entry, distinctFrom }) ||
        (hasArticle && !isArticle(normaliseName(term).split(' ')[0] ?? '')),
    );
}

// A phrase of more words says more than how somebody is related.
const mostKinWords = 3;

// If one of these words comes before an ordinary noun, the phrase may mean many people: "the servant", "my father's
// friend".
const determiners: ReadonlySet<string> = new Set(
  'the a an my our your his her its their this that'.split(' '),
);

/**
 * Whether an alias has to wait until it is proposed again, because its words are ordinary: `servant`, `the old man`.
 * The teller's kin, such as `my mother`, need not wait.
 */
function isToBeHeld({ glossary }: ToolContext, alias: string): boolean {
  const name = stripSuffix(alias);
  const all = normaliseName(name).split(' ');
  if (isKinOfTeller(all)) return false;
  const first = all.findIndex((word) => !determiners.has(word));
  const words = first < 0 ? all : all.slice(first);
  const isFew = words.length === 1 || first > 0;
  // A capital of the article only shows that the phrase began a sentence: `An old woman`.
  const cased = first > 0 ? name.slice(0, 1).toLowerCase() + name.slice(1) : name;
  const isOrdinary = isFew && cased === name.toLowerCase() && words.every((word) => isEnglish(word));
  return isOrdinary && !glossary.isHeld(name);
}

/** Whether a narrator uses the words for somebody who is rarely named: `my mother`, `our old master`. */
function isKinOfTeller(words: readonly string[]): boolean {
  const isOwned = words[0] === 'my' || words[0] === 'our';
  return isOwned && words.length <= mostKinWords && isRelativeWord(words.at(-1) ?? '');
}

/**
 * Removes an entry's new term from the aliases of other entries; returns what the model is told about this. The alias
 * stays if a person set the aliases of its entry, or if the entry would have no quote left. A term with a suffix, such
 * as `Dawn (character)`, is removed from none.
 */
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
        return `It stays an alias of ${shown}, too: that entry has no other quote, or a person gave it this alias.`;
      glossary.update(other.id, { aliases, evidence }, source);
      return `It is no longer an alias of ${shown}.`;
    });
}
