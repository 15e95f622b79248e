// Reads tags inside a tagged part: which text of the part is shown, and what each inner tag holds in mind.
import { joinPieces } from './join-pieces.ts';
import { linkMarkers, listMarkers, type Marker } from './parse-message.ts';
import { isWorkingTag, type Span, type Tag, type WorkingTag } from './tag.ts';

type Part = Pick<Span, 'tag' | 'content'>;

/** A tagged part, or a part inside it. */
interface Nest {
  readonly tag: Tag;
  /** Where the content of this part begins and ends within the content of the outermost part. */
  readonly from: number;
  readonly to: number;
}

/** A piece of text without tags, with the tags around it, the outermost first. */
export interface Piece {
  readonly text: string;
  readonly within: readonly Nest[];
  /** Whether the piece replaces something secret, and has no text. */
  readonly isCut: boolean;
}

interface NestedParts {
  readonly pieces: readonly Piece[];
  readonly secrets: readonly Reach[];
}

interface Reach {
  readonly from: number;
  readonly to: number;
}

const kept: ReadonlySet<Tag> = new Set(['feeling', 'thought', 'secret']);

/** Whether the content of this tag is for the companion alone. */
export function isPrivate(tag: Tag): boolean {
  return kept.has(tag);
}

/**
 * Reads the text of a part in pieces, each with the tags around it. An opening tag belongs to a closing tag only if
 * that is the next marker of the same name and is inside the same tag. Any other tag is text. Secrets are taken out
 * first: the tags inside a secret have no effect.
 */
export function readNestedParts({ tag, content }: Part): NestedParts {
  const root: Nest = { tag, from: 0, to: content.length };
  const { open, secrets } = splitSecrets(content);
  const edges = [...listEdges(selectMarkers(listMarkers(content), open)), ...listCuts(open, content.length)];
  edges.sort((one, other) => one.from - other.from);
  const pieces: Piece[] = [];
  let within: readonly Nest[] = [root];
  let reached = 0;
  for (const { from, to, opens, isCut } of edges) {
    pieces.push({ text: content.slice(reached, from), within, isCut: false });
    if (isCut) pieces.push({ text: '', within, isCut: true });
    else within = opens === undefined ? within.slice(0, -1) : [...within, opens];
    // An empty tag leaves a piece too, because nothing else shows where it was.
    if (opens !== undefined) pieces.push({ text: '', within, isCut: false });
    reached = to;
  }
  pieces.push({ text: content.slice(reached), within, isCut: false });
  return { pieces, secrets };
}

export interface Told extends Reach {
  readonly tag: WorkingTag;
  readonly content: string;
}

/**
 * Lists what a tagged part puts into mind: the part itself and the tags inside it, as far as these tags hold anything
 * in mind, and each secret, with positions in the part's content. A secret is part of nothing else, and a thought or
 * feeling is only part of other thoughts and feelings.
 */
export function listTold(part: Part): readonly Told[] {
  const { tag, content } = part;
  const whole = { from: 0, to: content.length };
  if (tag === 'secret') return [{ tag, content, ...whole }];
  const { pieces, secrets } = readNestedParts(part);
  if (pieces.length === 1) return isWorkingTag(tag) ? [{ tag, content, ...whole }] : [];
  const held = [...groupByNest(pieces)].flatMap(([nest, inside]) => buildTold(nest, inside));
  const hidden = secrets.flatMap((reach) => buildSecret(content, reach));
  return [...held, ...hidden];
}

/** The tags in the order in which they begin, each with the pieces inside it. */
function groupByNest(pieces: readonly Piece[]): ReadonlyMap<Nest, readonly Piece[]> {
  const groups = new Map<Nest, Piece[]>();
  for (const piece of pieces) {
    for (const nest of piece.within) {
      const group = groups.get(nest);
      if (group === undefined) groups.set(nest, [piece]);
      else group.push(piece);
    }
  }
  return groups;
}

function buildTold({ tag, from, to }: Nest, inside: readonly Piece[]): readonly Told[] {
  if (!isWorkingTag(tag)) return [];
  const content = joinPieces(
    inside.map((piece) => ({
      text: piece.text,
      isHidden:
        piece.isCut ||
        (!isPrivate(tag) && piece.within.some((nest) => isPrivate(nest.tag) && nest.from >= from)),
    })),
  ).trim();
  return content === '' ? [] : [{ tag, content, from, to }];
}

function buildSecret(content: string, { from, to }: Reach): readonly Told[] {
  const secret = content.slice(from, to).trim();
  return secret === '' ? [] : [{ tag: 'secret', content: secret, from, to }];
}

const secretMarker = /<(\/?)secret>/gi;

/**
 * A secret that is never closed extends to the end of the content. A secret that was never opened begins at
 * the start of the content.
 */
function splitSecrets(content: string): {
  readonly open: readonly Reach[];
  readonly secrets: readonly Reach[];
} {
  const open: Reach[] = [];
  const secrets: Reach[] = [];
  let [from, isSecret] = [0, false];
  for (const match of content.matchAll(secretMarker)) {
    const piece = { from, to: match.index };
    const isOpening = match[1] === '';
    if (isSecret) secrets.push(piece);
    else if (isOpening) open.push(piece);
    else secrets.push(...open.splice(0), piece);
    [from, isSecret] = [match.index + match[0].length, isOpening];
  }
  (isSecret ? secrets : open).push({ from, to: content.length });
  return { open, secrets };
}

/** The markers within one of the reaches; both lists are in the order of the text. */
function selectMarkers(markers: readonly Marker[], reaches: readonly Reach[]): readonly Marker[] {
  let nearest = 0;
  return markers.filter(({ from, to }) => {
    while ((reaches[nearest]?.to ?? from + 1) <= from) nearest += 1;
    const reach = reaches[nearest];
    return reach !== undefined && reach.from <= from && to <= reach.to;
  });
}

/**
 * A position at which the tags around the text change: one opens, the last one closes, or something secret is
 * left out.
 */
interface Edge extends Reach {
  readonly opens?: Nest;
  readonly isCut?: boolean;
}

function listEdges(markers: readonly Marker[]): readonly Edge[] {
  const closings = linkMarkers(markers);
  const edges: Edge[] = [];
  const around: Marker[] = [];
  for (const [index, marker] of markers.entries()) {
    const { tag, from, to } = marker;
    const innermost = around.at(-1);
    const closing = closings[index];
    if (marker === innermost) {
      around.pop();
      edges.push({ from, to });
    } else if (closing !== undefined && (innermost === undefined || closing.from < innermost.from)) {
      around.push(closing);
      edges.push({ from, to, opens: { tag, from: to, to: closing.from } });
    }
  }
  return edges;
}

/** The parts before, between and after the reaches, in order. */
function listCuts(reaches: readonly Reach[], length: number): readonly Edge[] {
  const starts = [0, ...reaches.map(({ to }) => to)];
  const ends = [...reaches.map(({ from }) => from), length];
  return starts
    .map((from, index) => ({ from, to: ends[index] ?? from, isCut: true }))
    .filter(({ from, to }) => from < to);
}
