// Completes a reply: decides which of its words outside of tags were said.
import { listCalledOut, listSaidLines } from './list-said-lines.ts';
import { findLookUps } from './parse-look-ups.ts';
import {
  cutHidden,
  cutReach,
  joinGaps,
  listGaps,
  listMarkedSpans,
  listMarkers,
  parseLeadingVoice,
  type Reach,
} from './parse-message.ts';
import { displayTags, type ParsedMessage, type Span, type Tag } from './tag.ts';
import { exampleVoices, type Voice, type Voices } from './voices.ts';

export interface ReplyReading {
  readonly voices?: Voices | undefined;
  /** What the words outside of tags count as; by default, as something said. */
  readonly untaggedReplies?: 'said' | 'processing' | undefined;
  /**
   * Whether most of the reply repeats its wake. If so, text outside of tags counts as said only if no tag says, does or
   * narrates anything.
   */
  readonly isParroted?: boolean;
}

const spoken: ReadonlySet<Tag> = new Set(displayTags);

/**
 * Models forget tags, so words outside of tags may count as said: all of them if no tag says, does or narrates
 * anything, otherwise mainly the words after the first such part. `untaggedReplies` and `isParroted` can prevent this.
 */
export function completeReply(
  message: ParsedMessage,
  { voices = exampleVoices, untaggedReplies = 'said', isParroted = false }: ReplyReading,
): ParsedMessage {
  if (untaggedReplies === 'processing' || message.untagged.trim() === '') return message;
  if (!message.spans.some(({ tag }) => spoken.has(tag))) return asSaid(message, voices.companion);
  return isParroted ? message : addLoose(message, { voices });
}

/**
 * Takes the text outside of tags as said, except calls for look-ups, and what a secret hides that lacks one of its
 * tags.
 */
export function asSaid(message: ParsedMessage, voices: readonly Voice[]): ParsedMessage {
  const { text } = message;
  const { body } = parseLeadingVoice(text, voices);
  if (message.spans.length === 0)
    return { ...message, spans: buildSaid(text, cutLookUps(text, [body])), untagged: '' };
  const markers = listMarkers(text);
  const gaps = listGaps(text, { body, marked: listMarkedSpans(text, body) });
  const isWorded = (gap: Reach) => !isOnlyMarks(text, gap);
  const said = buildSaid(text, cutLookUps(text, cutHidden(gaps.filter(isWorded), markers)));
  return { ...message, spans: joinSpans(message.spans, said), untagged: '' };
}

export interface LooseReading {
  readonly voices: Voices;
  /**
   * Set if the text is only the beginning of a reply: the tag that begins right after it, or `none` if no tag has begun
   * there yet.
   */
  readonly next?: Tag | 'none';
}

/**
 * Takes as said what a reply says outside of tags: after its first part that is shown, or calling out right before it.
 * Returns the message unchanged if no part is shown.
 */
export function addLoose(message: ParsedMessage, { voices, next }: LooseReading): ParsedMessage {
  const { text } = message;
  const { body } = parseLeadingVoice(text, voices.companion);
  const marked = listMarkedSpans(text, body);
  const begun = next !== undefined && next !== 'none' && spoken.has(next) ? body.to : undefined;
  const first = marked.find(({ tag }) => spoken.has(tag))?.from ?? begun;
  if (first === undefined) return message;
  const gaps = cutHidden(listGaps(text, { body, marked }), listMarkers(text));
  // If only the beginning of a reply is there, whether its last words are said depends on what will follow
  // them.
  const known = next === 'none' ? gaps.filter(({ to }) => to < body.to) : gaps;
  const open = cutLookUps(text, known).flatMap((gap) => listOpenPieces(text, gap));
  const lines = open.flatMap((piece) => {
    if (piece.from >= first) return listSaidLines(text, piece);
    return piece.to === first ? listCalledOut(text, piece) : [];
  });
  const parts = [...marked, ...lines].sort((one, other) => one.from - other.from);
  return {
    ...message,
    spans: joinSpans(message.spans, buildSaid(text, lines)),
    untagged: joinGaps(text, listGaps(text, { body, marked: parts })),
  };
}

/**
 * The pieces of a gap, divided by tags that lack their other half. What follows an opening tag does not count, nor what
 * comes before the end of a secret.
 */
function listOpenPieces(text: string, gap: Reach): readonly Reach[] {
  let pieces: Reach[] = [];
  let { from } = gap;
  for (const { tag, isClosing, from: before, to } of listMarkers(cutReach(text, gap), gap.from)) {
    pieces.push({ from, to: before });
    if (!isClosing) return pieces;
    if (tag === 'secret') pieces = [];
    from = to;
  }
  return [...pieces, { from, to: gap.to }];
}

function isOnlyMarks(text: string, gap: Reach): boolean {
  const markers = listMarkers(cutReach(text, gap), gap.from);
  const ends = [...markers.map(({ from }) => from), gap.to];
  const starts = [gap.from, ...markers.map(({ to }) => to)];
  return starts.every((from, index) => text.slice(from, ends[index]).trim() === '');
}

function joinSpans(one: readonly Span[], other: readonly Span[]): readonly Span[] {
  return [...one, ...other].sort((first, second) => first.start - second.start);
}

function buildSaid(text: string, gaps: readonly Reach[]): readonly Span[] {
  return gaps.map((gap): Span => ({ tag: 'say', content: cutReach(text, gap), start: gap.from }));
}

/** The text between calls for look-ups; all of it if there are none. */
function cutLookUps(text: string, gaps: readonly Reach[]): readonly Reach[] {
  return gaps.flatMap((gap) => {
    const found = findLookUps(cutReach(text, gap));
    if (found.length === 0) return [gap];
    const starts = [gap.from, ...found.map(({ to }) => gap.from + to)];
    const ends = [...found.map(({ from }) => gap.from + from), gap.to];
    return starts
      .map((from, index) => ({ from, to: ends[index] ?? from }))
      .filter((piece) => cutReach(text, piece).trim() !== '');
  });
}
