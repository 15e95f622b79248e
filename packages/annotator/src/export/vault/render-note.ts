// A note: its properties and its blocks, in text that Obsidian shows as it is.

export function renderNote(properties: string, blocks: readonly string[]): string {
  return `---\n${properties}---\n\n${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** What Markdown leaves alone and Obsidian does not: comments, highlights, formulas, block names. */
export function escapeNote(markdown: string): string {
  return markdown.replace(/\\[\s\S]|[%=^$]/gu, (mark) => (mark.length > 1 ? mark : `\\${mark}`));
}

/** Text as a property: one that is nothing but a link would be one, and quotes are no escape. */
export function stripBrackets(text: string): string {
  return text.replace(/\[{2,}|\]{2,}/gu, (brackets) => brackets.slice(0, 1));
}
