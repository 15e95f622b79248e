// Escapes text so that Markdown shows it as it is.

const inlineMarks = /[\\`*_{}[\]<>#|~&$!]/gu;
const blockMarks = /^(?<number>\d*)(?<mark>(?<=\d)[.)]|(?<!\d)[-+=:])/gmu;

/** Every mark escaped, at a line's start too: nothing in the text becomes emphasis, a link, a list or HTML. */
export function escapeMarkdown(text: string): string {
  return escapeBlocks(text.replace(inlineMarks, '\\$&'));
}

/** What would open a block at the start of a line. Leading blanks go as well: four of them would make a code block. */
export function escapeBlocks(text: string): string {
  return text.replace(/^[^\S\n]+/gmu, '').replace(blockMarks, '$<number>\\$<mark>');
}
