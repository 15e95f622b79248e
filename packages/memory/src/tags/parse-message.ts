// Parses a message: divides its text into the speaker, the tagged parts, and the text outside of tags.
import { displayTags, type ParsedMessage, type Span, type Tag, workingTags } from './tag.ts';
import { exampleVoices, type Voice, type Voices } from './voices.ts';

export interface UserMessageOptions {
  /** The voice that speaks if the text itself does not name one. */
  readonly actor?: string;
  /** The tags that are given to text outside of tags; if the list is empty, this text stays untagged. */
  readonly tags?: readonly Tag[];
  readonly voices?: Voices;
}

/** Parses a message of the person: text outside of tags is given the caller's tags, by default `say`. */
export function parseUserMessage(text: string, options: UserMessageOptions = {}): ParsedMessage {
  const { tags = ['say'], voices = exampleVoices } = options;
  const { actor, marked, gaps } = splitMessage(text, voices.user);
  const shown = cutHidden(gaps, listMarkers(text));
  const taken = shown.flatMap((gap) =>
    tags.map((tag) => ({ tag, content: cutReach(text, gap), start: gap.from })),
  );
  const spans = [...marked.map(buildSpan), ...taken].sort((one, other) => one.start - other.start);
  return {
    text,
    actor: actor ?? options.actor,
    spans,
    untagged: tags.length === 0 ? joinGaps(text, gaps) : '',
  };
}

/** Parses a reply of the companion: text outside of tags counts as its thinking, which is stored and not shown. */
export function parseResponse(text: string, options: { readonly voices?: Voices } = {}): ParsedMessage {
  const { voices = exampleVoices } = options;
  const { actor, marked, gaps } = splitMessage(text, voices.companion);
  return { text, actor, spans: marked.map(buildSpan), untagged: joinGaps(text, gaps) };
}

/** Leaves out the gaps after a secret that was never closed, and the gaps before a secret that was never opened. */
export function cutHidden(gaps: readonly Reach[], markers: readonly Marker[]): readonly Reach[] {
  const closings = linkMarkers(markers);
  const closed = new Set(closings);
  const isLoose = (one: Marker, index: number) =>
    one.tag === 'secret' && (one.isClosing ? !closed.has(one) : closings[index] === undefined);
  const loose = markers.filter(isLoose);
  const opened = loose.find(({ isClosing }) => !isClosing)?.from ?? Number.POSITIVE_INFINITY;
  const ended = loose.findLast(({ isClosing }) => isClosing)?.from ?? 0;
  return gaps.filter(({ from, to }) => from <= opened && to >= ended);
}

function splitMessage(text: string, voices: readonly Voice[]) {
  const { voice, body } = parseLeadingVoice(text, voices);
  const marked = listMarkedSpans(text, body);
  return { actor: voice, marked, gaps: listGaps(text, { body, marked }) };
}

interface Divided {
  readonly body: Reach;
  readonly marked: readonly Reach[];
}

/** The text between tagged parts, without blank gaps. */
export function listGaps(text: string, { body, marked }: Divided): Reach[] {
  const starts = [body.from, ...marked.map((span) => span.to)];
  const ends = [...marked.map((span) => span.from), body.to];
  return starts
    .map((from, index) => ({ from, to: ends[index] ?? from }))
    .filter((gap) => cutReach(text, gap).trim() !== '');
}

export function joinGaps(text: string, gaps: readonly Reach[]): string {
  return gaps.map((gap) => cutReach(text, gap)).join('\n');
}

function buildSpan({ tag, content, start }: MarkedSpan): Span {
  return { tag, content, start };
}

export function cutReach(text: string, { from, to }: Reach): string {
  return text.slice(from, to);
}

/** The voice of a message and the part of its text that the voice says; the whole text if no voice is named. */
interface LeadingVoice {
  readonly voice: string | undefined;
  readonly body: Reach;
}

const opening = /^\s*<([a-z][a-z0-9'-]{0,63})(\/?)>/;

/**
 * Reads a configured voice from a tag at the beginning that is closed at the end of the message, closed immediately
 * (`<sage></sage>`), or self-closing (`<sage/>`). Any other tag there names no voice, not even the tag of somebody who
 * has a memory of their own.
 */
export function parseLeadingVoice(text: string, voices: readonly Voice[]): LeadingVoice {
  const whole = { voice: undefined, body: { from: 0, to: text.length } };
  const match = opening.exec(text);
  const id = match?.[1];
  const isOwn = voices.some((voice) => voice.id === id && voice.ownMemory !== true);
  if (match === null || id === undefined || !isOwn) return whole;
  const from = match[0].length;
  if (match[2] === '/') return { voice: id, body: { from, to: text.length } };
  const closing = `</${id}>`;
  if (text.startsWith(closing, from)) {
    return { voice: id, body: { from: from + closing.length, to: text.length } };
  }
  const end = text.trimEnd().length;
  if (!text.slice(from, end).endsWith(closing)) return whole;
  return { voice: id, body: { from, to: end - closing.length } };
}

const marker = new RegExp(`<(/?)(${[...displayTags, ...workingTags].join('|')})>`, 'gi');

/** A span including its tags: from `from` up to, but not including, `to`. */
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

type Linked = Pick<Marker, 'isClosing'> & { readonly tag: string };

/** A part of a text, from `from` up to, but not including, `to`. */
export interface Reach {
  readonly from: number;
  readonly to: number;
}

/**
 * Lists the spans of a text in order, none inside another. An opening tag belongs to a closing tag only if that
 * is the next marker of the same name, so that a forgotten closing tag never swallows the following text. Takes
 * time in proportion to the text.
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

/** Every marker of a text, in order; `offset` is added to their positions. */
export function listMarkers(text: string, offset = 0): Marker[] {
  return [...text.matchAll(marker)].map((match) => ({
    tag: (match[2] ?? '').toLowerCase() as Tag,
    isClosing: match[1] === '/',
    from: offset + match.index,
    to: offset + match.index + match[0].length,
  }));
}

/**
 * For each marker in order, its closing marker: the next marker of the same name, if it closes. Undefined for all
 * others.
 */
export function linkMarkers<One extends Linked>(markers: readonly One[]): readonly (One | undefined)[] {
  const next = new Map<string, One>();
  const closings: (One | undefined)[] = [];
  for (const one of markers.toReversed()) {
    const following = next.get(one.tag);
    closings.push(!one.isClosing && following?.isClosing === true ? following : undefined);
    next.set(one.tag, one);
  }
  return closings.reverse();
}
