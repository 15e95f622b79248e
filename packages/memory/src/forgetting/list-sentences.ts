// Lists the sentences of a message that can be forgotten alone, each with its place in the message's text.
import { splitAtSentences } from '@terrarium/kernel/split-at-sentences';
import { showSpans } from '../events/show-event.ts';
import { isPrivate } from '../tags/nested-parts.ts';
import { linkMarkers, listMarkers, type Reach } from '../tags/parse-message.ts';
import { displayTags, type Span, type Tag } from '../tags/tag.ts';
import { joinAbbreviated } from '../topics/utterance.ts';
import type { Part, TaggedText } from './cut-parts.ts';

export interface MomentSentence extends Part {
  /** The number of the sentence, counted from 1. */
  readonly number: number;
  /** The sentence as it is shown, without anything that is kept private. */
  readonly shown: string;
}

const displayed: ReadonlySet<Tag> = new Set(displayTags);

/**
 * Something private belongs to the sentence around it or before it, or to the first sentence if nothing comes
 * before it. A tag is never cut in two.
 */
export function listSentences({ text, spans }: TaggedText): readonly MomentSentence[] {
  const parts: Shown[] = [];
  let isOpen = false;
  for (const span of spans) {
    const hidden = isPrivate(span.tag) ? findMarked(text, span) : undefined;
    if (hidden !== undefined) addHidden(parts, hidden);
    else if (displayed.has(span.tag)) addShown(parts, splitSpan(span), isOpen);
    isOpen = hidden !== undefined;
  }
  return parts.filter(({ shown }) => shown !== '').map((part, index) => ({ ...part, number: index + 1 }));
}

type Shown = Omit<MomentSentence, 'number'>;

/** The place of a part together with its tags; undefined if it has no tags in the text. */
function findMarked(text: string, { tag, start, content }: Span): Reach | undefined {
  const [opening, closing] = [`<${tag}>`, `</${tag}>`];
  const [from, end] = [start - opening.length, start + content.length];
  const to = end + closing.length;
  const isMarked =
    text.slice(from, start).toLowerCase() === opening && text.slice(end, to).toLowerCase() === closing;
  return from >= 0 && isMarked ? { from, to } : undefined;
}

function addHidden(parts: Shown[], { from, to }: Reach): void {
  const last = parts.pop();
  parts.push({ from: last?.from ?? from, to, shown: last?.shown ?? '' });
}

const ended = /[.!?…]["”’)*]*$/u;

/**
 * `isOpen`: whether something private comes just before. If so, the first new part continues the sentence
 * before it, unless that sentence has ended.
 */
function addShown(parts: Shown[], [first, ...others]: readonly Shown[], isOpen: boolean): void {
  if (first === undefined) return;
  const last = parts.at(-1);
  const isOneSentence = last !== undefined && isOpen && !ended.test(last.shown);
  if (isOneSentence) parts.pop();
  const joined = isOneSentence
    ? { from: last.from, to: first.to, shown: `${last.shown} ${first.shown}`.trim() }
    : first;
  parts.push(joined, ...others);
}

function splitSpan(span: Span): readonly Shown[] {
  const { content, start } = span;
  const joined: Reach[] = [];
  let from = 0;
  for (const to of listEnds(content)) {
    const sentence = { from: from + countBlanks(content, from), to };
    const last = joined.at(-1);
    if (last !== undefined && showSentence(span, sentence) === '')
      joined[joined.length - 1] = { ...last, to };
    else joined.push(sentence);
    from = to;
  }
  const [first, second, ...others] = joined;
  const isFirstHidden = first !== undefined && second !== undefined && showSentence(span, first) === '';
  const kept = isFirstHidden ? [{ from: first.from, to: second.to }, ...others] : joined;
  return kept.flatMap((sentence) => {
    const shown = showSentence(span, sentence);
    return shown === '' ? [] : [{ from: start + sentence.from, to: start + sentence.to, shown }];
  });
}

/** The sentence as it is shown; empty if it has neither a letter nor a number, since marks alone are no sentence. */
function showSentence({ tag, start, content }: Span, { from, to }: Reach): string {
  const shown = showSpans([{ tag, start: start + from, content: content.slice(from, to) }]);
  return /[\p{L}\p{N}]/u.test(shown) ? shown : '';
}

/**
 * Lists where sentences end: after their marks and outside of all tags, in ascending order. If a tag lacks its other
 * half, lists only the end of the content.
 */
function listEnds(content: string): readonly number[] {
  const markers = listMarkers(content);
  const closings = linkMarkers(markers);
  const closed = new Set(closings);
  const isOpen = markers.some((one, at) => (one.isClosing ? !closed.has(one) : closings[at] === undefined));
  // A tag that was never closed or opened may hide everything around it, so nothing there is taken apart.
  if (isOpen) return [content.trimEnd().length];
  const plain = fillBlanks(content, markers);
  const nests = markers.flatMap(({ from }, at): readonly Reach[] => {
    const closing = closings[at];
    return closing === undefined ? [] : [{ from, to: closing.to }];
  });
  const ends = splitPlain(plain).map((end) => findEnd(content, end));
  return ends.filter((end) => !nests.some(({ from, to }) => from < end && end < to));
}

function fillBlanks(text: string, markers: readonly Reach[]): string {
  let filled = '';
  for (const { from, to } of markers) filled += text.slice(filled.length, from) + ' '.repeat(to - from);
  return filled + text.slice(filled.length);
}

/** Matches the number of a line in a list, which is not a sentence. */
const listNumber = /^\s*\d{1,3}[.)]\s+$/u;

function splitPlain(plain: string): readonly number[] {
  const ends: number[] = [];
  let offset = 0;
  for (const line of plain.split('\n')) {
    let at = offset;
    for (const segment of joinAbbreviated(splitAtSentences(line))) {
      if (segment.trim() !== '' && !listNumber.test(segment)) ends.push(at + segment.trimEnd().length);
      at += segment.length;
    }
    offset += line.length + 1;
  }
  return ends;
}

const closingTag = /^\s*<\/[a-z]+>/iu;

function findEnd(content: string, end: number): number {
  let at = end;
  for (let found = closingTag.exec(content.slice(at, at + 40)); found !== null; ) {
    at += found[0].length;
    found = closingTag.exec(content.slice(at, at + 40));
  }
  return at;
}

function countBlanks(content: string, from: number): number {
  const rest = content.slice(from);
  return rest.length - rest.trimStart().length;
}
