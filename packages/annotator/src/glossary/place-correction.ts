// Places a correction: finds the place in the story from which the words of a curator or a person hold.

import { detectLikeness } from './duplicates.ts';
import { type ChangeSource, type EntryId, type Evidence, type GlossaryEntry, kindTags } from './entry.ts';
import { buildTimeline, type PlacedValue, type Standing } from './expand-correction.ts';
import { findKnownPart } from './find-known-part.ts';
import type { Rooms } from './glossary-rooms.ts';
import { hasAnyName } from './is-naming.ts';
import type { RevisedField, Revision } from './revision.ts';
import { listSurfaces, normaliseTerm } from './term-forms.ts';

/** The history of an entry, with places in the story. */
export interface PlacedHistory {
  /** The scene in which the correction is written. */
  readonly written: number;
  /** The first scene at whose end the entry exists. */
  readonly made: number;
  /** Everything ever written into a field, in the order of writing. */
  readWritten(field: RevisedField): readonly PlacedValue[];
  /** The value of a field at each place. */
  readTimeline(field: RevisedField): readonly Standing[];
}

/** Undefined if places are unknown, as in an imported glossary. No change can then hold from an earlier place. */
export function readPlacedHistory(
  rooms: Rooms,
  id: EntryId,
  { position }: ChangeSource,
): PlacedHistory | undefined {
  const written = rooms.corrections.findScene(position);
  const places = rooms.corrections.readPlaces(id);
  const revisions = rooms.revisions.read(id);
  if (written === undefined || revisions.some((one) => !places.has(one.id))) return undefined;
  const placed = revisions.map((revision) => ({ revision, place: places.get(revision.id) ?? 0 }));
  const terms = placed.filter(({ revision }) => revision.field === 'term');
  return {
    written,
    made: Math.min(...terms.map(({ place }) => place)),
    readWritten: (field) => listPlaced(placed, field),
    readTimeline: (field) => buildTimeline(listPlaced(placed, field)),
  };
}

interface PlacedRevision {
  readonly revision: Revision;
  readonly place: number;
}

function listPlaced(placed: readonly PlacedRevision[], field: RevisedField): readonly PlacedValue[] {
  return placed
    .filter(({ revision }) => revision.field === field)
    .map(({ revision, place }) => ({ place, value: JSON.parse(revision.new ?? 'null') }));
}

/**
 * The place that `source` gives or, if it gives none, the place that was found, but no later than the place up to which
 * its writer had read. Never before the entry exists, and never after the correction is written.
 */
export function resolvePlace(
  { written, made }: Pick<PlacedHistory, 'written' | 'made'>,
  found: number | undefined,
  { holds }: ChangeSource,
): number {
  const latest = Math.min(found ?? written, holds?.by ?? written, written);
  return Math.max(made, Math.min(holds?.from ?? latest, written));
}

/**
 * The scene from which all names, coined words and quotes of a statement are known; 0 if it has none, undefined if one
 * of them was never read.
 */
export function findPlaceOfStatement(
  rooms: Rooms,
  text: string,
  evidence: readonly Evidence[],
): number | undefined {
  const parts = [
    findKnownPart(rooms.reading, text),
    ...evidence.map((one) => rooms.reading.findPartOfQuote(one)),
  ];
  let last = 0;
  for (const part of parts) {
    if (part === undefined) return undefined;
    last = Math.max(last, part);
  }
  return last === 0 ? 0 : rooms.corrections.findSceneOfPart(last);
}

/**
 * The scene from which another name of an entry is known; undefined if the story does not determine it. A name similar
 * to the entry's names is known once its words have been read. Any other name may be a secret until a quote of the
 * entry contains it.
 */
export function findPlaceOfName(rooms: Rooms, entry: GlossaryEntry, name: string): number | undefined {
  const named = { term: name, aliases: [], tags: [] };
  if (detectLikeness(entry, named) !== undefined) return findPlaceOfStatement(rooms, name, []);
  const parts = entry.evidence
    .filter(({ quote }) => hasAnyName(quote, listSurfaces(named)))
    .flatMap((piece) => rooms.reading.findPartOfQuote(piece) ?? []);
  return parts.length === 0 ? undefined : rooms.corrections.findSceneOfPart(Math.min(...parts));
}

export interface PlacedName {
  readonly name: string;
  readonly from: number;
}

/**
 * Every name that an entry ever had in its story, with the scene from which it had that name. An alias is listed again
 * for each later list that has it.
 */
export function listPlacedNames({ readTimeline }: PlacedHistory): readonly PlacedName[] {
  const terms = readTimeline('term').map(({ place, value }) => ({ name: String(value), from: place }));
  const aliases = readTimeline('aliases').flatMap(({ place, value }) =>
    (Array.isArray(value) ? value : []).map((name) => ({ name: String(name), from: place })),
  );
  return [...terms, ...aliases];
}

/**
 * The scene from which a quote may be used in an entry with these names. A name in the quote gives away that the entry
 * has this name. So the quote may be used from the first scene in which the entry has a name that is in the quote.
 * Zero if no name is in the quote.
 */
export function findPlaceOfNaming(quote: string, names: readonly PlacedName[]): number {
  const borne = names.filter(({ name }) => hasAnyName(quote, listSurfaces({ term: name, aliases: [] })));
  return borne.length === 0 ? 0 : Math.min(...borne.map(({ from }) => from));
}

/**
 * The scene from which two entries are known to be the same: 0 if their names are alike, otherwise the first scene with
 * a quote that names both. Undefined if there is no such quote.
 */
export function findPlaceOfUnion(rooms: Rooms, one: GlossaryEntry, other: GlossaryEntry): number | undefined {
  if (detectLikeness(one, other) !== undefined) return 0;
  const parts = [...one.evidence, ...other.evidence]
    .filter(({ quote }) => hasAnyName(quote, listSurfaces(one)) && hasAnyName(quote, listSurfaces(other)))
    .flatMap((piece) => rooms.reading.findPartOfQuote(piece) ?? []);
  return parts.length === 0 ? undefined : rooms.corrections.findSceneOfPart(Math.min(...parts));
}

/**
 * The scene from which the present definition holds. A status that is set without a new definition holds from there
 * too.
 */
export function findPlaceOfDefinition(history: PlacedHistory): number {
  return history.readTimeline('definition').at(-1)?.place ?? history.made;
}

/**
 * The scene from which a tag holds. A kind says what an entry has always been; any other tag may say what became of it.
 */
export function findPlaceOfTag(history: PlacedHistory, tag: unknown): number {
  return kindTags.has(String(tag)) ? history.made : findPlaceOfDefinition(history);
}

/**
 * The scene from which no other entry has the term any more: 0 if none ever had it; infinity if one has it today, and
 * then the term is refused elsewhere.
 */
export function findPlaceOfFreeTerm(rooms: Rooms, term: string, source: ChangeSource, id?: EntryId): number {
  const wanted = normaliseTerm(term);
  const ids = new Set<EntryId>();
  for (const one of rooms.corrections.iterateTerms()) {
    if (one.entryId !== id && normaliseTerm(String(JSON.parse(one.term))) === wanted) {
      ids.add(one.entryId as EntryId);
    }
  }
  return Math.max(0, ...[...ids].map((other) => findEndOfTerm(rooms, other, { wanted, source })));
}

function findEndOfTerm(
  rooms: Rooms,
  id: EntryId,
  { wanted, source }: { readonly wanted: string; readonly source: ChangeSource },
): number {
  const history = readPlacedHistory(rooms, id, source);
  const gone = history === undefined ? 0 : findPlaceOfLeaving(history);
  if (history === undefined || gone <= history.made) return 0;
  const terms = history.readTimeline('term');
  const ends = terms.flatMap(({ value }, index) =>
    normaliseTerm(String(value)) === wanted ? [Math.min(gone, terms[index + 1]?.place ?? gone)] : [],
  );
  return Math.max(0, ...ends);
}

/** The scene from which the entry is gone for good; infinity if it still exists. */
function findPlaceOfLeaving(history: PlacedHistory): number {
  const places = (['deleted', 'merged_into'] as const).map((field) => {
    const last = history.readTimeline(field).at(-1);
    return last === undefined || last.value === null ? Number.POSITIVE_INFINITY : last.place;
  });
  return Math.min(...places);
}
