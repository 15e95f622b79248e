// Collects a dossier: what a curator should know about an entry before deciding on it, in a few hundred tokens.

import type { ShownSentences } from '../context/list-shown-sentences.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import { hasWish } from '../glossary/confirmation-wish.ts';
import type { EntryId, Evidence, GlossaryEntry } from '../glossary/entry.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';
import { listJoinWishes } from '../glossary/join-wish.ts';
import { listRelations } from '../glossary/list-relations.ts';
import type { Spread } from '../glossary/named-where.ts';
import { sortQuotes } from '../glossary/sort-quotes.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { cutAround, cutQuote, type NameIndex } from './cut-around.ts';
import { listSimilar } from './list-similar.ts';
import type { AboveQuote, CuratorDossier } from './render-curation.ts';

export interface DossierSources {
  readonly glossary: GlossaryStore;
  readonly corpora: ReadonlyMap<string, Corpus>;
  /**
   * The sentences shown above the question. The dossier points to these sentences, and quotes other ones. Undefined for
   * the built-in reader.
   */
  readonly shown?: ShownSentences | undefined;
}

// Limits for what is shown of one entry. A usual entry takes about 150 tokens, or 100 if its quotes are among the
// sentences above the question.
const maxQuotes = 3;
const maxQuoteCharacters = 200;
/**
 * Short quotes of the present definition are shown beyond `maxQuotes`, if all quotes together are no longer than three
 * long ones.
 */
const maxAllQuotes = 6;
const maxAllCharacters = maxQuotes * maxQuoteCharacters;
const maxDefinitionCharacters = 800;
const maxAroundCharacters = 160;
const maxRelations = 6;
const maxSimilar = 3;
const maxSimilarCharacters = 120;
const maxJoinCharacters = 400;

/** Undefined when there is no such entry. */
export function collectDossier(sources: DossierSources, entryId: EntryId): CuratorDossier | undefined {
  const { glossary } = sources;
  const entry = glossary.find(entryId);
  if (entry === undefined) return undefined;
  const { term, aliases, tags } = entry;
  const names = buildNameIndex(entry);
  const isForModel = sources.shown !== undefined;
  const quotes = isForModel ? chooseTelling(glossary, entry) : chooseNaming(entry, names);
  const places = quotes.map((quote) => findAbove(sources, quote));
  const joins = listJoinWishes(glossary, entryId);
  const isAbove = places.every((place) => place !== undefined);
  return {
    entryId,
    term,
    aliases,
    tags,
    definition: cutText(entry.definition, maxDefinitionCharacters),
    above: places.filter((place) => place !== undefined),
    evidence: quotes
      .filter((_, index) => places[index] === undefined)
      .map(({ postId, quote }) => ({
        postId,
        quote: (isForModel ? cutQuote : cutAround)(normaliseSpaces(quote), names, maxQuoteCharacters),
      })),
    wishes: [
      ...(entry.status === 'tentative' && hasWish(glossary, entryId) ? ['CONFIRM'] : []),
      ...joins.map((id) => `MERGE ${id}`),
    ],
    ...(isForModel ? countPlaces(glossary, entry) : glossary.readSpread(entryId)),
    firstAppearance: isAbove
      ? undefined
      : describeFirstAppearance(sources, entry, { names, quotes, isForModel }),
    relations: isForModel ? collectRelations(glossary, entryId) : [],
    similar: collectSimilar(glossary, entry, joins),
  };
}

/** If an entry is named only as a part of other names (`Thark` in `Jeddak of Thark`), counts these places. */
function countPlaces(glossary: GlossaryStore, entry: GlossaryEntry): Spread {
  const spread = glossary.readSpread(entry.id);
  if (spread.mentions > 0) return spread;
  const { mentions, posts } = glossary.countNames(listSurfaces(entry));
  return { mentions, posts, threads: Math.min(posts, 1) };
}

/** Entries that the reading model takes for the same thing come first, with more of their definitions. */
function collectSimilar(
  glossary: GlossaryStore,
  entry: GlossaryEntry,
  joins: readonly EntryId[],
): CuratorDossier['similar'] {
  const like = listSimilar(glossary, entry).filter(({ id }) => !joins.includes(id));
  return [...glossary.read([...joins]), ...like]
    .slice(0, Math.max(maxSimilar, joins.length))
    .map((other) => ({
      id: other.id,
      term: other.term,
      aliases: other.aliases,
      definition: cutText(
        other.definition,
        joins.includes(other.id) ? maxJoinCharacters : maxSimilarCharacters,
      ),
      mentions: glossary.readSpread(other.id).mentions,
    }));
}

function collectRelations(glossary: GlossaryStore, entryId: EntryId): CuratorDossier['relations'] {
  const listed = listRelations(glossary).get(entryId) ?? [];
  return listed.slice(0, maxRelations).flatMap(({ wording, to, evidence }) => {
    const term = glossary.find(to)?.term;
    return term === undefined ? [] : [{ wording, to: { id: to, term }, postId: evidence.postId }];
  });
}

function buildNameIndex(entry: GlossaryEntry): NameIndex {
  const index = buildSurfaceIndex();
  index.set(1, listSurfaces(entry));
  return index;
}

/**
 * The quote that says most of what the definition says, and the newest quotes. If there is room, more quotes than usual
 * are shown of those that came with the present definition. No quote is a part of another. An update puts its quotes
 * before those that the entry had.
 */
function chooseTelling(glossary: GlossaryStore, entry: GlossaryEntry): readonly Evidence[] {
  const [first, ...others] = sortQuotes(entry, entry.evidence).map(({ piece }) => piece);
  if (first === undefined) return [];
  const given = listGivenLast(glossary, entry.id);
  const newest = entry.evidence.filter((piece) => others.includes(piece));
  const chosen: Evidence[] = [first];
  let room = maxAllCharacters - measureShown(first);
  for (const [index, piece] of newest.slice(0, maxAllQuotes - 1).entries()) {
    room -= measureShown(piece);
    const isFurther = index < maxQuotes - 1 || (room >= 0 && given.has(piece.quote));
    if (isFurther) chosen.push(piece);
  }
  return chosen;
}

function measureShown({ quote }: Evidence): number {
  return Math.min(quote.length, maxQuoteCharacters);
}

/** The quotes that came with the newest definition. */
function listGivenLast(glossary: GlossaryStore, id: EntryId): ReadonlySet<string> {
  const revisions = glossary.readRevisions(id);
  const at = revisions.findLastIndex(({ field }) => field === 'definition');
  // A change writes the definition before the evidence.
  const given = revisions
    .slice(at)
    .find(({ field, stepId }) => field === 'evidence' && stepId === revisions[at]?.stepId);
  const read = (value: string | null | undefined): readonly Evidence[] => JSON.parse(value ?? '[]');
  const before = new Set(read(given?.old).map(({ quote }) => quote));
  return new Set(
    read(given?.new)
      .map(({ quote }) => quote)
      .filter((quote) => !before.has(quote)),
  );
}

/** The labels of a quote among the sentences shown above the question; undefined unless the whole quote is there. */
function findAbove({ corpora, shown }: DossierSources, quote: Evidence): AboveQuote | undefined {
  const labels = shown?.get(quote.corpus)?.get(quote.postId);
  const post = labels === undefined ? undefined : corpora.get(quote.corpus)?.findPost(quote.postId);
  if (labels === undefined || post === undefined) return undefined;
  const touched = listSentenceLabels(post.body).filter(
    ({ start, end }) => start < quote.end && quote.start < end,
  );
  const [first, last] = [touched[0]?.label, touched.at(-1)?.label];
  if (first === undefined || last === undefined || !touched.every((one) => labels.has(one.label)))
    return undefined;
  return { postId: quote.postId, first, last };
}

/** The first quote that names the entry, and the newest quotes that name it. If no quote names it, other quotes. */
function chooseNaming({ evidence }: GlossaryEntry, names: NameIndex): readonly Evidence[] {
  const naming = evidence.filter(({ quote }) => names.listMatches(quote).length > 0);
  const [first, ...later] = naming.length > 0 ? naming : evidence;
  return first === undefined ? [] : [first, ...later.slice(1 - maxQuotes)];
}

interface Shown {
  readonly names: NameIndex;
  readonly quotes: readonly Evidence[];
  readonly isForModel: boolean;
}

/**
 * The sentence that first names the entry, with short sentences beside it. If a quote shows this sentence already,
 * a model is not shown it again; the built-in reader gets an ellipsis instead. Undefined if nothing is left to show.
 */
function describeFirstAppearance(
  { corpora }: DossierSources,
  entry: GlossaryEntry,
  { names, quotes, isForModel }: Shown,
): CuratorDossier['firstAppearance'] {
  const { corpus, postId } = entry.firstSeen;
  const post = corpora.get(corpus)?.findPost(postId);
  if (post === undefined) return undefined;
  const sentences = listSentenceLabels(post.body);
  const named = names.listMatches(post.body)[0]?.start ?? 0;
  const at = Math.max(
    0,
    sentences.findLastIndex(({ start }) => start <= named),
  );
  const isQuoted = quotes.some(
    (quote) =>
      quote.corpus === corpus && quote.postId === postId && quote.start <= named && named < quote.end,
  );
  if (isQuoted && isForModel) return undefined;
  const read = (index: number): string => {
    const sentence = sentences[index];
    return sentence === undefined ? '' : normaliseSpaces(post.body.slice(sentence.start, sentence.end));
  };
  const isShown = (text: string) =>
    text.length <= maxAroundCharacters && !quotes.some(({ quote }) => normaliseSpaces(quote).includes(text));
  const [before, after] = [read(at - 1), read(at + 1)].map((text) => (isShown(text) ? text : ''));
  const itself = isQuoted ? '…' : cutAround(read(at), names, maxQuoteCharacters);
  const text = [before, itself, after].filter((part) => part !== '').join(' ');
  return text === '…' ? undefined : { postId, text };
}

function normaliseSpaces(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function cutText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}
