// Strips from a summary whatever is not part of it: announcements, headings, fences, tags, remarks to the reader.

/** Elements that a model puts around its summary. */
const wrapping = /<\/?(?:summary|chunk_summary|cumulative_summary|chunk)\b[^<>\n]{0,200}>/giu;
const fence = /^\s{0,3}(?:```|~~~)/u;
const heading = /^\s{0,3}#{1,6}(?:\s|$)/u;
const underline = /^\s{0,3}(?:={3,}|-{3,}|\*{3,}|_{3,})\s*$/u;
/** A line that is bold as a whole, such as `**What happened**`. */
const boldLine = /^\s*(?:\*\*[^*\n]{1,80}\*\*|__[^_\n]{1,80}__):?\s*$/u;
/** A bold head before the words of its line: `**What happened:** …`. */
const boldHead = /^\s*(?:\*\*[^*\n]{1,60}:\*\*|\*\*[^*\n]{1,60}\*\*:)\s*/u;
const boldWords = /\*\*([^*\n]{1,80})\*\*/gu;
/** The first words of a line that only announces a summary. */
const announcing =
  /^\s*(?:sure|certainly|of course|okay|ok|here|below|this is|the following|summary|chunk summary|cumulative summary|the story so far|scenes? \d)\b/iu;
const announced = /\b(?:summary|summaries|summarised|summarized|scenes?|story so far)\b/iu;
/** The first words of a line with which a reply in a chat ends. */
const farewell = /^\s*(?:let me know|i hope|feel free|would you like|if you (?:need|want|would))\b/iu;
const longestAnnouncement = 160;

/**
 * The summary itself. A text in which no words would be left is returned unchanged, except for the white space around
 * it.
 */
export function stripSummary(text: string): string {
  const lines = text
    .replace(wrapping, '')
    .split('\n')
    .filter((line) => ![fence, heading, underline, boldLine].some((pattern) => pattern.test(line)))
    .map((line) => line.replace(boldHead, '').replace(boldWords, '$1'));
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const kept = lines.map((line, at) => {
    if (at === last && at > first && farewell.test(line)) return '';
    return at === first ? stripAnnouncement(line) : line;
  });
  const stripped = kept
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
  return stripped === '' ? text.trim() : stripped;
}

/** The line without the words at its beginning that announce a summary and end with a colon. */
function stripAnnouncement(line: string): string {
  const end = line.slice(0, longestAnnouncement).indexOf(':');
  if (end < 0) return line;
  const before = line.slice(0, end);
  const isAnnouncement =
    announcing.test(before) && (announced.test(before) || end === line.trimEnd().length - 1);
  return isAnnouncement ? line.slice(end + 1).trimStart() : line;
}
