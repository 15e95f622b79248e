// Rendering: tagged parts into the text of a message, so that parsing it gives the same parts again.

import type { Span, Tag } from './tag.ts';

export interface RenderedMessage {
  /** A configured voice. */
  readonly actor?: string | undefined;
  readonly spans: readonly Pick<Span, 'tag' | 'content'>[];
}

/**
 * A part for each line. What would open or close a part's own tag inside of it cannot have come out of a message; its
 * bracket is turned into one that only looks alike, so that the parts stay as many and as they are tagged.
 */
export function renderMessage({ actor, spans }: RenderedMessage): string {
  const parts = spans.map(({ tag, content }) => `<${tag}>${escapeTag(content, tag)}</${tag}>`);
  const body = parts.join('\n');
  return actor === undefined ? body : `<${actor}>\n${body}\n</${actor}>`;
}

function escapeTag(content: string, tag: Tag): string {
  return content.replace(new RegExp(`<(/?${tag}>)`, 'gi'), '‹$1');
}
