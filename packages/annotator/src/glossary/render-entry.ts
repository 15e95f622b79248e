// Renders an entry to be compared with another: all of its fields as one text.

import type { GlossaryEntry } from './entry.ts';

/** Fields in one order, so that equal entries render equally. */
export function renderEntry(entry: GlossaryEntry | undefined): string {
  if (entry === undefined) return '';
  const {
    id,
    term,
    aliases,
    definition,
    status,
    tags,
    firstSeen,
    lastUpdated,
    createdAt,
    updatedAt,
    revision,
  } = entry;
  const evidence = entry.evidence.map((piece) => [
    piece.corpus,
    piece.postId,
    piece.start,
    piece.end,
    piece.quote,
    piece.isSnapped,
  ]);
  const places = [firstSeen, lastUpdated].map((place) => [place.corpus, place.threadId, place.postId]);
  return JSON.stringify([
    id,
    term,
    aliases,
    definition,
    status,
    tags,
    places,
    createdAt,
    updatedAt,
    evidence,
    revision,
  ]);
}
