// Extracts what is said from another program's text: removes tag markers, and parts that would only be held in mind.

import { linkMarkers, listMarkers } from './parse-message.ts';
import { isWorkingTag } from './tag.ts';

/**
 * Returns the words outside of parts that are only held in mind, without markers of tags. A marker that only arises
 * where another was cut out is shown with other brackets, such as ‹plan›. Takes time in proportion to the text.
 */
export function extractSaid(text: string): string {
  const markers = listMarkers(text);
  const closings = linkMarkers(markers);
  const pieces: string[] = [];
  let reached = 0;
  for (const [index, { tag, from, to }] of markers.entries()) {
    if (from < reached) continue;
    pieces.push(text.slice(reached, from));
    reached = isWorkingTag(tag) ? (closings[index]?.to ?? to) : to;
  }
  return escapeMarkers([...pieces, text.slice(reached)].join('')).trim();
}

function escapeMarkers(text: string): string {
  const pieces: string[] = [];
  let reached = 0;
  for (const { from, to } of listMarkers(text)) {
    pieces.push(text.slice(reached, from), `‹${text.slice(from + 1, to - 1)}›`);
    reached = to;
  }
  return [...pieces, text.slice(reached)].join('');
}
