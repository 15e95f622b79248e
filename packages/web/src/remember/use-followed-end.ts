// Hook that keeps the end of the talk in view, and holds the beginning of a new reply still while the reply grows.

import { useLayoutEffect, useRef } from 'react';

interface FollowedTalk {
  /** Whether the list is at its end to begin with. */
  readonly isBegun: boolean;
  readonly isAnswering: boolean;
  /** The newest event of the talk. */
  readonly newest: number;
  /** How often the person has sent something from this page: then the end comes into view, wherever they were. */
  readonly sent: number;
}

/** A reply that is held at the top of the list. */
interface Hold {
  /**
   * How far the list was last scrolled for it. For a new reply, NaN if it is to be brought into view, and -Infinity if
   * not, because the person is elsewhere.
   */
  top: number;
  /** The newest event when the reply was complete; undefined while it comes. */
  newest: number | undefined;
}

const nearEnd = 120;
/** How many pixels of the text above a reply are still seen. */
const above = 12;
/** The message that is answered stays in view above the reply, unless it takes up more of the list than this share. */
const mostAbove = 0.4;

/**
 * If the end of the list was in view, it stays in view, even if a message turns out to be longer than was estimated. A
 * new reply begins at the top of the list and grows downward into room that is made for it, so that what is read does
 * not move. If the person reads something earlier, new messages move nothing.
 */
export function useFollowedEnd({ isBegun, isAnswering, newest, sent }: FollowedTalk) {
  const scroller = useRef<HTMLElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(isBegun);
  const held = useRef<Hold>(undefined);
  useLayoutEffect(() => {
    const parts = listParts(scroller.current, column.current, room.current);
    if (parts === undefined) return;
    const { element, inside } = parts;
    const handleScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    };
    const observer = new ResizeObserver(() => {
      if (held.current !== undefined) followReply(held.current, parts);
      else if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(inside);
    observer.observe(element);
    element.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', handleScroll);
    };
  }, []);
  const wasSent = useRef(sent);
  useLayoutEffect(() => {
    if (wasSent.current === sent) return;
    wasSent.current = sent;
    isAtEnd.current = true;
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [sent]);
  const wasAnswering = useRef(isAnswering);
  useLayoutEffect(() => {
    const parts = listParts(scroller.current, column.current, room.current);
    if (parts === undefined) return;
    // The browser would keep the reply where it is when the words that it answers come to stand above it.
    parts.element.style.overflowAnchor = isAnswering && isAtEnd.current ? 'none' : '';
    const change = { wasAnswering: wasAnswering.current, isAnswering, newest, isAtEnd: isAtEnd.current };
    wasAnswering.current = isAnswering;
    const hold = chooseHold(held.current, change);
    if (isAnswering && hold !== undefined) followReply(hold, parts);
    // Something else was said or taken back since the reply was complete.
    if (hold === undefined && held.current !== undefined) clearRoom(parts, isAtEnd.current);
    held.current = hold;
  }, [isAnswering, newest]);
  return { scroller, column, room };
}

interface Change extends Pick<FollowedTalk, 'isAnswering' | 'newest'> {
  readonly wasAnswering: boolean;
  readonly isAtEnd: boolean;
}

/** Returns the reply that is held in its place: from its beginning until something else is said or taken back. */
function chooseHold(
  hold: Hold | undefined,
  { wasAnswering, isAnswering, newest, isAtEnd }: Change,
): Hold | undefined {
  if (isAnswering)
    return wasAnswering ? hold : { top: isAtEnd ? Number.NaN : Number.NEGATIVE_INFINITY, newest: undefined };
  if (hold !== undefined && wasAnswering) hold.newest = newest;
  return hold?.newest === newest ? hold : undefined;
}

interface Parts {
  readonly element: HTMLElement;
  readonly inside: HTMLElement;
  readonly blank: HTMLElement;
}

function listParts(
  element: HTMLElement | null,
  inside: HTMLElement | null,
  blank: HTMLElement | null,
): Parts | undefined {
  return element === null || inside === null || blank === null ? undefined : { element, inside, blank };
}

/** Takes back the room that was made below a reply, and goes to the end if it was in view. */
function clearRoom({ element, blank }: Parts, isAtEnd: boolean): void {
  blank.style.height = '';
  if (isAtEnd) element.scrollTop = element.scrollHeight;
}

/**
 * Makes room below the reply, and scrolls to the message that it answers or, if that is long, to the reply itself. Does
 * not scroll if the person has gone elsewhere meanwhile.
 */
function followReply(hold: Hold, { element, inside, blank }: Parts): void {
  const articles = inside.querySelectorAll<HTMLElement>('article');
  const coming = inside.querySelector<HTMLElement>('[data-coming]');
  const reply = coming ?? articles[articles.length - 1];
  if (reply === undefined) return;
  const said = articles[articles.length - (coming === null ? 2 : 1)];
  const replyTop = measureTop(reply, element);
  const saidTop = said === undefined ? replyTop : measureTop(said, element);
  const isShort = replyTop - saidTop <= mostAbove * element.clientHeight;
  const top = Math.max(0, Math.round((isShort ? saidTop : replyTop) - above));
  const end = measureTop(inside, element) + inside.offsetHeight;
  blank.style.height = `${Math.max(0, Math.ceil(top + element.clientHeight - end))}px`;
  const isThere = Number.isNaN(hold.top) || Math.abs(element.scrollTop - hold.top) < 2 * above;
  if (top !== hold.top && isThere) element.scrollTop = top;
  hold.top = top;
}

/** How far a part is below the beginning of the list, in pixels. */
function measureTop(part: HTMLElement, element: HTMLElement): number {
  return part.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
}
