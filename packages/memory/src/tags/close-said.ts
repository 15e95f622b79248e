// Closes what a model began to say and forgot to close, so that what was shown while it arrived is what it said.

import { linkMarkers, listMarkedSpans, listMarkers, type Marker } from './list-marked-spans.ts';
import { displayTags, type Tag } from './tag.ts';

const shown: ReadonlySet<Tag> = new Set(displayTags);

/**
 * The reply with a closing tag where a shown part is open and the next part begins, or the reply ends. Whatever is
 * doubtful stays as it is: a closing tag of another kind comes next, or a secret was never closed before.
 */
export function closeSaid(reply: string): string {
  const markers = listMarkers(reply);
  const closings = linkMarkers(markers);
  const isInside = buildInside(reply);
  const pieces: string[] = [];
  let reached = 0;
  for (const [index, marker] of markers.entries()) {
    if (marker.isClosing || closings[index] !== undefined || isInside(marker)) continue;
    if (marker.tag === 'secret') break;
    const next = markers[index + 1];
    if (!shown.has(marker.tag) || next?.isClosing === true) continue;
    const end = next?.from ?? computeEnd(reply, marker);
    pieces.push(reply.slice(reached, end), `</${marker.tag}>`);
    reached = next?.from ?? reply.length;
  }
  return [...pieces, reply.slice(reached)].join('');
}

/** Without the beginning of the closing tag itself, where a reply was cut in the middle of it. */
function computeEnd(reply: string, { tag, to }: Marker): number {
  const at = reply.lastIndexOf('<');
  const isCut = at >= to && `</${tag}>`.startsWith(reply.slice(at).toLowerCase());
  return isCut ? at : reply.length;
}

/** Whether a marker stands inside of a part that is whole; asked in the order of the text. */
function buildInside(reply: string): (marker: Marker) => boolean {
  const spans = listMarkedSpans(reply, { from: 0, to: reply.length });
  let nearest = 0;
  return ({ from }) => {
    while ((spans[nearest]?.to ?? from + 1) <= from) nearest += 1;
    return (spans[nearest]?.from ?? from) < from;
  };
}
