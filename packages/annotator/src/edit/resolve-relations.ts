// Resolves a relation that a person states: its kind, the other entry, and the quote that supports it.

import { findExactQuote } from '@terrarium/kernel/find-exact-quote';
import { buildRelationText } from '../glossary/build-relation-text.ts';
import type { GlossaryEntry, Relation } from '../glossary/entry.ts';
import { hasAnyName } from '../glossary/is-naming.ts';
import { checkRelation, isSameRelation } from '../glossary/relation-gate.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import {
  parseRelationKind,
  type RelationKind,
  relationKinds,
  renderInverse,
  splitRelation,
} from '../reader/relation-kinds.ts';
import type { EntryEdit } from './entry-edit.ts';
import { refuse } from './person-source.ts';
import { listReadPosts, maxSearched, suggestQuotes } from './read-posts.ts';
import { requireOneEntry } from './require-entry.ts';

/**
 * All relations that the entry is to have; undefined if none were stated. Throws `UsageError` for a relation that is
 * not possible.
 */
export function resolveRelations(
  annotator: Annotator,
  entry: GlossaryEntry,
  { related = [], unrelated = [], quotes = [] }: EntryEdit,
): readonly Relation[] | undefined {
  if (related.length + unrelated.length === 0) return undefined;
  const standing = entry.relations ?? [];
  const gone = unrelated.map((said) => findStanding(annotator, entry, said));
  const kept = standing.filter((relation) => !gone.includes(relation));
  const added = related.map((said) => buildRelation(annotator, entry, { said, quotes }));
  const fresh = added.filter(
    (relation, at) => ![...kept, ...added.slice(0, at)].some((known) => isSameRelation(known, relation)),
  );
  return [...kept, ...fresh];
}

interface Meant {
  readonly kind: RelationKind;
  readonly other: GlossaryEntry;
}

/** Splits words such as "serves Arla" into a kind of relation and the other entry. */
function parseSaid(annotator: Annotator, entry: GlossaryEntry, option: string, said: string): Meant {
  const { kind: words, to } = splitRelation(said.replace(/\s+/gu, ' ').trim());
  const kind = parseRelationKind(words);
  if (kind === undefined || to === '') {
    throw refuse(
      `"${said}" is not a relation of "${entry.term}" to another entry.`,
      `Begin with one of ${relationKinds.join(', ')}, then name the other entry: ${option} "serves NAME".`,
    );
  }
  const other = requireOneEntry(annotator, to);
  if (!kind.isInverse) return { kind: kind.kind, other };
  throw refuse(
    `The relation "${words}" is kept with the other entry, the other way round.`,
    `Say it of "${other.term}": terrarium edit "${other.term}" ${option} "${kind.kind} ${entry.term}".`,
  );
}

function findStanding(annotator: Annotator, entry: GlossaryEntry, said: string): Relation {
  const { glossary } = annotator.stores;
  const { kind, other } = parseSaid(annotator, entry, '--unrelate', said);
  const isTo = (relation: Relation, id: number) => glossary.resolve(relation.to) === id;
  const found = entry.relations?.find((one) => one.kind === kind && isTo(one, other.id));
  if (found !== undefined) return found;
  const inverse = renderInverse(kind);
  if (other.relations?.some((one) => one.kind === inverse && isTo(one, entry.id)) === true) {
    throw refuse(
      `The glossary has this relation with "${other.term}", the other way round: "${inverse} ${entry.term}".`,
      `Take it back there: terrarium edit "${other.term}" --unrelate "${inverse} ${entry.term}".`,
    );
  }
  throw refuse(
    `The glossary has no relation "${kind} ${other.term}" for "${entry.term}".`,
    `See what it says with "terrarium inspect ${entry.term}".`,
  );
}

interface Said {
  readonly said: string;
  readonly quotes: readonly string[];
}

function buildRelation(annotator: Annotator, entry: GlossaryEntry, { said, quotes }: Said): Relation {
  const { kind, other } = parseSaid(annotator, entry, '--relate', said);
  const [own, others] = [listSurfaces(entry), listSurfaces(other)];
  const posts = listReadPosts(annotator, own);
  const hasBoth = (sentence: string) => hasAnyName(sentence, own) && hasAnyName(sentence, others);
  if (quotes.length === 0) {
    throw refuse(
      'A relation needs a quote from the story, and none was given.',
      suggestQuotes(posts, hasBoth),
    );
  }
  const exact = listReadPosts(annotator, [...own, ...others]).filter(({ body, span }) =>
    quotes.some((quote) => findExactQuote(body, quote, span) !== undefined),
  );
  const scene = exact.length === 0 ? posts.slice(0, maxSearched) : exact;
  const claims = quotes.map((quote) => ({ quote }));
  const { glossary } = annotator.stores;
  const checked = checkRelation(
    { from: entry, kind, to: other, quotes: claims },
    buildRelationText({ scene, findEarlier: () => undefined }, { glossary, corpora: annotator.corpora }),
  );
  if (checked.ok) return checked.relation;
  throw refuse(checked.say, suggestQuotes(posts, hasBoth));
}
