// Tells whether an excerpt, which may be cut off at both ends, is of a message with these words.

/** A shorter excerpt is not taken for a cut one: a short message may itself begin or end with an ellipsis. */
const leastCut = 200;

/** Whether the excerpt is of this text, whose blanks and line breaks may differ, since an excerpt is on one line. */
export function isExcerptOf(excerpt: string, text: string): boolean {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (excerpt === line) return true;
  const kept = excerpt.replace(/^… /u, '').replace(/ …$/u, '');
  return kept !== excerpt && kept.length > leastCut && line.includes(kept);
}
