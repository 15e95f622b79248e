// Finds what survives a merge: a person’s words about the removed entry replace a model’s words in the entry that stays.

import { type GlossaryEntry, kindTags } from './entry.ts';
import type { FindPlaceOf } from './expand-changes.ts';
import type { Rooms } from './glossary-rooms.ts';
import type { Revision } from './revision.ts';
import { unexplained } from './salience.ts';

interface Pair {
  readonly gone: GlossaryEntry;
  readonly kept: GlossaryEntry;
}

/** The part of the stores from which the histories of entries are read. */
export interface Histories {
  readonly revisions: Pick<Rooms['revisions'], 'read'>;
}

export interface Outliving {
  /** The new definition of the entry that stays; undefined if the entry keeps its own. */
  readonly definition: string | undefined;
  readonly kind: string | undefined;
  /**
   * A person’s definition of the removed entry, if it is not used because a person also defined the entry that stays.
   * It is then kept in the history of the entry that stays.
   */
  readonly former: string | undefined;
}

/**
 * If both entries have a person’s words, those of the entry that stays are kept. A person’s words replace a model’s
 * words.
 */
export function findOutliving({ revisions }: Histories, { gone, kept }: Pair): Outliving {
  const [ofGone, ofKept] = [readSaid(revisions.read(gone.id), gone), readSaid(revisions.read(kept.id), kept)];
  const isOther = gone.definition !== kept.definition;
  const said = isOther ? ofGone.definition : undefined;
  return {
    definition: ofKept.definition === undefined ? said : undefined,
    former: ofKept.definition === undefined ? undefined : said,
    kind: ofKept.kind === undefined ? ofGone.kind : undefined,
  };
}

/**
 * The definition and the kind of an entry, each only if a person was the first to write it. The author of the last
 * revision does not count: undoing a merge may write a model’s words again in a person’s name.
 */
function readSaid(revisions: readonly Revision[], { definition, tags }: GlossaryEntry) {
  const kind = findKind(tags);
  const definedFirst = revisions.find(
    (one) => one.field === 'definition' && one.new === JSON.stringify(definition),
  );
  const kindFirst = revisions.find((one) => one.field === 'tags' && findKind(readTags(one.new)) === kind);
  return {
    definition: definedFirst?.author === 'human' ? definition : undefined,
    kind: kindFirst?.author === 'human' ? kind : undefined,
  };
}

function readTags(list: string | null): readonly string[] {
  const tags: unknown = JSON.parse(list ?? '[]');
  return Array.isArray(tags) ? tags.map(String) : [];
}

function findKind(tags: readonly string[]): string | undefined {
  return tags.find((tag) => kindTags.has(tag));
}

/**
 * The tags after the merge: without `unexplained` if a person’s definition of the removed entry is taken over, and with
 * no second kind if a person’s kind is.
 */
export function tagOutliving(tags: readonly string[], { definition, kind }: Outliving): readonly string[] {
  const told = definition === undefined ? tags : tags.filter((tag) => tag !== unexplained);
  return kind === undefined ? told : [kind, ...told.filter((tag) => !kindTags.has(tag))];
}

interface PlacedMerge {
  /** Finds the scene from which an item of the merged entry holds for the entry that stays. */
  readonly findPlaceOf: FindPlaceOf;
  /** The scene from which the entry that stays has its present definition. */
  readonly keptFrom: number;
}

/**
 * Finds the places from which the changes of a merge hold. The old definition and kind stop holding where the new ones
 * begin to hold.
 */
export function findPlacesOfOutliving(
  { findPlaceOf, keptFrom }: PlacedMerge,
  { gone, kept }: Pair,
  { definition, kind, former }: Outliving,
): FindPlaceOf {
  const given = findPlaceOf('definition', gone.definition) ?? keptFrom;
  // `former` is never in force: it begins no earlier than the definition that stays.
  const definedAt = former === undefined ? given : Math.max(given, keptFrom);
  const findPlaceOfTag = (tag: string) => {
    if (tag === unexplained && definition !== undefined) return definedAt;
    const isReplaced = kind !== undefined && kindTags.has(tag) && kept.tags.includes(tag);
    return findPlaceOf('tags', isReplaced ? kind : tag);
  };
  return (field, item) => {
    if (field === 'definition') return definedAt;
    return field === 'tags' ? findPlaceOfTag(String(item)) : findPlaceOf(field, item);
  };
}

/** The definition and the tags to which an entry returns if a merge is undone. */
export interface Returned extends Pick<GlossaryEntry, 'tags'> {
  /** Undefined if the present definition stays. */
  readonly definition: string | undefined;
}

interface Undoing {
  readonly kept: GlossaryEntry;
  /** The entry that stays, as it was before the merge. */
  readonly before: GlossaryEntry;
  /** The tags of the entry that stays, without those that the merge added. */
  readonly tags: readonly string[];
  /** What the merge took over. Words that were written after the merge stay, even if they are the same. */
  readonly outliving: Outliving;
}

/**
 * The definition and tags from before a merge, unless they were changed after it. A definition that stays is undefined
 * here: if it were written again, it would hold from an earlier place.
 */
export function undoOutliving({ kept, before, tags, outliving }: Undoing): Returned {
  const isOurs = outliving.definition !== undefined && kept.definition === outliving.definition;
  const [kind, was] = [outliving.kind, findKind(before.tags)];
  const isKindOurs = kind !== undefined && kind !== was && findKind(kept.tags) === kind;
  const others = isKindOurs ? tags.filter((tag) => tag !== kind) : tags;
  const kinds = isKindOurs && was !== undefined ? [was] : [];
  const marks =
    isOurs && before.tags.includes(unexplained) && !others.includes(unexplained) ? [unexplained] : [];
  return {
    definition: isOurs ? before.definition : undefined,
    tags: [...kinds, ...others, ...marks],
  };
}
