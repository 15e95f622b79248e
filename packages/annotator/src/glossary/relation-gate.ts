// Relation gate: a relation stands only on words that were read, and that name both of its entries.

import type { Refusal } from '@terrarium/kernel/errors';
import { findMisfit, type RelationKind } from '../reader/relation-kinds.ts';
import type { EntryId, Evidence, Relation } from './entry.ts';
import {
  type CitablePost,
  type CitableText,
  checkEvidence,
  type EvidenceClaim,
  hasAnyName,
} from './evidence-gate.ts';
import { isPointing } from './is-pointing.ts';
import { listSurfaces } from './term-forms.ts';

/** An end of a relation; the one that has it may be about to be created. */
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
  /** The first that will do is taken. */
  readonly quotes: readonly EvidenceClaim[];
}

export type CheckedRelation = { readonly ok: true; readonly relation: Relation } | Refusal;

/**
 * A quote names both entries by any of their names; one of the two may be a pronoun (he, it, I) where the post names it.
 */
export function checkRelation(claim: RelationClaim, text: CitableText): CheckedRelation {
  const { from, kind, to, quotes } = claim;
  if (from.id === to.id) return { ok: false, say: `"${from.term}" cannot be ${kind} itself.` };
  const misfit = findMisfit(kind, { from: from.tags, to: to.tags });
  if (misfit !== undefined) {
    const entry = misfit.end === 'from' ? from : to;
    const place = misfit.end === 'from' ? 'is said of' : 'leads to';
    const say = `"${kind}" ${place} an entry tagged ${misfit.wanted.join(' or ')}; "${entry.term}" is tagged ${entry.tags.join(', ')}.`;
    return { ok: false, say };
  }
  const names = { from: listSurfaces(from), to: listSurfaces(to) };
  const { accepted, refusals } = checkEvidence(quotes, [...names.from, ...names.to], text);
  const evidence = accepted.find((piece) => isAboutBoth(piece, names, text));
  if (evidence !== undefined) return { ok: true, relation: { kind, to: to.id, evidence } };
  const why =
    accepted.length > 0 ? 'Its quote names only one of the two.' : (refusals[0] ?? 'It has no quote.');
  const say = `That "${from.term}" is in the relation "${kind}" to "${to.term}" needs one quote that names both. ${why}`;
  return { ok: false, say };
}

interface EndNames {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function isAboutBoth(piece: Evidence, names: EndNames, text: CitableText): boolean {
  const missing = [names.from, names.to].filter((own) => !hasAnyName(piece.quote, own));
  const [only, other] = missing;
  if (only === undefined) return true;
  const post = other === undefined ? findPost(piece, text) : undefined;
  if (post === undefined || !isPointing(piece.quote, post.body)) return false;
  return hasAnyName(post.body.slice(post.span.start, post.span.end), only);
}

function findPost({ postId }: Evidence, text: CitableText): CitablePost | undefined {
  return text.scene.find((post) => post.postId === postId) ?? text.findEarlier(postId);
}

/** Whether two relations say the same, whatever their quotes. */
export function isSameRelation(one: Relation, other: Relation): boolean {
  return one.kind === other.kind && one.to === other.to;
}
