// Renders what everybody hears of a message: what is said, done and narrated, and nothing that is kept private.

import { displayTags, type Span, type Tag, workingTags } from '../tags/tag.ts';
import { showPart } from './show-event.ts';

const shown: ReadonlySet<Tag> = new Set(displayTags);
/**
 * Matches text that a hearer would take for a tag of the speaker. Such a tag lacks its other half, or arose
 * only because parts were left out.
 */
const ownTag = new RegExp(`<(?=/?(?:${[...displayTags, ...workingTags].join('|')})>)`, 'giu');

/**
 * Renders the parts that are shown, each in its tag, and no others. If there is only one part, and it is said, it
 * becomes plain text unless it contains a `<`. Empty if nothing is shown.
 */
export function renderAloud(spans: readonly Span[]): string {
  const parts = spans
    .filter(({ tag }) => shown.has(tag))
    .map((span) => ({ tag: span.tag, text: showPart(span).replace(ownTag, '‹') }))
    .filter(({ text }) => text !== '');
  const [only] = parts;
  if (only?.tag === 'say' && parts.length === 1 && !only.text.includes('<')) return only.text;
  return parts.map(({ tag, text }) => `<${tag}>${text}</${tag}>`).join('\n');
}
