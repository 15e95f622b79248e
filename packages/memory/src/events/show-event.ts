// Showing an event: what of a message stands in a conversation, and nothing that was kept to oneself.

import { parseResponse } from '../tags/parse-message.ts';
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

/**
 * Leaves out what stands between a working tag and its end. A secret that is never closed hides all that follows, one
 * that was never opened all that stands before.
 */
function hideHeld(content: string): string {
  let reading: Reading = { kept: [], from: 0, held: undefined };
  for (const match of content.matchAll(heldMarker)) {
    const found = {
      tag: (match[2] ?? '').toLowerCase(),
      from: match.index,
      to: match.index + match[0].length,
    };
    reading = match[1] === '' ? startHeld(reading, found) : finishHeld(reading, found, content);
  }
  const { kept, from, held } = reading;
  return [...kept, content.slice(from, held?.tag === 'secret' ? held.from : content.length)].join('');
}

interface Found {
  readonly tag: string;
  readonly from: number;
  readonly to: number;
}

interface Reading {
  /** What is shown so far; grows in place, or a long text would be copied again and again. */
  readonly kept: string[];
  /** Where what is not yet decided begins. */
  readonly from: number;
  readonly held: Found | undefined;
}

/** A tag inside of a secret is part of it. */
function startHeld(reading: Reading, opening: Found): Reading {
  return reading.held?.tag === 'secret' ? reading : { ...reading, held: opening };
}

function finishHeld({ kept, from, held }: Reading, closing: Found, content: string): Reading {
  if (held?.tag === closing.tag) kept.push(content.slice(from, held.from));
  else if (closing.tag === 'secret') kept.length = 0;
  else return { kept, from, held };
  return { kept, from: closing.to, held: undefined };
}

const marker = new RegExp(`<(/?)(${[...displayTags, ...workingTags].join('|')})>`, 'gi');

interface Opening {
  readonly tag: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The beginning of what will be shownTags of a text of which this much has arrived: a longer part of the same reply shows
 * the same and more, where its tags are closed. What stands outside of tags waits, as does what follows a `<` in an
 * open part: it may be the next tag.
 */
export function showPartial(text: string): string {
  const open = findOpen(text);
  if (open === undefined) return showSpans(parseResponse(text).spans);
  const before = showSpans(parseResponse(text.slice(0, open.from)).spans);
  const arrived = shown.has(open.tag as Tag) ? cutAtMark(text.slice(open.to)).trim() : '';
  if (arrived === '') return before;
  return [...(before === '' ? [] : [before]), open.tag === 'do' ? `*${arrived}` : arrived].join('\n');
}

/** The first tag that is open and not yet closed. */
function findOpen(text: string): Opening | undefined {
  let open: Opening | undefined;
  for (const match of text.matchAll(marker)) {
    const tag = (match[2] ?? '').toLowerCase();
    const isClosing = match[1] === '/';
    if (open === undefined && !isClosing) {
      open = { tag, from: match.index, to: match.index + match[0].length };
    } else if (open?.tag === tag) {
      open = isClosing ? undefined : { tag, from: match.index, to: match.index + match[0].length };
    }
  }
  return open;
}

function cutAtMark(content: string): string {
  const at = content.indexOf('<');
  return at === -1 ? content : content.slice(0, at);
}
