// Joins the lines into which a command wrapped its text for a terminal, so that a page can wrap it by its own letters.

/** The beginning of a line that is never joined to the line before it: an item of a list, or the name of a command. */
const listed = /^\s*(?:(?:\d+[.)]?|[-*•~!✓✗])\s|\/)/u;

/**
 * Joins lines again that a command wrapped at `columns`: a line is joined to the one before it if its first word would
 * not have had room there. Items of lists, and lines that are indented less, stay apart.
 */
export function joinWrapped(lines: readonly string[], columns: number): readonly string[] {
  const joined: string[] = [];
  for (const [at, line] of lines.entries()) {
    const last = hasNoRoom(lines[at - 1] ?? '', line, columns) ? joined.pop() : undefined;
    joined.push(last === undefined ? line : `${last} ${line.trim()}`);
  }
  return joined;
}

function hasNoRoom(before: string, line: string, columns: number): boolean {
  if (before.trim() === '' || line.trim() === '' || listed.test(line)) return false;
  const [word = ''] = line.trim().split(/\s/u);
  const isDeeper = measureIndent(line) >= measureIndent(before);
  return isDeeper && before.length + 1 + word.length > columns;
}

function measureIndent(line: string): number {
  return line.length - line.trimStart().length;
}
