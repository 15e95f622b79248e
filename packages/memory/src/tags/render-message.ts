// Rendering: tagged parts into the text of a message, so that parsing it gives the same parts again.

import type { Span, Tag } from './tag.ts';

export interface RenderedMessage {
  /** A configured voice. */
  readonly actor?: string | undefined;
  readonly spans: readonly Pick<Span, 'tag' | 'content'>[];
}

/**
 * One line for each part. A part's own tag inside its content cannot have come from a message: its bracket is replaced
 * by one that only looks like it, so that the parts keep their number and their tags.
 */
export function renderMessage({ actor, spans }: RenderedMessage): string {
  const parts = spans.map(({ tag, content }) => `<${tag}>${escapeTag(content, tag)}</${tag}>`);
  const body = parts.join('\n');
  return actor === undefined ? body : `<${actor}>\n${body}\n</${actor}>`;
}

function escapeTag(content: string, tag: Tag): string {
  return content.replace(new RegExp(`<(/?${tag}>)`, 'gi'), '‹$1');
}
