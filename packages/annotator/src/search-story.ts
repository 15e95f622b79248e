// Searches the story, as it is known at a place, by words and, if there is an embedder, also by meaning.

import { mergeRanks } from '@terrarium/kernel/score-places';
import type { Position, Span } from './corpus/corpus.ts';
import { listSentenceLabels } from './corpus/list-sentence-labels.ts';
import {
  findPassage,
  type MatchedText,
  parseSoughtWords,
  type QueryKind,
  type SoughtWords,
} from './glossary/find-passage.ts';
import { listStemSpellings } from './glossary/list-spellings.ts';
import type { ReadPart } from './glossary/read-parts.ts';
import { openStoryWordsStore, type StoryReach, type StoryWordsStore } from './glossary/story-words-store.ts';
import { type Meaning, rankTexts } from './meaning/rank-by-meaning.ts';
import { openStoryReach } from './moments/open-story-reach.ts';
import type { WorldView } from './moments/open-world-view.ts';
import { findSpeechAround, listSpeeches } from './reader/list-speeches.ts';
import { isOfMeaning, type MeaningFailure } from './search-glossary.ts';

export interface StorySearch extends QueryKind {
  readonly query: string;
  readonly limit: number;
  /** Only posts of this corpus are searched; if undefined, posts of all corpora. */
  readonly corpus?: string | undefined;
  /**
   * The sentences beside the one that was found are also shown, up to this many characters in all; if undefined, none.
   */
  readonly withBeside?: number | undefined;
  /** Whether further sentences of the same part are found too, if there are fewer parts than `limit`. */
  readonly withRest?: boolean | undefined;
  /** Without an embedder, posts are found by words alone. */
  readonly meaning?: Meaning | undefined;
}

/** A sentence of the story with words of the query, or a stretch that was found by its meaning; cut if it is long. */
export interface FoundPassage {
  readonly position: Position;
  readonly threadTitle: string | undefined;
  readonly author: string | undefined;
  /** Where `text` is in its post. */
  readonly span: Span;
  readonly text: string;
  /** The places in `text` of the words that were searched for; empty if `text` was found by its meaning. */
  readonly matches: readonly Span[];
}

export interface FoundPassages {
  /** The passages, best first: one from each part of the story, and behind these what `withRest` adds. */
  readonly passages: readonly FoundPassage[];
  /** Why posts were found by words alone, although there is an embedder. */
  readonly failure?: MeaningFailure;
}

/** At most this many parts that have the words are read and examined. */
const mostLookedInto = 200;

/**
 * Finds parts of the story that have the words of the query, in all their forms. First come parts with all words side
 * by side, then parts with every term, then parts with the rarest terms in one sentence. With an embedder, these ranks
 * and the ranks by meaning are fused, but parts with all words side by side still come first. Only what is known at the
 * place is searched, and nothing else affects the order. Throws `StorageError`, and the reason of the signal if it is
 * aborted.
 */
export async function searchStory(view: WorldView, search: StorySearch): Promise<FoundPassages> {
  const { query, limit, meaning, withBeside } = search;
  const story = openStory(view, search);
  const named = listNamed(story, addSpellings(story, parseSoughtWords(query, search)));
  const words = named.map(({ part, matched }) => buildFound(story, part, { ...matched, withBeside }));
  const room = search.withRest === true ? limit - words.length : 0;
  const rest = room > 0 ? listRest(story, named, room) : [];
  const buildPassages = (found: readonly FoundPart[]): readonly FoundPassage[] =>
    [...found, ...rest].slice(0, limit).map(({ passage }) => passage);
  if (meaning === undefined || query.trim() === '') return { passages: buildPassages(words) };
  const pieces = listPieces(story);
  try {
    const texts = pieces.map(({ text }) => text);
    const nearest = (await rankTexts(query, texts, meaning)).flatMap((at) => pieces[at] ?? []);
    return { passages: buildPassages(mergeFound(story, { named, words, nearest })) };
  } catch (failure) {
    if (!isOfMeaning(failure)) throw failure;
    return { passages: buildPassages(words), failure };
  }
}

interface Story {
  readonly view: WorldView;
  readonly words: StoryWordsStore;
  readonly reach: StoryReach;
}

function openStory(view: WorldView, { corpus }: StorySearch): Story {
  const words = openStoryWordsStore(view.connection);
  return { view, words, reach: openStoryReach(view, words, corpus) };
}

function addSpellings({ words }: Story, sought: SoughtWords): SoughtWords {
  const stems = [...new Set(sought.terms.flat())];
  const forms = stems.map(
    (stem) => [stem, new Set([stem, ...listStemSpellings(stem, words.listWords)])] as const,
  );
  return { ...sought, forms: new Map(forms) };
}

/** The text of a part, as far as it is known: its post is cut at the end of the part. */
function readText({ view: { corpora } }: Story, { position, start, end }: ReadPart): string {
  return (corpora.get(position.corpus)?.findPost(position.postId)?.body ?? '').slice(start, end);
}

interface Named {
  readonly part: ReadPart;
  readonly matched: MatchedText;
}

function listNamed(story: Story, sought: SoughtWords): readonly Named[] {
  const { terms, forms } = sought;
  const having = terms.map((stems) => listPartsWithTerm(story, stems, forms));
  const all = new Set(having.flat()).size;
  const weights = having.map((parts) => Math.log(1 + all / Math.max(1, parts.length)));
  const scoreTerm = (term: number): number => weights[term] ?? 0;
  const named = rankParts(having, scoreTerm).flatMap((id) => {
    const part = story.words.findPart(id);
    const matched = part && findPassage(readText(story, part), sought, scoreTerm);
    return part === undefined || matched === undefined ? [] : [{ part, matched }];
  });
  const sum = (found: ReadonlySet<number>): number =>
    [...found].reduce((total, term) => total + scoreTerm(term), 0);
  const score = ({ terms: found, isWhole, best }: MatchedText): readonly number[] => [
    Number(isWhole),
    Number(found.size === terms.length),
    sum(best.terms),
    sum(found),
  ];
  return named
    .map((one) => ({ ...one, score: score(one.matched) }))
    .sort((one, other) => compareScores(other.score, one.score) || one.part.id - other.part.id);
}

export function compareScores(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Parts that have every word of a term; only the text itself shows whether the words are side by side. */
function listPartsWithTerm(
  { words, reach }: Story,
  stems: readonly string[],
  forms: SoughtWords['forms'],
): readonly number[] {
  const listWithForms = (stem: string): readonly number[] => [
    ...new Set([...(forms?.get(stem) ?? [stem])].flatMap((form) => words.listParts(form, reach))),
  ];
  const [first = [], ...others] = [...new Set(stems)].map(listWithForms);
  const sets = others.map((parts) => new Set(parts));
  return first.filter((id) => sets.every((parts) => parts.has(id)));
}

/**
 * The parts to be examined: those that have every term come first, then those whose terms have the highest weight;
 * among equals, in the order of reading.
 */
function rankParts(
  having: readonly (readonly number[])[],
  scoreTerm: (term: number) => number,
): readonly number[] {
  const worth = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const [term, parts] of having.entries()) {
    for (const id of parts) {
      worth.set(id, (worth.get(id) ?? 0) + scoreTerm(term));
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  const isWhole = (id: number): number => Number(counts.get(id) === having.length);
  return [...worth.keys()]
    .sort(
      (one, other) =>
        isWhole(other) - isWhole(one) || (worth.get(other) ?? 0) - (worth.get(one) ?? 0) || one - other,
    )
    .slice(0, mostLookedInto);
}

/** A piece of a part, short enough to be about one subject. */
interface Piece {
  readonly part: ReadPart;
  /** Where the piece is in the text of the part. */
  readonly span: Span;
  readonly text: string;
}

const pieceCharacters = 800;

function listPieces(story: Story): readonly Piece[] {
  return [...story.words.iterateParts(story.reach)].flatMap((part) => {
    const text = readText(story, part);
    return packParagraphs(text).map((span) => ({ part, span, text: text.slice(span.start, span.end) }));
  });
}

/** Joins paragraphs up to a certain length; a longer paragraph is cut. */
function packParagraphs(text: string): readonly Span[] {
  const spans: { start: number; end: number }[] = [];
  for (const { index, 0: paragraph } of text.matchAll(/[^\n]+\n*/gu)) {
    for (let start = index; start < index + paragraph.length; start += pieceCharacters) {
      const end = Math.min(index + paragraph.length, start + pieceCharacters);
      const open = spans.at(-1);
      if (open !== undefined && end - open.start <= pieceCharacters) open.end = end;
      else spans.push({ start, end });
    }
  }
  return spans.filter(({ start, end }) => text.slice(start, end).trim() !== '');
}

interface FoundPart {
  readonly partId: number;
  readonly passage: FoundPassage;
}

interface Rankings {
  readonly named: readonly Named[];
  readonly words: readonly FoundPart[];
  readonly nearest: readonly Piece[];
}

/**
 * Sorts the results: first parts with all words side by side, then by rank; among equals, first those found by words,
 * then in the order of reading.
 */
function mergeFound(story: Story, { named, words, nearest }: Rankings): readonly FoundPart[] {
  const whole = new Set(named.filter(({ matched }) => matched.isWhole).map(({ part }) => part.id));
  const found = new Map(words.map((one) => [one.partId, one]));
  const near = new Map(nearest.toReversed().map((piece) => [piece.part.id, piece]));
  const fused = mergeRanks([
    { places: words.map(({ partId }) => partId), share: 1 },
    { places: [...new Set(nearest.map(({ part }) => part.id))], share: 1 },
  ]);
  const rank = (id: number): readonly number[] => [
    Number(whole.has(id)),
    fused.get(id) ?? 0,
    Number(found.has(id)),
  ];
  return [...fused.keys()]
    .sort((one, other) => compareScores(rank(other), rank(one)) || one - other)
    .flatMap((id) => found.get(id) ?? buildNear(story, near.get(id)) ?? []);
}

function listRest(story: Story, named: readonly Named[], room: number): readonly FoundPart[] {
  const shown = named.map((one) => ({ ...one, body: readText(story, one.part) }));
  return listFurther(shown, room).map(({ part, stretch }) => ({
    partId: part.id,
    passage: buildPassage(story.view, part, stretch),
  }));
}

export interface NamedText extends Named {
  /** The text of the part in which `matched` was found. */
  readonly body: string;
}

interface FurtherSentence {
  readonly part: ReadPart;
  readonly stretch: Stretch;
}

/**
 * At most `room` further sentences of the parts that score as high as the best one of their part, unless another
 * passage already shows them.
 */
export function listFurther(named: readonly NamedText[], room: number): readonly FurtherSentence[] {
  const found: FurtherSentence[] = [];
  for (const { part, matched, body } of named) {
    let { end } = cutFound(body, matched).span;
    for (const best of matched.rest) {
      if (found.length === room) return found;
      const stretch = cutFound(body, { best });
      if (stretch.span.start < end) continue;
      ({ end } = stretch.span);
      found.push({ part, stretch });
    }
  }
  return found;
}

type ShownMatch = MatchedText & Pick<StorySearch, 'withBeside'>;

function buildFound(story: Story, part: ReadPart, { best, withBeside = 0 }: ShownMatch): FoundPart {
  const text = readText(story, part);
  const stretch = cutFound(text, { best });
  const shown = { ...stretch, span: expandSpan(text, stretch.span, withBeside) };
  return { partId: part.id, passage: buildPassage(story.view, part, shown) };
}

/** The span, extended in turn by a whole sentence after it and one before it, as long as there is room. */
export function expandSpan(text: string, span: Span, room: number): Span {
  if (span.end - span.start >= room) return span;
  const sentences = listSentenceLabels(text);
  let from = sentences.findLastIndex(({ start }) => start <= span.start);
  let to = sentences.findIndex(({ end }) => span.end <= end);
  let wide = span;
  for (let isOpen = from >= 0 && to >= 0; isOpen; ) {
    isOpen = false;
    for (const next of [to + 1, from - 1]) {
      const sentence = sentences[next];
      if (sentence === undefined) continue;
      const wider = { start: Math.min(wide.start, sentence.start), end: Math.max(wide.end, sentence.end) };
      if (wider.end - wider.start > room) continue;
      wide = wider;
      [from, to] = [Math.min(from, next), Math.max(to, next)];
      isOpen = true;
    }
  }
  return wide;
}

/**
 * The best sentence in the form in which it is shown: cut if it is long, and together with the rest of its speech if
 * the speech is short.
 */
export function cutFound(text: string, { best }: Pick<MatchedText, 'best'>): Stretch {
  const span = expandToSpeech(text, cutAround(best.span, best.matches[0] ?? best.span));
  const inside = best.matches.filter(({ start, end }) => span.start <= start && end <= span.end);
  return { span, text, matches: inside };
}

function buildNear(story: Story, piece: Piece | undefined): FoundPart | undefined {
  if (piece === undefined) return undefined;
  const { part, span } = piece;
  const shown = cutAround(span, { start: span.start, end: span.start });
  const stretch = { span: shown, text: readText(story, part), matches: [] };
  return { partId: part.id, passage: buildPassage(story.view, part, stretch) };
}

const longestPassage = 600;
/**
 * A speech is shown whole, with the rest of its first and last sentence, if all this has at most this many characters.
 */
const longestSpeech = 320;
const shownBefore = 200;

/** The span, extended so that it neither begins nor ends within a speech; unchanged if it would become too long. */
function expandToSpeech(text: string, span: Span): Span {
  const speeches = listSpeeches(text, span);
  const [first, last] = [span.start, span.end].map((at) => findSpeechAround(speeches, at));
  if (first === undefined && last === undefined) return span;
  const sentences = listSentenceLabels(text);
  const [from, to] = [first?.start ?? span.start, last?.end ?? span.end];
  const start = sentences.findLast((one) => one.start <= from)?.start ?? from;
  const end = sentences.find((one) => to <= one.end)?.end ?? to;
  return end - start <= longestSpeech ? { start, end } : span;
}

/** Cuts a long sentence to `longestPassage` characters that include the match. */
function cutAround({ start, end }: Span, match: Span): Span {
  if (end - start <= longestPassage) return { start, end };
  const from = Math.max(start, match.start - shownBefore);
  return { start: from, end: Math.min(end, from + longestPassage) };
}

export interface Stretch {
  readonly span: Span;
  /** The text of the part, to which span and matches refer. */
  readonly text: string;
  readonly matches: readonly Span[];
}

/** Builds a passage; `corpora` give its thread title and author. */
export function buildPassage(
  { corpora }: Pick<WorldView, 'corpora'>,
  part: ReadPart,
  { span, text, matches }: Stretch,
): FoundPassage {
  const { corpus: name, threadId, postId } = part.position;
  const corpus = corpora.get(name);
  return {
    position: part.position,
    threadTitle: corpus?.findThread(threadId)?.title,
    author: corpus?.findPost(postId)?.author,
    span: { start: part.start + span.start, end: part.start + span.end },
    text: text.slice(span.start, span.end).toWellFormed(),
    matches: matches.map(({ start, end }) => ({ start: start - span.start, end: end - span.start })),
  };
}
