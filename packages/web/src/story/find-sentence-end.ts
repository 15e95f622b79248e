// Finds the end of the sentence that contains a name; a card must reveal nothing that comes after it.

/** Scripts that write “。” put no space after a sentence. */
const ends = /[.!?…][)"'”’»\]」』]*(?=\s|$)|[。！？]+[)"'”’»\]」』]*/gu;

/** The position in the text right after the sentence that contains `place`. */
export function findSentenceEnd(text: string, place: number): number {
  ends.lastIndex = place;
  const match = ends.exec(text);
  return match === null ? text.length : match.index + match[0].length;
}
