// Explicates words of a definition: which entry says or said them, since which change, and on what that change stood.

import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { EntryId, Evidence } from '../glossary/entry.ts';
import { isSamePlace } from '../glossary/evidence-gate.ts';
import { normaliseQuote } from '../glossary/normalise-quote.ts';
import { replayRevisions } from '../glossary/revision.ts';
import { splitWords } from '../glossary/text-words.ts';
import { findOrigin, type Origin } from './find-origin.ts';

export interface Explication {
  readonly origin: Origin;
  /** What the change that brought the words stands on, its own quotes before those that were there already. */
  readonly evidence: readonly Evidence[];
  readonly others: OtherHolders;
}

/** Entries of today, besides the explained one, whose definitions hold the same words; none where the entry was named. */
export interface OtherHolders {
  readonly total: number;
  /** The first of them by name. */
  readonly terms: readonly string[];
}

export interface ExplicationOptions {
  readonly quote: string;
  /** The entry that says it; any entry when undefined. */
  readonly entryId?: EntryId | undefined;
}

/** Longer quotes say nothing more about where they are from. */
export const maxQuoteCharacters = 1_000;
const maxFound = 20;
const maxRemembered = 20;
/** So many others with the same words are called by name. */
const namedOthers = 3;
/** A definition that has fewer of the quote's words is no candidate: one word of eight may be mistyped, a few be left out. */
const leastShare = 0.5;

/** Undefined when no definition, of today or earlier, says anything like it. */
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
    evidence: sortEvidence(glossary, origin),
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

/** Entries of today first: a reader has one of their definitions before them. */
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

/** Entries one of whose definitions, ever, has most of the quote's words, best first. */
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

function sortEvidence(glossary: ReadableGlossary, { revision, entry, passage }: Origin): readonly Evidence[] {
  const revisions = glossary.readRevisions(entry.id);
  const first = revisions.findIndex((one) => one.stepId === revision.stepId && one.at === revision.at);
  const before = replayRevisions(revisions.slice(0, first))?.evidence ?? [];
  const words = normaliseQuote(entry.definition, passage.start, passage.end).text;
  const score = (piece: Evidence): number =>
    Number(normaliseQuote(piece.quote).text.includes(words)) * 2 +
    Number(!before.some((known) => isSamePlace(known, piece)));
  return entry.evidence.toSorted((one, other) => score(other) - score(one));
}
