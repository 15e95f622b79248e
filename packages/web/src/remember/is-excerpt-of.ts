// Tells whether an excerpt, which may be cut off at both ends, is of a message with these words.

/** An excerpt that is cut is longer than this, so that a short message with an ellipsis is not taken for one. */
const leastCut = 200;

/** The text may have other blanks and line breaks than the excerpt, which is on one line. */
export function isExcerptOf(excerpt: string, text: string): boolean {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (excerpt === line) return true;
  const kept = excerpt.replace(/^… /u, '').replace(/ …$/u, '');
  return kept !== excerpt && kept.length > leastCut && line.includes(kept);
}
