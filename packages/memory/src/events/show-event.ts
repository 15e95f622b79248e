// Showing an event: what of a message stands in a conversation, and nothing that was kept to oneself.

import { displayTags, type Span, type Tag, workingTags } from '../tags/tag.ts';
import type { MemoryEvent } from './event.ts';

const shown: ReadonlySet<Tag> = new Set(displayTags);
const heldMarker = new RegExp(`<(/?)(${workingTags.join('|')})>`, 'gi');

/** What is shown of an event; nothing where nothing of it is. */
export function showEvent(event: Pick<MemoryEvent, 'isShown'>, spans: readonly Span[]): string {
  return event.isShown ? showSpans(spans) : '';
}

/**
 * What is said as it stands, what is done between asterisks, what is narrated as it stands, a line each. A feeling, a
 * secret or another thing held in mind never shows, not even where it was written inside of something said.
 */
export function showSpans(spans: readonly Span[]): string {
  return spans
    .filter((span) => shown.has(span.tag))
    .map((span) => ({ tag: span.tag, content: hideHeld(span.content).trim() }))
    .filter(({ content }) => content !== '')
    .map(({ tag, content }) => (tag === 'do' ? `*${content}*` : content))
    .join('\n');
}

/** Leaves out what stands between a working tag and its end; a secret that is never closed hides all that follows. */
function hideHeld(content: string): string {
  const kept: string[] = [];
  let from = 0;
  let held: { readonly tag: string; readonly from: number } | undefined;
  for (const match of content.matchAll(heldMarker)) {
    const tag = (match[2] ?? '').toLowerCase();
    if (match[1] === '') {
      if (held?.tag !== 'secret') held = { tag, from: match.index };
    } else if (held?.tag === tag) {
      kept.push(content.slice(from, held.from));
      from = match.index + match[0].length;
      held = undefined;
    }
  }
  kept.push(content.slice(from, held?.tag === 'secret' ? held.from : content.length));
  return kept.join('');
}
