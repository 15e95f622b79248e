// Lists the names to which the links of a text lead: `[[Name]]`, or `[[Name|words to show]]`.

const linkPattern = /\[\[([^[\]|]{1,120})(?:\|[^[\]]*)?\]\]/g;

export function listLinks(text: string): readonly string[] {
  return [...text.matchAll(linkPattern)].map((match) => match[1] ?? '');
}
