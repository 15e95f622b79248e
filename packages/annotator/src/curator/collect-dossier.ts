// Collects a dossier: what a curator should know of an entry before deciding about it, in a few hundred tokens.

import type { Corpus, Position, StoryPost } from '../corpus/corpus.ts';
import { detectLikeness } from '../glossary/duplicates.ts';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import type { CuratorDossier, SimilarEntry } from './render-curation.ts';

export interface DossierSources {
  readonly glossary: GlossaryStore;
  readonly corpora: ReadonlyMap<string, Corpus>;
  /** Nothing after it is shown. */
  readonly position: Position;
}

// How much is shown of one entry: about 400 tokens in all.
const maxQuotes = 4;
const maxQuoteCharacters = 240;
const maxSimilar = 4;
const maxSimilarDefinition = 160;
const charactersAroundName = 260;
const neighbours = 3;
const neighbourCharacters = 70;

/** Undefined when there is no such entry. */
export function collectDossier(sources: DossierSources, entryId: EntryId): CuratorDossier | undefined {
  const { glossary } = sources;
  const entry = glossary.find(entryId);
  if (entry === undefined) return undefined;
  const { term, aliases, tags, definition } = entry;
  return {
    entryId,
    term,
    aliases,
    tags,
    definition,
    evidence: entry.evidence
      .slice(0, maxQuotes)
      .map(({ postId, quote }) => ({ postId, quote: cutText(quote, maxQuoteCharacters) })),
    ...glossary.readSpread(entryId),
    firstAppearance: describeFirstAppearance(sources, entry),
    similar: listSimilar(glossary, entry),
  };
}

/** The passage that first names the entry, with the ends of the posts around it. */
function describeFirstAppearance(
  { corpora, position }: DossierSources,
  entry: GlossaryEntry,
): CuratorDossier['firstAppearance'] {
  const { corpus, postId } = entry.firstSeen;
  const around = corpora.get(corpus)?.readAdjacent(postId, neighbours, neighbours) ?? [];
  const at = around.findIndex((post) => post.postId === postId);
  const post = around[at];
  if (post === undefined) return undefined;
  const after = around.slice(at + 1, computeEnd(around, position));
  const text = [
    ...around.slice(0, at).map(({ body }) => `… ${normaliseSpaces(body).slice(-neighbourCharacters)}`),
    cutAroundName(post, entry),
    ...after.map(({ body }) => `${normaliseSpaces(body).slice(0, neighbourCharacters)} …`),
  ];
  return { postId, text: text.join('\n') };
}

/** Where the posts that were read end: none after the position was. */
function computeEnd(posts: readonly StoryPost[], position: Position): number {
  const last = posts.findIndex((post) => post.postId === position.postId);
  return last === -1 ? posts.length : last + 1;
}

function cutAroundName({ body }: StoryPost, entry: GlossaryEntry): string {
  const index = buildSurfaceIndex();
  index.set(1, listSurfaces(entry));
  const named = index.listMatches(body)[0]?.start ?? 0;
  const start = Math.max(0, named - charactersAroundName);
  const end = Math.min(body.length, named + charactersAroundName);
  const cut = normaliseSpaces(body.slice(start, end));
  return `${start > 0 ? '… ' : ''}${cut}${end < body.length ? ' …' : ''}`;
}

/**
 * Entries with a similar name, then those its evidence names (a reveal names both people), then those that share a word
 * of its name.
 */
function listSimilar(glossary: GlossaryStore, entry: GlossaryEntry): readonly SimilarEntry[] {
  const namesakes = glossary.listLike(listSurfaces(entry));
  const like = namesakes.filter((other) => detectLikeness(entry, other) !== undefined);
  const texts = [entry.definition, ...entry.evidence.map(({ quote }) => quote)];
  const named = glossary.countMentions(texts).map(({ entryId }) => entryId);
  const ids = [...like.map(({ id }) => id), ...named, ...namesakes.map(({ id }) => id)].filter(
    (id, index, all) => id !== entry.id && all.indexOf(id) === index && !glossary.isKeptApart(id, entry.id),
  );
  return glossary.read(ids.slice(0, maxSimilar)).map(({ id, term, aliases, definition }) => ({
    id,
    term,
    aliases,
    definition: cutText(definition, maxSimilarDefinition),
    mentions: glossary.readSpread(id).mentions,
  }));
}

function normaliseSpaces(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function cutText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}
