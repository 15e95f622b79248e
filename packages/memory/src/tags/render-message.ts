// Renders tagged parts as the text of a message, from which parsing returns the same parts.

import type { Span, Tag } from './tag.ts';

export interface RenderedMessage {
  /** The id of a configured voice. */
  readonly actor?: string | undefined;
  readonly spans: readonly Pick<Span, 'tag' | 'content'>[];
}

/**
 * Begins a line for each part. A part's own tag inside its content cannot have come from a message. Its bracket is
 * replaced by a similar character, so that the number and tags of the parts stay the same.
 */
export function renderMessage({ actor, spans }: RenderedMessage): string {
  const parts = spans.map(({ tag, content }) => `<${tag}>${escapeTag(content, tag)}</${tag}>`);
  const body = parts.join('\n');
  return actor === undefined ? body : `<${actor}>\n${body}\n</${actor}>`;
}

function escapeTag(content: string, tag: Tag): string {
  return content.replace(new RegExp(`<(/?${tag}>)`, 'gi'), '‹$1');
}
