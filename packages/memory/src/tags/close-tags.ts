// Closes the tags that a model left open, so that what it said is shown and what it wanted to hold in mind is held.
import { linkMarkers, listMarkedSpans, listMarkers, type MarkedSpan, type Marker } from './parse-message.ts';
import { displayTags, type Tag } from './tag.ts';

const shown: ReadonlySet<Tag> = new Set(displayTags);
/** Tags whose content may extend over several lines. */
const long: ReadonlySet<Tag> = new Set(['thought']);

export interface CloseOptions {
  /** Whether the reply was cut off. If so, a tag at its very end that would hold something in mind stays open. */
  readonly isCut?: boolean;
}

/**
 * Returns the reply with the closing tags that it lacks. What is shown ends before the next tag or at the end of the
 * reply. What is held in mind usually ends with its line, a thought with its paragraph. In doubtful cases a tag stays
 * open, such as a secret before other tags. Takes time in proportion to the reply.
 */
export function closeTags(reply: string, { isCut = false }: CloseOptions = {}): string {
  const pieces: string[] = [];
  let reached = 0;
  for (const place of listOpen(reply)) {
    const { opening, next } = place;
    const text = { reply, isCut };
    const end = shown.has(opening.tag) ? findShownEnd(text, place) : findHeldEnd(text, place);
    if (end === undefined) continue;
    pieces.push(reply.slice(reached, end), `</${opening.tag}>`);
    reached = next === undefined ? skipHalfClosing(reply, end, opening.tag) : end;
  }
  return [...pieces, reply.slice(reached)].join('');
}

/**
 * The opening tags that may be closed; none inside a secret. A secret that is left open before other tags extends to
 * the end of the part around it, or else of the reply.
 */
function listOpen(reply: string): readonly Place[] {
  const markers = listMarkers(reply);
  const loose = new Set(listLoose(markers));
  const findAround = buildFindAround(reply);
  const places: Place[] = [];
  let hiddenUntil = 0;
  for (const [index, opening] of markers.entries()) {
    if (!loose.has(opening) || opening.from < hiddenUntil) continue;
    const [part, next] = [findAround(opening), markers[index + 1]];
    const isHiding = opening.tag === 'secret' && (part ?? next) !== undefined;
    if (isHiding) hiddenUntil = part?.to ?? reply.length;
    else if (part?.tag !== 'secret') places.push({ opening, next, part });
  }
  return places;
}

/** The end of a sentence in any script. */
const endsWhole = /[\p{Sentence_Terminal}…‥][\p{Pe}\p{Pi}\p{Pf}"'*]*\s*$/u;

/** Marks the end of a reply that was cut off in the middle of what it says, so that half a sentence is not taken for whole. */
export function markCut(reply: string): string {
  const markers = listMarkers(reply);
  const open = listLoose(markers).at(-1);
  const rest = reply.slice(markers.at(-1)?.to ?? 0);
  const isHidden = open !== undefined && !shown.has(open.tag);
  if (isHidden || isBlank(rest) || endsWhole.test(rest) || /<[^<>]*$/u.test(rest)) return reply;
  return `${reply.trimEnd()} …`;
}

/** The tags that are opened and not closed, or not closed within the tag that contains them, each once. */
export function listUnclosed(text: string): readonly Tag[] {
  return [...new Set(listLoose(listMarkers(text)).map(({ tag }) => tag))];
}

/** The opening markers that are not closed, or not closed within the tag that contains them. */
function listLoose(markers: readonly Marker[]): readonly Marker[] {
  const closings = linkMarkers(markers);
  const around: Marker[] = [];
  const loose: Marker[] = [];
  for (const [index, marker] of markers.entries()) {
    const innermost = around.at(-1);
    const closing = closings[index];
    if (marker === innermost) around.pop();
    else if (closing !== undefined && (innermost === undefined || closing.from < innermost.from))
      around.push(closing);
    else if (!marker.isClosing) loose.push(marker);
  }
  return loose;
}

interface Place {
  readonly opening: Marker;
  readonly next: Marker | undefined;
  /** The whole part that contains the opening tag. */
  readonly part: MarkedSpan | undefined;
}

interface Reply {
  readonly reply: string;
  readonly isCut: boolean;
}

/**
 * Finds where a tag for something shown is to be closed: before the next tag, which may end the part around it, or at
 * the end of the reply. Undefined in doubtful cases.
 */
function findShownEnd({ reply }: Reply, { opening, next, part }: Place): number | undefined {
  if (part !== undefined) return shown.has(part.tag) ? next?.from : undefined;
  if (next?.isClosing === true) return undefined;
  return next?.from ?? computeEnd(reply, opening);
}

function findHeldEnd({ reply, isCut }: Reply, { opening, next, part }: Place): number | undefined {
  const last = next?.from ?? computeEnd(reply, opening);
  const line = opening.tag === 'secret' ? undefined : findLineEnd(reply.slice(opening.to, last), opening.tag);
  if (line !== undefined) return opening.to + line;
  if (next === undefined && isCut) return undefined;
  // If a feeling or thought would hide everything that is said, it is closed at once, because the model did
  // not mean this.
  const isAll = part !== undefined && next?.to === part.to && isBlank(reply.slice(part.start, opening.from));
  return isAll && (opening.tag === 'feeling' || opening.tag === 'thought') ? opening.to : last;
}

/** Finds where the line or the paragraph ends, if anything follows it; undefined if nothing does. */
function findLineEnd(text: string, tag: Tag): number | undefined {
  const begun = text.length - text.trimStart().length;
  const at = text.indexOf(long.has(tag) ? '\n\n' : '\n', begun);
  return at === -1 || isBlank(text.slice(at)) ? undefined : at;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The end of the reply, or the beginning of its last closing tag if the reply was cut off inside this tag. */
function computeEnd(reply: string, { tag, to }: Marker): number {
  const at = reply.lastIndexOf('<');
  const isCut = at >= to && `</${tag}>`.startsWith(reply.slice(at).toLowerCase());
  return isCut ? at : reply.length;
}

function skipHalfClosing(reply: string, end: number, tag: Tag): number {
  return `</${tag}>`.startsWith(reply.slice(end).toLowerCase()) ? reply.length : end;
}

/**
 * Returns a function that finds the whole part around a marker, or undefined if there is none. Call it in the order of
 * the text.
 */
function buildFindAround(reply: string): (marker: Marker) => MarkedSpan | undefined {
  const spans = listMarkedSpans(reply, { from: 0, to: reply.length });
  let nearest = 0;
  return ({ from }) => {
    while ((spans[nearest]?.to ?? from + 1) <= from) nearest += 1;
    const span = spans[nearest];
    return span !== undefined && span.from < from ? span : undefined;
  };
}
