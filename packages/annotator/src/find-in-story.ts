// Finds sentences of the story that match what somebody is typing, up to the person's place.

import { buildPrefixRange, mostForms, shortestBeginning } from '@terrarium/kernel/accented-forms';
import {
  findPassage,
  type MatchedText,
  parseSoughtWords,
  type SoughtWords,
} from './glossary/find-passage.ts';
import { listStemSpellings } from './glossary/list-spellings.ts';
import type { ReadPart } from './glossary/read-parts.ts';
import { openStoryWordsStore, type StoryWordsStore } from './glossary/story-words-store.ts';
import { isUnspaced } from './glossary/text-words.ts';
import type { Annotator } from './journal/open-annotator.ts';
import type { WorldView } from './moments/open-world-view.ts';
import { buildReadReach, type ReadReach } from './pages/read-reach.ts';
import {
  buildPassage,
  compareScores,
  cutFound,
  type FoundPassage,
  listFurther,
  type NamedText,
} from './search-story.ts';

export interface TypedSearch {
  readonly words: string;
  readonly limit: number;
  /** Only posts of this corpus are searched; posts of all corpora when undefined. */
  readonly corpus?: string | undefined;
}

/**
 * Limits for one search, so that it takes no longer in a long story: how much is read, and how much of that is
 * searched word by word.
 */
const mostRead = { parts: 300, characters: 600_000 };
const mostSearched = { parts: 60, characters: 150_000 };
/** At most this many parts are checked to see whether the reader has read them. */
const mostTested = 20_000;

/**
 * Returns one passage of each part: first those with all words side by side, then those with all words in one sentence,
 * both in the order of reading. If that is fewer than `limit`, further sentences of these parts follow that have as
 * many of the words. A part that lacks a word is found only if no part has all words. `view` is the world as it is known
 * at the reader's place.
 */
export function findInStory(
  annotator: Annotator,
  view: WorldView,
  { words, limit, corpus }: TypedSearch,
): readonly FoundPassage[] {
  const index = openStoryWordsStore(annotator.connection);
  const sought = addForms(parseSoughtWords(words), words, index);
  const groups = sought.terms.map((stems) => stems.map((stem) => [...(sought.forms?.get(stem) ?? [stem])]));
  if (groups.length === 0) return [];
  const text = openReadText(annotator, buildReadReach(annotator, view));
  const looking = { words, sought, corpus, readText: text };
  const whole = listFound(looking, index.iteratePartsWith(groups.flat()));
  const found = whole.length > 0 ? whole : listWithRarest(looking, { index, groups });
  const shown = found
    .slice(0, limit)
    .map(({ part, matched, body }) => ({ part, stretch: cutFound(body, matched) }));
  const further = listFurther(found, limit - shown.length);
  return [...shown, ...further].map(({ part, stretch }) => buildPassage(annotator, part, stretch));
}

/** Adds other spellings of each word. The last word may be unfinished, so words that begin with it are added too. */
function addForms(sought: SoughtWords, typed: string, index: StoryWordsStore): SoughtWords {
  const forms = new Map<string, ReadonlySet<string>>();
  for (const stem of new Set(sought.terms.flat())) {
    const isLast = stem === sought.all.at(-1) && /[\p{L}\p{N}\p{M}]$/u.test(typed);
    const isBeginning = isLast && stem.length >= shortestBeginning && !isUnspaced(stem);
    forms.set(
      stem,
      new Set([
        stem,
        ...listStemSpellings(stem, index.listWords),
        ...(isBeginning ? index.listWords(buildPrefixRange(stem), mostForms) : []),
      ]),
    );
  }
  return { ...sought, forms };
}

/** The text of a part as far as the reader has read it; empty if the reader has not come to it. */
type ReadText = (part: ReadPart) => string;

function openReadText({ corpora }: Annotator, measureReach: ReadReach): ReadText {
  return ({ position, start, end }) => {
    const read = measureReach(position);
    if (read <= start) return '';
    const body = corpora.get(position.corpus)?.findBody(position.postId) ?? '';
    return body.slice(start, Math.min(end, read));
  };
}

interface Looking extends Pick<TypedSearch, 'words' | 'corpus'> {
  readonly sought: SoughtWords;
  readonly readText: ReadText;
}

function listFound(looking: Looking, parts: Iterable<ReadPart>): readonly NamedText[] {
  const found = chooseParts(looking, parts).flatMap(({ part, body }) => {
    const matched = findPassage(body, looking.sought, () => 1);
    return matched === undefined ? [] : [{ part, matched, body }];
  });
  const most = Math.max(0, ...found.map(({ matched }) => matched.terms.size));
  const score = ({ isWhole, best }: MatchedText) => [Number(isWhole), best.terms.size];
  return found
    .filter(({ matched }) => matched.terms.size === most)
    .sort(
      (one, other) => compareScores(score(other.matched), score(one.matched)) || one.part.id - other.part.id,
    );
}

interface PartText {
  readonly part: ReadPart;
  readonly body: string;
}

function chooseParts(looking: Looking, parts: Iterable<ReadPart>): readonly PartText[] {
  const { words, sought } = looking;
  const isPhrase = sought.all.length > 1;
  const read = cutParts(iterateRead(looking, parts), isPhrase ? mostRead : mostSearched);
  if (!isPhrase) return read;
  const typed = words.trim().toLowerCase();
  const [others, literal] = [false, true].map((isWanted) =>
    read.filter(({ body }) => body.toLowerCase().includes(typed) === isWanted),
  );
  return cutParts([...(literal ?? []), ...(others ?? [])], mostSearched);
}

function* iterateRead({ corpus, readText }: Looking, parts: Iterable<ReadPart>): Generator<PartText> {
  let tested = 0;
  for (const part of parts) {
    if (corpus !== undefined && part.position.corpus !== corpus) continue;
    const body = readText(part);
    if (body !== '') yield { part, body };
    tested += 1;
    if (tested === mostTested) return;
  }
}

function cutParts(all: Iterable<PartText>, most: typeof mostRead): readonly PartText[] {
  const kept: PartText[] = [];
  let characters = 0;
  for (const one of all) {
    kept.push(one);
    characters += one.body.length;
    if (kept.length === most.parts || characters >= most.characters) break;
  }
  return kept;
}

interface Rarest {
  readonly index: StoryWordsStore;
  readonly groups: readonly (readonly (readonly string[])[])[];
}

const highestCount = 10_000;

/** If no part has every word, finds the parts with the rarest of the words that some part has. */
function listWithRarest(looking: Looking, { index, groups }: Rarest): readonly NamedText[] {
  const counted = groups
    .map((group) => ({ group, count: countRarest(index, group) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count);
  for (const { group } of counted) {
    const found = listFound(looking, index.iteratePartsWith(group));
    if (found.length > 0) return found;
  }
  return [];
}

function countRarest(index: StoryWordsStore, group: readonly (readonly string[])[]): number {
  const counts = group.map((words) => index.countPartsWith(words, highestCount));
  return Math.min(...counts);
}
