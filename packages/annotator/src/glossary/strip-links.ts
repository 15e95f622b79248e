// Strips the marks of links to entries from a text: a person reads the name.

const linkPattern = /\[\[([^[\]|\n]+)(?:\|([^[\]|\n]*))?\]\]/gu;

/** `[[Term]]` becomes `Term`, and `[[Term|words]]` becomes `words`. */
export function stripLinks(text: string): string {
  return text.replace(linkPattern, (_, term: string, shown: string | undefined) =>
    (shown?.trim() || term).trim(),
  );
}
