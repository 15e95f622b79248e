// Show event: the part of a message that stands in a conversation, and nothing that was kept to oneself.

import { parseResponse } from '../tags/parse-message.ts';
import { displayTags, type Span, type Tag, workingTags } from '../tags/tag.ts';
import type { MemoryEvent } from './event.ts';

const shown: ReadonlySet<Tag> = new Set(displayTags);
const heldMarker = new RegExp(`<(/?)(${workingTags.join('|')})>`, 'gi');

/** The text that is shown of an event; empty where nothing of it is. */
export function showEvent(event: Pick<MemoryEvent, 'isShown'>, spans: readonly Span[]): string {
  return event.isShown ? showSpans(spans) : '';
}

/**
 * What is said or narrated as it stands and what is done between asterisks, one line each. A feeling, a secret or
 * anything else that is held in mind never shows, not even where it was written within something said.
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
 * Leaves out everything between a tag of working memory and its end. A secret that is never closed hides all that
 * follows, and one that was never opened all that stands before.
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
  /**
   * The parts that are shown so far; the list grows in place, since a long text would otherwise be copied again and
   * again.
   */
  readonly kept: string[];
  /** Where the part begins that is not decided yet. */
  readonly from: number;
  readonly held: Found | undefined;
}

/** A tag within a secret is part of the secret. */
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
 * What can be shown of a text of which only this much has arrived. As more arrives, the same is shown with more behind
 * it, if the tags are closed in the end. Text outside of tags waits, and so does what follows a `<` in an open part,
 * which may be the next tag.
 */
export function showPartial(text: string): string {
  const open = findOpen(text);
  if (open === undefined) return showSpans(parseResponse(text).spans);
  const before = showSpans(parseResponse(text.slice(0, open.from)).spans);
  const arrived = shown.has(open.tag as Tag) ? cutAtMark(text.slice(open.to)).trim() : '';
  if (arrived === '') return before;
  return [...(before === '' ? [] : [before]), open.tag === 'do' ? `*${arrived}` : arrived].join('\n');
}

/** The first tag that was opened and not closed yet. */
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
