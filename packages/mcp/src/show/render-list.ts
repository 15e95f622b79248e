// Renders a list for a model: at most 30 lines unless the caller sets another limit, and how many were left out.

/** The first `most` lines below a heading; nothing if there are no lines. */
export function renderList(heading: string, lines: readonly string[], most = 30): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - most;
  return [heading, ...lines.slice(0, most).map(renderItem), ...(more > 0 ? [`- and ${more} more`] : [])];
}

function renderItem(line: string): string {
  return `- ${line.replaceAll(/\s+/gu, (blanks) => (blanks.includes('\n') ? '\n  ' : blanks))}`;
}
