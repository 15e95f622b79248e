// Escapes text so that Markdown shows it as it is.

const inlineMarks = /[\\`*_{}[\]<>#|~&$!]/gu;
const blockMarks = /^(?<number>\d*)(?<mark>(?<=\d)[.)]|(?<!\d)[-+=:])/gmu;

/** Every mark escaped, at a line's start too: nothing in the text becomes emphasis, a link, a list or HTML. */
export function escapeMarkdown(text: string): string {
  return escapeBlocks(text.replace(inlineMarks, '\\$&'));
}

/** A definition, its `[[Term]]` in bold. */
export function escapeDefinition(text: string): string {
  return renderDefinition(text, { prose: escapeProse, link: (name) => `**${escapeMarkdown(name)}**` });
}

export interface DefinitionParts {
  prose(text: string): string;
  /** Of the name between the brackets. */
  link(name: string): string;
}

export function renderDefinition(text: string, { prose, link }: DefinitionParts): string {
  return text
    .split(/(?<link>\[\[[^[\]\n]+\]\])/u)
    .map((part, at) => (at % 2 === 1 ? link(part.slice(2, -2).trim()) : prose(part)))
    .join('');
}

/** A definition is Markdown by nature: its emphasis stays; HTML, links, pictures and blocks do not. */
export function escapeProse(text: string): string {
  return escapeBlocks(text.replace(/[\\[\]<>&#|~!]/gu, '\\$&'));
}

/** Leading blanks go as well: four of them would make a code block. */
function escapeBlocks(text: string): string {
  return text.replace(/^[^\S\n]+/gmu, '').replace(blockMarks, '$<number>\\$<mark>');
}
