// Renders the part of a message that is shown in a conversation, without anything that is kept private.

import { closeTags } from '../tags/close-tags.ts';
import { addLoose, type ReplyReading } from '../tags/complete-reply.ts';
import { insertDashes } from '../tags/insert-dashes.ts';
import { type JoinedPiece, joinPieces } from '../tags/join-pieces.ts';
import { moveCommands } from '../tags/move-commands.ts';
import { isPrivate, type Piece, readNestedParts } from '../tags/nested-parts.ts';
import { linkMarkers, listMarkers, parseResponse } from '../tags/parse-message.ts';
import { displayTags, type Span, type Tag, workingTags } from '../tags/tag.ts';
import { translateTags } from '../tags/translate-tags.ts';
import { exampleVoices } from '../tags/voices.ts';
import type { MemoryEvent } from './event.ts';

const shown: ReadonlySet<Tag> = new Set(displayTags);

/** The part of an event's text that is shown; empty if nothing is shown. */
export function showEvent(event: Pick<MemoryEvent, 'isShown'>, spans: readonly Span[]): string {
  return event.isShown ? showSpans(spans) : '';
}

/**
 * What is said or narrated is shown as it is, and what is done is put between asterisks; each part has a line of its
 * own. A plan, or anything else held in mind, is shown only if it was written within one of these parts. A feeling, a
 * thought or a secret is never shown.
 */
export function showSpans(spans: readonly Span[]): string {
  return spans
    .filter((span) => shown.has(span.tag))
    .map(showSpan)
    .filter((line) => line !== '')
    .join('\n');
}

/** The text of one part without its tags, and without any secret, feeling or thought inside it. */
export function showPart({ tag, content }: Pick<Span, 'tag' | 'content'>): string {
  const own = isPrivate(tag) ? 1 : 0;
  const pieces = readNestedParts({ tag, content }).pieces.map(({ text, within, isCut }) => ({
    text,
    isHidden: isCut || within.filter((nest) => isPrivate(nest.tag)).length > own,
  }));
  return joinPieces(pieces).trim();
}

function showSpan(span: Pick<Span, 'tag' | 'content'>): string {
  const groups = groupByTag(insertDashes(readNestedParts(span).pieces));
  const pieces = groups.flatMap(({ tag, visible }) => (tag === 'do' ? withAsterisks(visible) : visible));
  return joinPieces(pieces).trim();
}

interface Group {
  readonly tag: Tag | undefined;
  readonly visible: JoinedPiece[];
}

/**
 * Groups pieces that follow each other and are all said, all done or all narrated, together with the hidden
 * text between them.
 */
function groupByTag(pieces: readonly Piece[]): readonly Group[] {
  const groups: Group[] = [];
  for (const { text, within, isCut } of pieces) {
    const tag = within.findLast((nest) => shown.has(nest.tag))?.tag;
    if (groups.at(-1)?.tag !== tag) groups.push({ tag, visible: [] });
    groups.at(-1)?.visible.push({ text, isHidden: isCut || within.some((nest) => isPrivate(nest.tag)) });
  }
  return groups;
}

function withAsterisks(pieces: readonly JoinedPiece[]): readonly JoinedPiece[] {
  const isSeen = ({ text, isHidden }: JoinedPiece) => !isHidden && text.trim() !== '';
  const [first, last] = [pieces.findIndex(isSeen), pieces.findLastIndex(isSeen)];
  return pieces.map((piece, index) => {
    const opened = index === first ? piece.text.replace(/\S/u, '*$&') : piece.text;
    const kept = opened.trimEnd();
    const text = index === last ? `${kept}*${opened.slice(kept.length)}` : opened;
    return { ...piece, text };
  });
}

const marker = new RegExp(`<(/?)(${[...displayTags, ...workingTags].join('|')})>`, 'gi');

interface Opening {
  readonly tag: Tag;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns what can be shown of a text that has only partly arrived. What is shown once stays when more arrives,
 * provided that the tags are closed in the end. Text outside of tags is held back until the next tag. In an open
 * part, text from a `<` on is held back while it may still become a tag.
 */
export function showPartial(
  arrived: string,
  { voices = exampleVoices, untaggedReplies = 'said' }: ReplyReading = {},
): string {
  const text = translateTags(arrived, { voices, isPartial: true });
  const open = findOpen(text);
  // Closes the tags as they will be closed in the whole reply, so that tags that cross are not shown meanwhile.
  const closed = parseResponse(moveCommands(closeTags(text.slice(0, open?.from))), { voices });
  const isSaid = untaggedReplies === 'said';
  const whole = isSaid ? addLoose(closed, { voices, next: open?.tag ?? 'none' }) : closed;
  const before = showSpans(whole.spans);
  if (open === undefined) return before;
  const partial = showArrived(open.tag, text.slice(open.to));
  return [before, partial].filter((part) => part !== '').join('\n');
}

/** Returns what can be shown of a part that is still open; of the tags inside it, only closed ones are read. */
function showArrived(tag: Tag, content: string): string {
  if (!shown.has(tag)) return '';
  // The last pins are held back: only what follows a pin tells whether it is a note, and notes are not shown.
  const known = cutLastPins(cutAtMark(content));
  const all = showSpans(parseResponse(moveCommands(`<${tag}>${known}</${tag}>`)).spans);
  return tag === 'do' && all.endsWith('*') ? all.slice(0, -1) : all;
}

/**
 * Cuts off the pins at the end, one by one: a single pattern for all of them would begin again at each place of a
 * long text.
 */
function cutLastPins(text: string): string {
  let rest = text;
  for (;;) {
    const kept = rest.trimEnd();
    const closing = kept.length - '</pin>'.length;
    const opening = closing > 0 ? kept.lastIndexOf('<', closing - 1) : -1;
    const isPin =
      opening >= 0 &&
      kept.slice(closing).toLowerCase() === '</pin>' &&
      kept.slice(opening, opening + '<pin>'.length).toLowerCase() === '<pin>';
    if (!isPin) return rest;
    rest = kept.slice(0, opening);
  }
}

/** The first tag that was opened and not closed yet; if the same tag was opened again, its last opening. */
function findOpen(text: string): Opening | undefined {
  let open: Opening | undefined;
  for (const match of text.matchAll(marker)) {
    const tag = (match[2] ?? '').toLowerCase() as Tag;
    const isClosing = match[1] === '/';
    if (open === undefined && !isClosing) {
      open = { tag, from: match.index, to: match.index + match[0].length };
    } else if (open?.tag === tag) {
      open = isClosing ? undefined : { tag, from: match.index, to: match.index + match[0].length };
    }
  }
  return open;
}

/**
 * Cuts before the first tag that has no other half yet; if it is inside other tags, before the outermost of them. If
 * all tags are complete, cuts before text that may become a tag.
 */
function cutAtMark(content: string): string {
  const markers = listMarkers(content);
  const closings = linkMarkers(markers);
  const closed = new Set(closings);
  let [outermost, until] = [0, 0];
  for (const [index, one] of markers.entries()) {
    const closing = closings[index];
    if (one.from >= until) outermost = one.from;
    if (one.isClosing ? !closed.has(one) : closing === undefined) return content.slice(0, outermost);
    until = Math.max(until, closing?.to ?? 0);
  }
  const at = content.indexOf('<', markers.at(-1)?.to ?? 0);
  return at === -1 ? content : content.slice(0, at);
}
