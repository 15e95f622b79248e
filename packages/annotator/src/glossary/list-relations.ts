// Lists relations for display: merged entries are replaced by those that remain, relations to deleted ones left out.

import { renderInverse } from '../reader/relation-kinds.ts';
import type { EntryId, Evidence, Relation } from './entry.ts';

export interface StoredRelation extends Relation {
  readonly from: EntryId;
}

/** A relation from the side of one of its two entries. */
export interface ShownRelation {
  /** "parent of" or, from the other entry's side, "child of". */
  readonly wording: string;
  readonly to: EntryId;
  readonly evidence: Evidence;
  /** Whether the relation is stored with the other entry. */
  readonly isInverse: boolean;
}

/**
 * The relations in their stored form, and the entry to which an id leads now: itself, the entry into which it was
 * merged, or none.
 */
export interface RelationSource {
  iterateRelations(): Iterable<StoredRelation>;
  resolve(id: EntryId): EntryId | undefined;
}

/** The relations of each entry: first its own, then those that are stored with other entries, each once. */
export function listRelations(source: RelationSource): ReadonlyMap<EntryId, readonly ShownRelation[]> {
  const standing = [...source.iterateRelations()].flatMap((relation) => {
    const to = source.resolve(relation.to);
    return to === undefined || to === relation.from ? [] : [{ ...relation, to }];
  });
  const shown = new Map<EntryId, ShownRelation[]>();
  const said = new Set<string>();
  const add = (at: EntryId, relation: ShownRelation): void => {
    const key = `${at} ${relation.wording} ${relation.to}`;
    if (said.has(key)) return;
    said.add(key);
    const known = shown.get(at);
    if (known === undefined) shown.set(at, [relation]);
    else known.push(relation);
  };
  for (const { from, to, kind, evidence } of standing)
    add(from, { wording: kind, to, evidence, isInverse: false });
  for (const { from, to, kind, evidence } of standing)
    add(to, { wording: renderInverse(kind), to: from, evidence, isInverse: true });
  return shown;
}
