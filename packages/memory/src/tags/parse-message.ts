// Parsing: a message's text into who speaks, its tagged parts, and what stands outside of them.
import { displayTags, type ParsedMessage, type Span, type Tag, workingTags } from './tag.ts';
import { exampleVoices, type Voice, type Voices } from './voices.ts';

export interface UserMessageOptions {
  /** Who speaks where the text itself does not say so. */
  readonly actor?: string;
  /** The tags that text outside of tags is given; with none, it stays untagged. */
  readonly tags?: readonly Tag[];
  readonly voices?: Voices;
}

/** A message of the person: text outside of tags is given the caller's tags, by default `say`. */
export function parseUserMessage(text: string, options: UserMessageOptions = {}): ParsedMessage {
  const { tags = ['say'], voices = exampleVoices } = options;
  const { actor, marked, gaps } = splitMessage(text, voices.user);
  const taken = gaps.flatMap((gap) => tags.map((tag) => ({ tag, content: cut(text, gap), start: gap.from })));
  const spans = [...marked.map(buildSpan), ...taken].sort((one, other) => one.start - other.start);
  return {
    text,
    actor: actor ?? options.actor,
    spans,
    untagged: tags.length === 0 ? joinGaps(text, gaps) : '',
  };
}

/** A reply of the companion: what stands outside tags is processing, kept and not shown. */
export function parseResponse(text: string, options: { readonly voices?: Voices } = {}): ParsedMessage {
  const { voices = exampleVoices } = options;
  const { actor, marked, gaps } = splitMessage(text, voices.companion);
  return { text, actor, spans: marked.map(buildSpan), untagged: joinGaps(text, gaps) };
}

/** A message without any known tag, with its whole text taken as said. */
export function asSaid(message: ParsedMessage, voices: readonly Voice[]): ParsedMessage {
  const { body } = parseLeadingVoice(message.text, voices);
  const said: Span = { tag: 'say', content: cut(message.text, body), start: body.from };
  return { ...message, spans: [said], untagged: '' };
}

function splitMessage(text: string, voices: readonly Voice[]) {
  const { voice, body } = parseLeadingVoice(text, voices);
  const marked = listMarkedSpans(text, body);
  return { actor: voice, marked, gaps: listGaps(text, { body, marked }) };
}

interface Divided {
  readonly body: Reach;
  readonly marked: readonly MarkedSpan[];
}

/** The parts between the tagged ones that are not blank. */
function listGaps(text: string, { body, marked }: Divided): Reach[] {
  const starts = [body.from, ...marked.map((span) => span.to)];
  const ends = [...marked.map((span) => span.from), body.to];
  return starts
    .map((from, index) => ({ from, to: ends[index] ?? from }))
    .filter((gap) => cut(text, gap).trim() !== '');
}

function joinGaps(text: string, gaps: readonly Reach[]): string {
  return gaps.map((gap) => cut(text, gap)).join('\n');
}

function buildSpan({ tag, content, start }: MarkedSpan): Span {
  return { tag, content, start };
}

function cut(text: string, { from, to }: Reach): string {
  return text.slice(from, to);
}

/** The voice of a message and the part of its text that is spoken; the whole text where no voice is named. */
interface LeadingVoice {
  readonly voice: string | undefined;
  readonly body: Reach;
}

const opening = /^\s*<([a-z][a-z0-9'-]{0,63})(\/?)>/;

/**
 * A configured voice in a tag at the beginning that is closed at the very end, at once (`<sage></sage>`) or by itself
 * (`<sage/>`). Whatever else stands there is text.
 */
export function parseLeadingVoice(text: string, voices: readonly Voice[]): LeadingVoice {
  const whole = { voice: undefined, body: { from: 0, to: text.length } };
  const match = opening.exec(text);
  const id = match?.[1];
  if (match === null || id === undefined || !voices.some((voice) => voice.id === id)) return whole;
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

/** A span with all of its markup: from `from` up to, but not including, `to`. */
interface MarkedSpan extends Span {
  readonly from: number;
  readonly to: number;
}

export interface Marker {
  readonly tag: Tag;
  readonly isClosing: boolean;
  readonly from: number;
  readonly to: number;
}

/** A part of a text, from `from` up to, but not including, `to`. */
interface Reach {
  readonly from: number;
  readonly to: number;
}

/**
 * The spans of a text, in order, none inside another. An opening tag belongs to a closing one only if that is the next
 * marker of the same name, so that a forgotten closing tag never swallows what follows. Takes time in proportion to the
 * text.
 */
function listMarkedSpans(text: string, { from, to }: Reach): MarkedSpan[] {
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

/** The end of the reply, or the beginning of its last closing tag where the reply was cut in the middle of that. */
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
