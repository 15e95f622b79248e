// Explicates words of a definition: which entry says or said them, which change added them, and the evidence for that change.

import { normaliseQuote } from '@terrarium/kernel/normalise-quote';
import type { Span } from '../corpus/corpus.ts';
import { stored } from '../database/packed-text.ts';
import type { EntryId, Evidence, GlossaryEntry } from '../glossary/entry.ts';
import { isSamePlace } from '../glossary/is-same-place.ts';
import { listClosePassages } from '../glossary/locate-quote.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';
import { type ShownQuote, sortQuotes } from '../glossary/sort-quotes.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import { isListed } from '../reader/lexicon.ts';
import type { ReadableGlossary } from './open-glossary-as-of.ts';

export interface Explication {
  readonly origin: Origin;
  /**
   * The quotes behind the words. Quotes that have more of these words come first. Among equals, quotes that came with
   * the change come first.
   */
  readonly quotes: readonly ShownQuote<Evidence>[];
  /** Words of the passage that carry meaning and are in no quote, in lower case. */
  readonly unsaid: readonly string[];
  readonly others: OtherHolders;
}

/** Other current entries whose definitions contain the same words; empty when the caller named the entry. */
export interface OtherHolders {
  readonly total: number;
  /** Terms of the first of these entries. */
  readonly terms: readonly string[];
}

export interface ExplicationOptions {
  readonly quote: string;
  /** The entry to look in; all entries when undefined. */
  readonly entryId?: EntryId | undefined;
}

/** The maximum number of characters of a quote that are used. More words would not help to find its origin. */
export const maxQuoteCharacters = 1_000;
const maxFound = 20;
const maxRemembered = 20;
/** At most this many of the other entries are listed. */
const namedOthers = 3;
/** A definition must contain this share of the quote's words to be a candidate: some may be mistyped or left out. */
const leastShare = 0.5;

/** Undefined when no definition (of the given entry, or of any), current or earlier, says anything similar. */
export function explicate(glossary: ReadableGlossary, options: ExplicationOptions): Explication | undefined {
  const quote = options.quote.slice(0, maxQuoteCharacters);
  const origin =
    options.entryId === undefined
      ? findAnywhere(glossary, quote)
      : findOrigin(glossary.readRevisions(options.entryId), quote);
  if (origin === undefined) return undefined;
  const others = options.entryId === undefined ? listHolders(glossary, origin) : [];
  return {
    origin,
    quotes: sortEvidence(glossary, origin),
    unsaid: listUnsaid(origin),
    others: { total: others.length, terms: others.slice(0, namedOthers) },
  };
}

function listHolders(glossary: ReadableGlossary, { entry, passage }: Origin): readonly string[] {
  const fold = (text: string): string => normaliseQuote(text).text.toLowerCase();
  const words = fold(entry.definition.slice(passage.start, passage.end));
  return [...glossary.iterateEntries()]
    .filter(({ id, definition }) => id !== entry.id && fold(definition).includes(words))
    .map(({ term }) => term);
}

/** Looks at current definitions first: most likely the person copied the words from one of them. */
function findAnywhere(glossary: ReadableGlossary, quote: string): Origin | undefined {
  const found = glossary.search({ query: quote, limit: maxFound }).map(({ id }) => id);
  const likely = glossary.searchAnyWord(quote, maxFound).map(({ id }) => id);
  const present = chooseBest(glossary, quote, [...new Set([...found, ...likely])]);
  if (present?.similarity === 1) return present;
  const past = chooseBest(glossary, quote, listRemembered(glossary, quote));
  return past !== undefined && past.similarity > (present?.similarity ?? 0) ? past : present;
}

function chooseBest(glossary: ReadableGlossary, quote: string, ids: readonly EntryId[]): Origin | undefined {
  let best: Origin | undefined;
  for (const id of ids) {
    const origin = findOrigin(glossary.readRevisions(id), quote);
    if (origin === undefined || origin.similarity < (best?.similarity ?? 0)) continue;
    const isBetter =
      origin.similarity > (best?.similarity ?? 0) || (origin.isCurrent && best?.isCurrent === false);
    if (isBetter) best = origin;
  }
  return best;
}

/** Entries that ever had a definition with most of the quote's words, best first. */
function listRemembered(glossary: ReadableGlossary, quote: string): readonly EntryId[] {
  const wanted = listStems(quote);
  const shares = new Map<EntryId, number>();
  for (const { entryId, definition } of glossary.iterateDefinitions()) {
    const words = listStems(definition);
    const share = [...wanted].filter((word) => words.has(word)).length / wanted.size;
    if (share >= leastShare) shares.set(entryId, Math.max(share, shares.get(entryId) ?? 0));
  }
  return [...shares]
    .sort(([one, share], [other, more]) => more - share || one - other)
    .slice(0, maxRemembered)
    .map(([id]) => id);
}

function listStems(text: string): ReadonlySet<string> {
  return new Set(splitWords(text).map((word) => word.stem));
}

function sortEvidence(
  glossary: ReadableGlossary,
  { revision, entry, passage }: Origin,
): readonly ShownQuote<Evidence>[] {
  const revisions = glossary.readRevisions(entry.id);
  const first = revisions.findIndex((one) => one.stepId === revision.stepId && one.at === revision.at);
  const before = replayRevisions(revisions.slice(0, first))?.evidence ?? [];
  const isFresh = (piece: Evidence): boolean => !before.some((known) => isSamePlace(known, piece));
  const fresh = entry.evidence.toSorted((one, other) => Number(isFresh(other)) - Number(isFresh(one)));
  const definition = entry.definition.slice(passage.start, passage.end);
  return sortQuotes({ ...entry, definition }, fresh);
}

// Words so general that a definition may use them about anything.
const tellNothing: ReadonlySet<string> = new Set(['somebody', 'someone', 'something', 'story']);

/** The words of the passage that carry meaning and are in no quote in any form. Names of the entry are left out. */
function listUnsaid({ entry, passage }: Origin): readonly string[] {
  const texts = [...entry.evidence.map(({ quote }) => quote), ...listSurfaces(entry)];
  const said = new Set(texts.flatMap((text) => [...listStems(text)]));
  const words = entry.definition.slice(passage.start, passage.end);
  const unsaid = splitWords(words)
    .filter(({ stem, folded }) => !said.has(stem) && !tellNothing.has(folded))
    .filter(({ folded }) => !isListed('functionWords', folded))
    .map(({ folded }) => folded);
  return [...new Set(unsaid)];
}

/** The revision that introduced a passage, and the entry as that change left it. */
interface Origin {
  readonly revision: Revision;
  /** The entry after the whole change, so it includes the evidence that came with the words. */
  readonly entry: GlossaryEntry;
  /** Where the words are in `entry.definition`. */
  readonly passage: Span;
  /** How similar the quote and the passage are: 1 means word for word. */
  readonly similarity: number;
  /** Whether the current definition still contains the passage. */
  readonly isCurrent: boolean;
}

interface Version {
  /** Index of the revision among the entry's revisions. */
  readonly index: number;
  readonly revision: Revision;
  readonly definition: string;
  readonly folded: string;
}

interface Passage {
  readonly version: number;
  readonly folded: string;
  readonly similarity: number;
}

/** Less similar passages merely share common words with the quote. */
const leastSimilarity = 0.6;

/**
 * Finds the origin of `quote` among an entry's revisions (given oldest first), despite typing errors. If words were
 * removed and came back, their origin is the revision that brought them back. Undefined when no definition ever said
 * anything like the quote.
 */
export function findOrigin(revisions: readonly Revision[], quote: string): Origin | undefined {
  const versions = listVersions(revisions);
  const passage = findExact(versions, quote) ?? findClose(versions, quote);
  if (passage === undefined) return undefined;
  let first = passage.version;
  while (first > 0 && versions[first - 1]?.folded.includes(passage.folded)) first -= 1;
  const version = versions[first];
  if (version === undefined) return undefined;
  const entry = replayRevisions(revisions.slice(0, computeEndOfChange(revisions, version.index)));
  if (entry === undefined) return undefined;
  return {
    revision: version.revision,
    entry,
    passage: computePassage(entry.definition, passage.folded),
    similarity: passage.similarity,
    isCurrent: passage.version === versions.length - 1,
  };
}

function listVersions(revisions: readonly Revision[]): readonly Version[] {
  return revisions.flatMap((revision, index) => {
    if (revision.field !== 'definition' || revision.new === null) return [];
    const definition: unknown = stored.parse(revision.new, ['revision', revision.id, 'new']);
    if (typeof definition !== 'string') return [];
    return [{ index, revision, definition, folded: normaliseQuote(definition).text }];
  });
}

/** The newest version that contains the quote literally; the quote may begin or end in the middle of a word. */
function findExact(versions: readonly Version[], quote: string): Passage | undefined {
  const folded = normaliseQuote(quote.trim()).text;
  const version = folded === '' ? -1 : versions.findLastIndex((one) => one.folded.includes(folded));
  return version === -1 ? undefined : { version, folded, similarity: 1 };
}

/** Similarity of a passage that differs from the quote only in upper and lower case. */
const otherLetters = 0.99;

/** The text in lower case. Every character keeps its offset. */
function toLower(text: string): string {
  return text.replaceAll(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}

/** The most similar passage of any version. Among equally similar ones, the newest. */
function findClose(versions: readonly Version[], quote: string): Passage | undefined {
  let best: Passage | undefined;
  const wanted = toLower(quote);
  for (const [version, { definition }] of [...versions.entries()].toReversed()) {
    const [closest] = listClosePassages(toLower(definition), wanted, { start: 0, end: definition.length });
    const similarity = (closest?.similarity ?? 0) * otherLetters;
    if (closest === undefined || closest.similarity < leastSimilarity) continue;
    if (best !== undefined && similarity <= best.similarity) continue;
    const folded = normaliseQuote(definition, closest.start, closest.end).text;
    best = { version, folded, similarity };
  }
  return best;
}

/**
 * One change may consist of several revisions: they share a time and, unless a person made them, a step. A merge may
 * write a definition and take it back at once; the change then ends before it is taken back.
 */
function computeEndOfChange(revisions: readonly Revision[], index: number): number {
  const first = revisions[index];
  let end = index + 1;
  while (
    end < revisions.length &&
    revisions[end]?.stepId === first?.stepId &&
    revisions[end]?.at === first?.at &&
    revisions[end]?.field !== 'definition'
  )
    end += 1;
  return end;
}

function computePassage(definition: string, wanted: string): Span {
  const folded = normaliseQuote(definition);
  const at = folded.text.indexOf(wanted);
  return { start: folded.starts[at] ?? 0, end: folded.ends[at + wanted.length - 1] ?? definition.length };
}
