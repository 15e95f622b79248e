// Finds sentences of the story that may answer a question: those with a name and, near it, another word of the question.

import type { ShownQuote } from './asking/render-question.ts';
import { listSentenceLabels } from './corpus/list-sentence-labels.ts';
import type { GlossaryEntry } from './glossary/entry.ts';
import { canTell, filterTellers, isTellerWord, narratorTag } from './glossary/is-told-by.ts';
import type { ReadPart } from './glossary/read-parts.ts';
import { listRelatedForms } from './glossary/related-forms.ts';
import { openStoryWordsStore, type StoryReach, type StoryWordsStore } from './glossary/story-words-store.ts';
import { buildSurfaceIndex, type SurfaceIndex } from './glossary/surface-index.ts';
import { listCountedNames, listNameWords, listSurfaces } from './glossary/term-forms.ts';
import { splitWords } from './glossary/text-words.ts';
import { hasWordOfNarrator } from './glossary/word-for.ts';
import { isFunctionWord } from './glossary/word-list.ts';
import { openStoryReach } from './moments/open-story-reach.ts';
import type { WorldView } from './moments/open-world-view.ts';
import { isListed, readListed } from './reader/lexicon.ts';
import { findSpeechAround, listSpeeches } from './reader/list-speeches.ts';
import { expandSpan, type FoundPassage } from './search-story.ts';

export interface NearSearch {
  readonly question: string;
  readonly entries: readonly GlossaryEntry[];
  readonly corpus?: string | undefined;
  readonly limit: number;
  /** How many passages of each part may be found; one if undefined. */
  readonly perPart?: number | undefined;
  /**
   * Sentences beside a passage are shown too, up to this many characters. If undefined, they are shown only up to
   * `usualPassage`.
   */
  readonly withBeside?: number | undefined;
  /** Whether a question that has nothing but names asks for what the definitions of the entries say. */
  readonly withDefinitions?: boolean | undefined;
}

/** At most this many parts of the story are searched for passages. */
const mostLookedInto = 120;
/** Names of lists of words. Two words of the same list ask for the same kind of thing. */
const alikeLists = ['killWords', 'fateWords', 'weddingWords', 'thiefWords'] as const;
/** How much a word with a similar meaning counts, if the word itself counts 1. */
const alikeShare = 0.6;
/**
 * If a name comes at most this many sentences before `he` or `she`, the pronoun is taken for whoever has the name. The
 * score falls with the distance.
 */
const furthestBack = 3;
/**
 * Sentences beside the best one are shown as long as the passage has at most this many characters. The best sentence
 * alone may have up to `longestPassage`.
 */
const usualPassage = 320;
const longestPassage = 600;

/**
 * At most `limit` passages, and at most `perPart` of each part, best first; none if the question has nothing but names
 * (`Who is Buck?`). Nothing after the place of the view is read.
 */
export function findNearPassages(view: WorldView, search: NearSearch): readonly FoundPassage[] {
  const { question, entries, limit } = search;
  const definitions = entries.map(({ definition }) => definition).join(' ');
  const isWide = search.withDefinitions === true && isOpen(question, entries);
  const asked = listAsked(isWide ? definitions : question, entries);
  if (asked.size === 0 || entries.length === 0) return [];
  const words = openStoryWordsStore(view.connection);
  const reach = openStoryReach(view, words, search.corpus);
  const names = buildSurfaceIndex();
  for (const entry of entries) names.set(entry.id, listCountedNames(entry));
  const isTold = buildToldCheck(view, entries);
  const found = listParts({ words, reach }, { entries, asked }).flatMap((part) => {
    const best = listBest(readText(view, part), { names, asked, isTold: isTold(part) }, search);
    return best.map((one) => ({ part, ...one }));
  });
  return found
    .toSorted((one, other) => other.score - one.score || other.part.id - one.part.id)
    .slice(0, limit)
    .map(({ part, span, matches }) => buildPassage(view, part, { ...span, matches }));
}

/** Whether a question has nothing but the names of the entries: it only asks who or what they are. */
export function isOpen(question: string, entries: readonly GlossaryEntry[]): boolean {
  return listAsked(question, entries).size === 0;
}

/** The words to look for, each with what it adds to the score of a sentence. */
type Asked = ReadonlyMap<string, number>;

function buildToldCheck(
  { stores: { glossary }, corpora }: WorldView,
  entries: readonly GlossaryEntry[],
): (part: ReadPart) => boolean {
  const tellers = entries.filter(({ tags }) => tags.includes(narratorTag));
  if (tellers.length === 0) return () => false;
  const narrators = [...glossary.iterateEntries({ tags: [narratorTag] })];
  return ({ position: { corpus, threadId } }) => {
    const title = corpora.get(corpus)?.findThread(threadId)?.title ?? '';
    return tellers.some((entry) => canTell(entry, narrators, title));
  };
}

/** The entries that may be the `I` of some of the quotes; none if too many may be. */
export function listTellers(
  { stores: { glossary } }: WorldView,
  quotes: readonly ShownQuote[],
): readonly GlossaryEntry[] {
  const narrators = [...glossary.iterateEntries({ tags: [narratorTag] })];
  if (narrators.length === 0) return [];
  const own = quotes.filter(({ text }) => hasWordOfNarrator(text, { start: 0, end: text.length }));
  return filterTellers(narrators, [...new Set(own.map(({ threadTitle = '' }) => threadTitle))]);
}

/**
 * The words of the question that say what is asked, without names: in all their forms, and with words of similar
 * meaning.
 */
function listAsked(question: string, entries: readonly GlossaryEntry[]): Asked {
  const named = new Set(
    entries.flatMap((entry) => listSurfaces(entry).flatMap((name) => listNameWords(name))),
  );
  const words = splitWords(question).filter(({ stem, folded }) => !named.has(stem) && !isTellerWord(folded));
  const alike = words.flatMap(({ folded }) => listAlike(folded));
  const own = words.flatMap(({ folded }) => listForms(folded));
  return new Map([
    ...alike.map((word) => [word, alikeShare] as const),
    ...own.map((word) => [word, 1] as const),
  ]);
}

/**
 * Words of similar meaning. Words for somebody's fate are included only for a general word such as `happened` in `What
 * happened to her?`.
 */
function listAlike(word: string): readonly string[] {
  const isOpen = isListed('askWords', word);
  const lists = alikeLists.filter((list) => isListed(list, word) && (list !== 'fateWords' || isOpen));
  return lists.flatMap((list) => [...readListed(list)]).filter((one) => !isListed('askWords', one));
}

function listForms(word: string): readonly string[] {
  if (isFunctionWord(word) || isListed('askWords', word)) return [];
  return [word, ...listRelatedForms(word, false)];
}

/** Words with which the narrator of a story speaks of himself. */
const ownWords = ['i', 'me', 'my', 'myself'];

interface Searched {
  readonly entries: readonly GlossaryEntry[];
  readonly asked: Asked;
}

interface Story {
  readonly words: StoryWordsStore;
  readonly reach: StoryReach;
}

/**
 * Parts that have a name and a word to look for. The parts with the highest scores come first; among equals, the
 * newest.
 */
function listParts(story: Story, { entries, asked }: Searched): readonly ReadPart[] {
  const { words, reach } = story;
  const named = listNaming(story, entries);
  const worth = new Map<number, number>();
  for (const [word, each] of asked)
    for (const id of words.listParts(splitWords(word)[0]?.stem ?? word, reach))
      if (named.has(id)) worth.set(id, (worth.get(id) ?? 0) + each);
  return [...worth]
    .toSorted(([one, first], [other, second]) => second - first || other - one)
    .slice(0, mostLookedInto)
    .flatMap(([id]) => words.findPart(id) ?? []);
}

/** Parts that have all words of a name. If one of the entries is a narrator, also parts in which somebody says `I`. */
function listNaming({ words, reach }: Story, entries: readonly GlossaryEntry[]): ReadonlySet<number> {
  const names = entries.flatMap((entry) => listSurfaces(entry)).map(listNameWords);
  const isTeller = entries.some(({ tags }) => tags.includes(narratorTag));
  const own = isTeller ? ownWords.map((word) => [word]) : [];
  return new Set(
    [...names, ...own].flatMap((stems) => listCommon(stems.map((stem) => words.listParts(stem, reach)))),
  );
}

function listCommon([first = [], ...others]: readonly (readonly number[])[]): readonly number[] {
  const sets = others.map((one) => new Set(one));
  return first.filter((id) => sets.every((set) => set.has(id)));
}

/** The text of a part, as far as it is known: its post is cut at the end of the part. */
function readText({ corpora }: WorldView, { position, start, end }: ReadPart): string {
  return (corpora.get(position.corpus)?.findPost(position.postId)?.body ?? '').slice(start, end);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Sentence extends Range {
  readonly isNamed: boolean;
  /** Whether the narrator speaks of himself in the text, and may be one of the people who are sought. */
  readonly isOwn: boolean;
  readonly matches: readonly Range[];
  /** The total score of the sought words in the sentence. */
  readonly told: number;
}

interface Sought {
  readonly names: SurfaceIndex;
  readonly asked: Asked;
  /** Whether one of the people in question is the narrator of the text, so that `I` names them too. */
  readonly isTold: boolean;
}

interface Best {
  readonly span: Range;
  readonly matches: readonly Range[];
  readonly score: number;
}

/**
 * The best sentences, each together with sentences beside it; no sentence is in two passages. A sentence is better if
 * it says more of what is asked for, and if it has a name or is closer to one.
 */
function listBest(
  text: string,
  sought: Sought,
  { perPart = 1, withBeside = 0 }: NearSearch,
): readonly Best[] {
  const sentences = listSentenceLabels(text).map((range) => readSentence(text, range, sought));
  const ranked = sentences
    .map(({ told }, at) => ({ at, score: told * measureNaming(sentences, at) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at);
  const matches = sentences.flatMap((sentence) => sentence.matches);
  const best: Best[] = [];
  for (const { at, score } of ranked) {
    if (best.length === perPart) break;
    const span = expandSpan(text, computeWidened(text, sentences, at), withBeside);
    if (best.some((one) => span.start < one.span.end && one.span.start < span.end)) continue;
    best.push({ span, score, matches });
  }
  return best;
}

function readSentence(text: string, { start, end }: Range, { names, asked, isTold }: Sought): Sentence {
  const shown = text.slice(start, end);
  const named = names.listMatches(shown);
  const told = splitWords(shown).filter(({ folded }) => asked.has(folded));
  const words = new Set(told.map(({ folded }) => folded));
  return {
    start,
    end,
    isNamed: named.length > 0,
    isOwn: isTold && hasWordOfNarrator(text, { start, end }),
    matches: [...named, ...told]
      .map((one) => ({ start: start + one.start, end: start + one.end }))
      .toSorted((one, other) => one.start - other.start),
    told: [...words].reduce((sum, word) => sum + (asked.get(word) ?? 0), 0),
  };
}

function measureNaming(sentences: readonly Sentence[], at: number): number {
  const back = at - findNamed(sentences, at);
  if (back <= furthestBack) return 1 / (1 + back);
  return sentences[at]?.isOwn === true || sentences[at + 1]?.isNamed === true ? 1 / 2 : 0;
}

/** The index of the last sentence with a name, up to and including this sentence; minus infinity if there is none. */
function findNamed(sentences: readonly Sentence[], at: number): number {
  const named = sentences.slice(0, at + 1).findLastIndex(({ isNamed }) => isNamed);
  return named === -1 ? Number.NEGATIVE_INFINITY : named;
}

/**
 * The range from the sentence with the name to the sentences after the best one, as far as there is room. It neither
 * begins nor ends within a speech if the whole speech fits.
 */
function computeWidened(text: string, sentences: readonly Sentence[], at: number): Range {
  const best = sentences[at] ?? { start: 0, end: 0 };
  const named = sentences[findNamed(sentences, at)];
  const from = named !== undefined && best.end - named.start <= usualPassage ? named.start : best.start;
  const speeches = listSpeeches(text);
  const start = findBeginning(text, { sentences, speeches }, { start: from, end: best.end });
  const whole = sentences.slice(at).filter(({ end }) => findSpeechAround(speeches, end) === undefined);
  const end =
    whole.findLast((one) => one.end - start <= usualPassage)?.end ??
    whole.find((one) => one.end - start <= longestPassage)?.end;
  return { start, end: end ?? best.end };
}

interface Spoken {
  readonly sentences: readonly Sentence[];
  readonly speeches: readonly Range[];
}

/**
 * If the range begins within a speech: the beginning of the paragraph, which often says who speaks, or else the
 * beginning of the speech.
 */
function findBeginning(text: string, { sentences, speeches }: Spoken, { start, end }: Range): number {
  const speech = findSpeechAround(speeches, start);
  if (speech === undefined) return start;
  const isBeginning = ({ start: one }: Range, index: number) =>
    one <= speech.start && /\n\s*\n/u.test(text.slice(sentences[index - 1]?.end ?? 0, one));
  const paragraph = sentences.findLast(isBeginning) ?? sentences[0];
  const opening = sentences.findLast((one) => one.start <= speech.start);
  if (paragraph !== undefined && end - paragraph.start <= usualPassage) return paragraph.start;
  return opening !== undefined && end - opening.start <= longestPassage ? opening.start : start;
}

function buildPassage(
  { corpora }: WorldView,
  part: ReadPart,
  { start, end, matches }: Range & { readonly matches: readonly Range[] },
): FoundPassage {
  const { corpus: name, threadId, postId } = part.position;
  const corpus = corpora.get(name);
  const post = corpus?.findPost(postId);
  const span = cutAround({ start, end }, matches.find((one) => one.start >= start) ?? { start, end });
  const text = (post?.body ?? '').slice(part.start + span.start, part.start + span.end);
  return {
    position: part.position,
    threadTitle: corpus?.findThread(threadId)?.title,
    author: post?.author,
    span: { start: part.start + span.start, end: part.start + span.end },
    text: text.toWellFormed(),
    matches: matches
      .filter((one) => span.start <= one.start && one.end <= span.end)
      .map((one) => ({ start: one.start - span.start, end: one.end - span.start })),
  };
}

/** Cuts a long range to `longestPassage` characters that include the match. */
function cutAround({ start, end }: Range, match: Range): Range {
  if (end - start <= longestPassage) return { start, end };
  const to = Math.min(end, Math.max(match.end, start + longestPassage));
  return { start: Math.max(start, to - longestPassage), end: to };
}
