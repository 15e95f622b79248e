// Cuts the text on either side of a quote to a short piece, between two words if there are blanks.

const most = 90;

export function cutBefore(text: string): string {
  if (text.length <= most) return text;
  const piece = text.slice(findSignStart(text, text.length - most));
  return `…${piece.slice(Math.max(0, piece.search(/\s/u)))}`;
}

export function cutAfter(text: string): string {
  if (text.length <= most) return text;
  const blank = text.lastIndexOf(' ', most);
  return `${text.slice(0, blank > 0 ? blank : findSignStart(text, most))}…`;
}

/** Where the sign at this place begins: one position earlier if the place is between the two halves of an emoji. */
function findSignStart(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}
