// Markers: the opening and closing tags of a text and which of them belong together, in one pass.

import { displayTags, type Span, type Tag, workingTags } from './tag.ts';

const marker = new RegExp(`<(/?)(${[...displayTags, ...workingTags].join('|')})>`, 'gi');

/** A span with the whole of its markup: from `from` up to and without `to`. */
export interface MarkedSpan extends Span {
  readonly from: number;
  readonly to: number;
}

export interface Marker {
  readonly tag: Tag;
  readonly isClosing: boolean;
  readonly from: number;
  readonly to: number;
}

/** A part of a text, from `from` up to and without `to`. */
export interface Reach {
  readonly from: number;
  readonly to: number;
}

/**
 * The spans of a text, in order, none inside another. An opening tag belongs to a closing one when that is the next
 * marker of its own name: so one that was forgotten never swallows what follows. Takes time in proportion to the text.
 */
export function listMarkedSpans(text: string, { from, to }: Reach): MarkedSpan[] {
  const markers = listMarkers(text.slice(from, to), from);
  const closings = linkMarkers(markers);
  const spans: MarkedSpan[] = [];
  let reached = from;
  for (const [index, opening] of markers.entries()) {
    const closing = closings[index];
    if (closing === undefined || opening.from < reached) continue;
    const content = text.slice(opening.to, closing.from);
    spans.push({ tag: opening.tag, content, start: opening.to, from: opening.from, to: closing.to });
    reached = closing.to;
  }
  return spans;
}

/** Every marker of a text, in order. */
export function listMarkers(text: string, offset = 0): Marker[] {
  return [...text.matchAll(marker)].map((match) => ({
    tag: (match[2] ?? '').toLowerCase() as Tag,
    isClosing: match[1] === '/',
    from: offset + match.index,
    to: offset + match.index + match[0].length,
  }));
}

/** For each marker that opens, the one that closes it. */
export function linkMarkers(markers: readonly Marker[]): readonly (Marker | undefined)[] {
  const next = new Map<Tag, Marker>();
  const closings: (Marker | undefined)[] = [];
  for (const one of markers.toReversed()) {
    const following = next.get(one.tag);
    closings.push(!one.isClosing && following?.isClosing === true ? following : undefined);
    next.set(one.tag, one);
  }
  return closings.reverse();
}
