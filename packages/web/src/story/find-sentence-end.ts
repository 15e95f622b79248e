// Finds the end of the sentence that contains a name; a card must reveal nothing that comes after it.

/**
 * The end of a sentence. A space must follow “.” and the like, but not “。”: scripts that write it put no space there.
 */
const ends = /[.!?…][)"'”’»\]」』]*(?=\s|$)|[。！？]+[)"'”’»\]」』]*/gu;

/** The position in the text right after the sentence that contains `place`, or else the end of the text. */
export function findSentenceEnd(text: string, place: number): number {
  ends.lastIndex = place;
  const match = ends.exec(text);
  return match === null ? text.length : match.index + match[0].length;
}
