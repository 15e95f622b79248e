// Lists entries that may be the same thing as a given entry, because their names, kinds or wording are alike.

import { detectLikeness, isOtherKind } from '../glossary/duplicates.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import type { GlossaryStore } from '../glossary/glossary-store.ts';
import { isSaidToBe } from '../glossary/is-said-to-be.ts';
import { narratorTag } from '../glossary/is-told-by.ts';
import { listNameWords, listSurfaces, normaliseName } from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import { isPlainWord } from '../glossary/word-list.ts';
import { isListed } from '../reader/lexicon.ts';
import { listShortForms } from '../reader/name-parts.ts';

/**
 * An entry is compared with at most this many entries of similar names, and with at most this many that its texts
 * name.
 */
const mostCompared = 24;

/**
 * Lists similar entries in three ranks. First come entries with a similar name. Then come entries that a text of this
 * entry says are the same thing, the narrators if this entry is said to tell the story, and entries of no other kind
 * with a similarly worded definition. Last come entries with a name that contains a name of this entry or is part of
 * one, entries with a short or long form of its first name, and entries of no other kind that share a word of its name.
 */
export function listSimilar(glossary: GlossaryStore, entry: GlossaryEntry): readonly GlossaryEntry[] {
  const names = listSurfaces(entry);
  const forms = names.flatMap((name) => [...listShortForms(name)]);
  const namesakes = glossary.listLike([...names, ...forms]).map(({ id }) => id);
  const texts = [entry.definition, ...entry.evidence.map(({ quote }) => quote)];
  const named = glossary.countMentions(texts).map(({ entryId }) => entryId);
  const tellers = isCalledTeller(entry) ? glossary.listNarrators() : [];
  const found = [namesakes, named, tellers.map(({ id }) => id)].flatMap((ids) => ids.slice(0, mostCompared));
  const ids = [...new Set(found)].filter((id) => id !== entry.id && !glossary.isKeptApart(id, entry.id));
  const ranked = glossary.read(ids).map((other) => ({ other, rank: rankLikeness(entry, other, texts) }));
  return ranked
    .filter(({ rank }) => rank > 0)
    .sort((one, another) => another.rank - one.rank)
    .map(({ other }) => other);
}

const [likeName, likeThing, namesake] = [3, 2, 1];

/** How strongly something suggests that two entries are the same thing; 0 if nothing does. */
function rankLikeness(entry: GlossaryEntry, other: GlossaryEntry, texts: readonly string[]): number {
  if (detectLikeness(entry, other) !== undefined) return likeName;
  if (texts.some((text) => isSaidToBe(text, entry, other))) return likeThing;
  if (isCalledTeller(entry) && other.tags.includes(narratorTag)) return likeThing;
  const isOther = isOtherKind(entry.tags, other.tags);
  if (!isOther && computeCommonWording(entry, other) >= likeWording) return likeThing;
  if (isPartOfName(entry, other) || isShortForm(entry, other)) return namesake;
  return !isOther && hasTellingWord(entry, other) ? namesake : 0;
}

/** In “the narrator's brother” and “the name of the narrator's ship” somebody else is meant. */
const teller = /(?:^(?:the )?|\bname of the )(?:narrator|storyteller)\b(?!['’])/iu;

/** Whether the definition says that the entry tells the story, or is a name of whoever does. */
function isCalledTeller({ definition }: GlossaryEntry): boolean {
  return teller.test(definition);
}

/**
 * Whether a whole name of either entry is contained in a name of the other. If the entries are of different kinds,
 * words after `of` or `from` in an alias do not count: they say where somebody is from, as `Virginia` does in `Captain
 * Carter of Virginia`.
 */
function isPartOfName(one: GlossaryEntry, other: GlossaryEntry): boolean {
  const isOther = isOtherKind(one.tags, other.tags);
  const isOrigin = (part: string, whole: string): boolean =>
    isOther &&
    ![one.term, other.term].map(normaliseName).includes(normaliseName(whole)) &&
    [' of ', ' from '].some((word) => whole.endsWith(`${word}${part}`));
  const isIn = (part: string, whole: string): boolean =>
    part !== whole && ` ${whole} `.includes(` ${part} `) && !isOrigin(part, whole);
  const others = listSurfaces(other);
  return listSurfaces(one).some((name) => others.some((whole) => isIn(name, whole) || isIn(whole, name)));
}

/** Whether a name of one entry is a first name alone, and the other entry has a short or long form of it. */
function isShortForm(one: GlossaryEntry, other: GlossaryEntry): boolean {
  const firsts = new Set(listSurfaces(other).map((name) => name.split(' ')[0] ?? ''));
  return listSurfaces(one).some((name) => [...listShortForms(name)].some((form) => firsts.has(form)));
}

type Named = Pick<GlossaryEntry, 'term' | 'aliases'>;

/** Whether names of the two entries share a word that is neither a plain word nor a title such as `Mr.`. */
export function hasTellingWord(one: Named, other: Named): boolean {
  const words = new Set(listSurfaces(one).flatMap(listNameWords));
  const isTitle = (word: string) => isListed('genderedTitles', word) || isListed('titles', word);
  const isTelling = (word: string) => words.has(word) && !isPlainWord(word) && !isTitle(word);
  return listSurfaces(other).some((name) => listNameWords(name).some(isTelling));
}

/** Two definitions count as saying the same if at least this share of their words is common to both. */
const likeWording = 0.5;
const fewestCommon = 3;
const leastWordLength = 4;

function computeCommonWording(one: GlossaryEntry, other: GlossaryEntry): number {
  const [words, others] = [one, other].map(({ definition }) => listTellingWords(definition));
  const common = [...(words ?? [])].filter((word) => others?.has(word) === true).length;
  const total = (words?.size ?? 0) + (others?.size ?? 0);
  return common < fewestCommon ? 0 : (2 * common) / total;
}

function listTellingWords(definition: string): ReadonlySet<string> {
  return new Set(
    splitWords(definition)
      .map(({ stem }) => stem)
      .filter((stem) => stem.length >= leastWordLength),
  );
}
