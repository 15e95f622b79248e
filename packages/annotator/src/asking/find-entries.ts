// Finds the entries that a question is about: those it names, or else the closest, and the entries related to them.

import type { Position } from '../corpus/corpus.ts';
import type { EntryId, GlossaryEntry, Relation } from '../glossary/entry.ts';
import { isTellerWord, narratorTag } from '../glossary/is-told-by.ts';
import { listLinks } from '../glossary/list-links.ts';
import { listRelations } from '../glossary/list-relations.ts';
import { listNameWords, listSurfaces } from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import type { WorldView } from '../moments/open-world-view.ts';
import { isListed } from '../reader/lexicon.ts';

export interface FoundEntries {
  readonly entries: readonly GlossaryEntry[];
  /** Whether the question names the entries; otherwise they only have words in common with it. */
  readonly isNamed: boolean;
}

interface Wanted {
  readonly question: string;
  readonly corpus?: string | undefined;
}

/** More entries would be too many for a reader, and for a prompt. */
const mostNamed = 6;
const mostClosest = 3;

export function findEntries(view: WorldView, { question, corpus }: Wanted): FoundEntries {
  const { glossary } = view.stores;
  const own = corpus && new Set(glossary.listIdsOfCorpus(corpus));
  const read = (ids: readonly EntryId[]) => glossary.read(own ? ids.filter((id) => own.has(id)) : ids);
  const whole = listNamed(view, question);
  const named = read(whole.length > 0 ? whole : listPartlyNamed(view, question)).slice(0, mostNamed);
  if (named.length > 0) return { entries: named, isNamed: true };
  const found = glossary.search({ query: question, corpus, limit: mostClosest });
  return { entries: read(found.map(({ id }) => id)), isNamed: false };
}

/** Names are also found in a question that was typed without capitals; `the narrator` names whoever tells the story. */
function listNamed({ stores: { glossary } }: WorldView, question: string): readonly EntryId[] {
  const list = (text: string) => glossary.countMentions([text]).map(({ entryId }) => entryId);
  const isTellerMeant = splitWords(question).some(({ folded }) => isTellerWord(folded));
  const tellers = isTellerMeant ? [...glossary.iterateEntries({ tags: [narratorTag] })] : [];
  const named = [...new Set([...list(question), ...tellers.map(({ id }) => id)])];
  return named.length > 0 || /\p{Lu}/u.test(question.trim().slice(1)) ? named : list(withCapitals(question));
}

/** A word with a capital names the one entry with this word in its name, as the first name of somebody does. */
function listPartlyNamed({ stores: { glossary } }: WorldView, question: string): readonly EntryId[] {
  const asked = splitWords(question)
    .filter(({ isCapitalised, folded }) => isCapitalised && !isListed('functionWords', folded))
    .map(({ folded }) => folded);
  const having = new Map(asked.map((word) => [word, new Set<EntryId>()]));
  if (asked.length === 0) return [];
  for (const { id, term, aliases } of glossary.iterateNames())
    for (const { folded } of [term, ...aliases].flatMap(splitWords)) having.get(folded)?.add(id);
  return [...new Set([...having.values()].flatMap((ids) => (ids.size === 1 ? [...ids] : [])))];
}

const mostFurther = 2;

/**
 * Entries that the question does not name. First, if it asks `where`: the places to which the definitions of the named
 * entries link. Then the entries found by the other words of the question: `what is the W` finds the weir.
 */
export function findFurther(
  view: WorldView,
  wanted: Wanted,
  named: readonly GlossaryEntry[],
): readonly GlossaryEntry[] {
  const { glossary } = view.stores;
  const asked = splitWords(wanted.question);
  const places = asked.some(({ folded }) => folded === 'where') ? listLinkedPlaces(view, named) : [];
  const names = new Set(named.flatMap(listSurfaces).flatMap((name) => listNameWords(name)));
  const words = asked.filter(
    ({ folded, stem }) =>
      !names.has(stem) && !isListed('functionWords', folded) && !isListed('askWords', folded),
  );
  const query = words.map(({ folded }) => folded).join(' ');
  const { corpus } = wanted;
  const limit = named.length + mostFurther;
  const found = words.length === 0 ? [] : glossary.search({ query, corpus, limit });
  const ids = found.map(({ id }) => id).filter((id) => !named.some((one) => one.id === id));
  const others = glossary.read(ids.slice(0, mostFurther));
  return [...new Map([...places, ...others].map((entry) => [entry.id, entry])).values()];
}

function listLinkedPlaces(
  { stores: { glossary } }: WorldView,
  named: readonly GlossaryEntry[],
): readonly GlossaryEntry[] {
  const links = new Set(named.flatMap(({ definition }) => listLinks(definition)));
  return [...links]
    .flatMap((name) => glossary.listByName(name))
    .filter(({ id, tags }) => tags.includes('location') && !named.some((one) => one.id === id))
    .slice(0, mostFurther);
}

function withCapitals(question: string): string {
  return question.replace(/[\p{L}\p{M}]+/gu, (word) =>
    isListed('functionWords', word.toLowerCase()) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
}

/** What one entry is to another, worded from the side of the first. */
export interface NamedRelation extends Pick<Relation, 'evidence'> {
  readonly of: string;
  readonly wording: string;
  readonly to: GlossaryEntry;
}

/** At most this many relations are shown: they take only a small part of any prompt. */
const mostRelated = 8;

/**
 * What the entries are to others, as known at the reader's place: first one relation of each entry, then the next of
 * each.
 */
export function listRelated(
  { stores: { glossary } }: WorldView,
  entries: readonly GlossaryEntry[],
): readonly NamedRelation[] {
  const relations = listRelations(glossary);
  const found = entries.flatMap(({ id, term }) =>
    (relations.get(id) ?? []).map(({ wording, to, evidence }, rank) => ({
      of: term,
      wording,
      to,
      evidence,
      rank,
    })),
  );
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, mostRelated)
    .flatMap(({ rank: _, to: id, ...relation }) => {
      const to = glossary.find(id);
      return to === undefined ? [] : [{ ...relation, to }];
    });
}

/** All names of the entries named in the posts of the quotes. */
export function listNamesBeside(
  { stores: { glossary }, corpora }: WorldView,
  quotes: readonly Pick<Position, 'corpus' | 'postId'>[],
): readonly string[] {
  const posts = new Map(
    quotes.map(({ corpus, postId }) => [
      `${postId} ${corpus}`,
      corpora.get(corpus)?.findPost(postId)?.body ?? '',
    ]),
  );
  const ids = glossary.countMentions([...posts.values()]).map(({ entryId }) => entryId);
  return glossary.read(ids).flatMap(({ term, aliases }) => [term, ...aliases]);
}
