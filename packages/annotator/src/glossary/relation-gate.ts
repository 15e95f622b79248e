// Relation gate: accepts a relation only with a quote that was read and is about both of its entries.

import type { Refusal } from '@terrarium/kernel/errors';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import { findMisfit, type RelationKind, renderInverse } from '../reader/relation-kinds.ts';
import type { CitablePost, CitableText, EvidenceClaim } from './citable-text.ts';
import type { EntryId, Evidence, Relation } from './entry.ts';
import { checkEvidence } from './evidence-gate.ts';
import { hasAnyName } from './is-naming.ts';
import { filterTellers, isToldBy, narratorTag } from './is-told-by.ts';
import { detectKinEnd } from './kin-direction.ts';
import { listSurfaces } from './term-forms.ts';
import { hasWordFor, hasWordOfNarrator, hideWordsOfNarrator } from './word-for.ts';

/** One of the two entries of a relation. The entry with which the relation is stored may not exist yet. */
export interface RelatedEntry {
  readonly id?: EntryId;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

export interface RelationClaim {
  readonly from: RelatedEntry;
  readonly kind: RelationKind;
  readonly to: RelatedEntry & { readonly id: EntryId };
  /** Quotes to be tried: the first that is accepted supports the relation. */
  readonly quotes: readonly EvidenceClaim[];
}

export type CheckedRelation = { readonly ok: true; readonly relation: Relation } | Refusal;

/** What a check of relations can look up. */
export interface RelationText extends CitableText {
  /** The nearest story post before this one in its thread; undefined if none is near. */
  findBefore(post: CitablePost): CitablePost | undefined;
  findThreadTitle(post: CitablePost): string | undefined;
  /** The entries that are tagged as narrators. */
  listNarrators(): readonly RelatedEntry[];
}

/**
 * Accepts a relation with a quote that names both entries. A short quote that names only one of them will do too, if it
 * has a word for the other (he, her, my), and the other is named in the same post or the post before, or is the
 * narrator. Refuses a relation that does not suit the kinds of the entries, or that the quote says the other way round.
 */
export function checkRelation(claim: RelationClaim, text: RelationText): CheckedRelation {
  const { from, kind, to, quotes } = claim;
  if (from.id === to.id) return { ok: false, say: `"${from.term}" cannot be ${kind} itself.` };
  const misfit = findMisfit(kind, { from: from.tags, to: to.tags });
  if (misfit !== undefined) {
    const entry = misfit.end === 'from' ? from : to;
    const place = misfit.end === 'from' ? 'is said of' : 'leads to';
    const say = `"${kind}" ${place} an entry tagged ${misfit.wanted.join(' or ')}; "${entry.term}" is tagged ${entry.tags.join(', ')}.`;
    return { ok: false, say };
  }
  const names = [...listSurfaces(from), ...listSurfaces(to)];
  const { accepted, refusals } = checkEvidence([...quotes, ...joinNeighbours(quotes)], names, {
    ...text,
    mayLean: false,
  });
  const evidence = accepted.find((piece) => isAboutBoth(piece, [from, to], text));
  const reverse = evidence === undefined ? undefined : explainReverse(evidence, claim);
  if (reverse !== undefined) return { ok: false, say: reverse };
  if (evidence !== undefined) return { ok: true, relation: { kind, to: to.id, evidence } };
  const [piece] = accepted;
  const why =
    piece === undefined ? (refusals[0] ?? 'It has no quote.') : explainHalf(piece, [from, to], text);
  const say = `To say that "${from.term}" is in the relation "${kind}" to "${to.term}", give a quote that names both. One or two sentences with one name and a word for the other (he, her, my) will do too, if the other is named in the same post or the one before. ${why}`;
  return { ok: false, say };
}

/** A claim for each two claimed sentences that follow one another: the first may have the word for the other entry. */
function joinNeighbours(claims: readonly EvidenceClaim[]): readonly EvidenceClaim[] {
  return claims.flatMap(({ postId, label: first }) =>
    claims.flatMap(({ postId: other, label: last }) => {
      const isNext =
        first !== undefined && last !== undefined && other === postId && last.first === first.last + 1;
      return isNext ? [{ postId, label: { first: first.first, last: last.last } }] : [];
    }),
  );
}

/**
 * A refusal if the claim swaps the two: the quote makes the claimed child a parent, or the claimed parent a child.
 * Otherwise undefined.
 */
function explainReverse({ quote }: Evidence, { from, kind, to }: RelationClaim): string | undefined {
  if (kind !== 'parent of' && kind !== 'child of') return undefined;
  const [parent, child] = kind === 'parent of' ? [from, to] : [to, from];
  const ends = [
    { entry: parent, end: 'child' },
    { entry: child, end: 'parent' },
  ] as const;
  const reverse = ends.find(({ entry, end }) => detectKinEnd(quote, listSurfaces(entry)) === end);
  if (reverse === undefined) return undefined;
  const { entry, end } = reverse;
  return `In its quote, "${entry.term}" is the ${end}. If that is right, send "${renderInverse(kind)}"; if not, send a quote that says "${kind}".`;
}

/** Says why a quote that names only one of the two is not enough. */
function explainHalf(piece: Evidence, ends: readonly RelatedEntry[], text: RelationText): string {
  const half = 'Its quote names only one of the two.';
  const unnamed = ends.find((end) => !hasAnyName(piece.quote, listSurfaces(end)));
  const named = ends.find((end) => end !== unnamed);
  const post = findPost(piece, text);
  if (unnamed === undefined || named === undefined || post === undefined) return half;
  // What was cited may name neither: then the sentences before it, up to one that names an end, were added to it.
  if (countSentences(piece, post) > maxSentences)
    return `${half} Cite the sentence that names "${unnamed.term}" too: its quote begins with the one that names "${named.term}" and has more than two sentences.`;
  if (isNamedBeside(unnamed, post, text)) return `${half} It has no word for "${unnamed.term}".`;
  if (text.findBefore(post) === undefined)
    return `${half} "${unnamed.term}" is not named in post ${post.postId}, and no post of the story comes just before it in its thread.`;
  return `${half} "${unnamed.term}" is named neither in post ${post.postId} nor in the one before.`;
}

/** Whether a quote names both entries of a relation. */
export function isNamingBoth(
  quote: string,
  ends: readonly Pick<RelatedEntry, 'term' | 'aliases'>[],
): boolean {
  return ends.every((end) => hasAnyName(quote, listSurfaces(end)));
}

// The maximum number of sentences of a quote that names only one of the two entries. In a longer quote, a pronoun may
// mean anybody.
const maxSentences = 2;

function isAboutBoth(piece: Evidence, ends: readonly RelatedEntry[], text: RelationText): boolean {
  const [unnamed, other] = ends.filter((end) => !hasAnyName(piece.quote, listSurfaces(end)));
  if (unnamed === undefined) return true;
  const post = other === undefined ? findPost(piece, text) : undefined;
  if (post === undefined || countSentences(piece, post) > maxSentences) return false;
  const [narrators, title] = [text.listNarrators(), text.findThreadTitle(post) ?? ''];
  if (isToldBy(unnamed, narrators, title) && hasWordOfNarrator(post.body, piece)) return true;
  const isOthers = !unnamed.tags.includes(narratorTag) && filterTellers(narrators, [title]).length > 0;
  const words = isOthers ? hideWordsOfNarrator(post.body, piece) : piece.quote;
  return isNamedBeside(unnamed, post, text) && hasWordFor(words, unnamed.tags, post.body);
}

/** Whether the entry is named in the post, or in the one before it. */
function isNamedBeside(entry: RelatedEntry, post: CitablePost, text: RelationText): boolean {
  const beside = [post, text.findBefore(post)].flatMap((one) => (one === undefined ? [] : [readPart(one)]));
  return beside.some((part) => hasAnyName(part, listSurfaces(entry)));
}

function countSentences({ start, end }: Evidence, { body, span }: CitablePost): number {
  return listSentenceLabels(body, span).filter((one) => one.start < end && start < one.end).length;
}

function readPart({ body, span }: CitablePost): string {
  return body.slice(span.start, span.end);
}

function findPost({ postId }: Evidence, text: CitableText): CitablePost | undefined {
  return text.scene.find((post) => post.postId === postId) ?? text.findEarlier(postId);
}

/** Whether two relations have the same kind and lead to the same entry, whatever their quotes. */
export function isSameRelation(one: Relation, other: Relation): boolean {
  return one.kind === other.kind && one.to === other.to;
}
