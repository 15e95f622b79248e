// Renders the block after a narrative for the built-in narrator, in the form that is asked of a model.

export interface AfterPartToRender {
  readonly summary: string;
  readonly tags: readonly string[];
  /** Between 0 and 1. */
  readonly importance: number;
  readonly suggestions: readonly string[];
}

/** Renders the block for a narrator that is not a language model; `parse-after.ts` parses the block again. */
export function renderAfterPart({ summary, tags, importance, suggestions }: AfterPartToRender): string {
  const lines = [
    `summary: ${toOneLine(summary)}`,
    `tags: ${tags.map(toOneLine).join(', ')}`,
    `importance: ${importance}`,
    ...suggestions.map((suggestion) => `- ${toOneLine(suggestion)}`),
  ];
  return `\n\n<after>\n${lines.join('\n')}\n</after>`;
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
