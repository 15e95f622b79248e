// Finds where the sentence of a name ends: nothing after it may be revealed.

const ends = /[.!?…。！？][)"'”’»\]」』]*(?=\s|$)/gu;

/** Offset in the text right after the sentence in which the place stands. */
export function findSentenceEnd(text: string, place: number): number {
  ends.lastIndex = place;
  const match = ends.exec(text);
  return match === null ? text.length : match.index + match[0].length;
}
