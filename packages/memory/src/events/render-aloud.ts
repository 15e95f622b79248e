// Renders what everybody hears of a message: what is said, done and narrated, and nothing that is kept to oneself.

import { displayTags, type Span, type Tag, workingTags } from '../tags/tag.ts';
import { showPart } from './show-event.ts';

const shown: ReadonlySet<Tag> = new Set(displayTags);
/** A tag that somebody who hears the message would take for the speaker's own: leaving parts out may have put it together. */
const ownTag = new RegExp(`<(?=/?(?:${[...displayTags, ...workingTags].join('|')})>)`, 'giu');

/** With the tags that are shown and no others; as plain text if the message is only said. Empty if nothing is shown. */
export function renderAloud(spans: readonly Span[]): string {
  const parts = spans
    .filter(({ tag }) => shown.has(tag))
    .map((span) => ({ tag: span.tag, text: showPart(span).replace(ownTag, '‹') }))
    .filter(({ text }) => text !== '');
  const [only] = parts;
  if (only?.tag === 'say' && parts.length === 1 && !only.text.includes('<')) return only.text;
  return parts.map(({ tag, text }) => `<${tag}>${text}</${tag}>`).join('\n');
}
