// Computes where the names of a network are drawn: related names near each other, and none over another.

import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';

interface Named {
  readonly id: number;
  readonly term: string;
}

interface Linked {
  readonly from: number;
  readonly to: number;
  readonly posts: number;
}

/** A name, and the position of its middle in the picture. */
export interface PlacedName<Entry extends Named> {
  readonly entry: Entry;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Picture extends Size {
  /** The name that is drawn in the middle, if there is one. */
  readonly centre?: number | undefined;
}

const wideWidth = 960;

interface Point extends SimulationNodeDatum {
  readonly id: number;
  readonly reach: number;
}

/** Enough steps for some thirty names to come to rest, since linked names begin near each other. */
const steps = 40;
/** In this many steps at the end, names also keep clear of each other, which takes longer than the rest of a step. */
const clearingSteps = 10;
/** The warmth (`alpha`) of the last step, at which d3 would stop by itself. */
const coldest = 0.001;
/** The width of a letter in the picture. */
const letterWidth = 8;
/** The margin at the sides is at most this wide, which is enough for half of the longest name. */
const mostSideMargin = 104;
const lineMargin = 24;

/** Places names. The same names, links and centre always get the same places in a picture of the same size. */
export function computeLayout<Entry extends Named>(
  entries: readonly Entry[],
  links: readonly Linked[],
  { centre, ...size }: Picture,
): readonly PlacedName<Entry>[] {
  const known = new Set(entries.map(({ id }) => id));
  const drawn = links.filter(({ from, to }) => known.has(from) && known.has(to));
  const starts = buildStarts(entries, drawn);
  const points = entries.map(
    ({ id, term }): Point => ({
      id,
      reach: (Math.min(term.length, 24) * letterWidth) / 2 + 4,
      ...starts.get(id),
      // d3 does not move a point that has `fx` and `fy`.
      ...(id === centre ? { x: 0, y: 0, fx: 0, fy: 0 } : {}),
    }),
  );
  const most = Math.max(1, ...drawn.map(({ posts }) => posts));
  const pulls = drawn.map(({ from, to, posts }): SimulationLinkDatum<Point> & { strength: number } => ({
    source: from as unknown as Point,
    target: to as unknown as Point,
    strength: 0.1 + 0.5 * (posts / most),
  }));
  const simulation = forceSimulation(points)
    .alphaDecay(1 - coldest ** (1 / steps))
    .force(
      'link',
      forceLink<Point, (typeof pulls)[number]>(pulls)
        .id(({ id }) => id)
        .distance(size.width < wideWidth ? 70 : 120)
        .strength(({ strength }) => strength),
    )
    .force('apart', forceManyBody().strength(-420))
    .force('x', forceX(0).strength((0.05 * wideWidth) / size.width))
    .force('y', forceY(0).strength(0.07))
    .stop();
  simulation.tick(steps - clearingSteps);
  simulation.force(
    'collide',
    forceCollide<Point>(({ reach }) => reach),
  );
  simulation.tick(clearingSteps);
  return buildPositions(points, size, centre !== undefined).map(({ x, y }, index) => ({
    entry: entries[index] as Entry,
    x,
    y,
  }));
}

interface Start {
  readonly x: number;
  readonly y: number;
}

/**
 * The radius of the ring for one name. With more names, the ring grows so that the area for each name stays the same.
 */
const startRadius = 35;

/**
 * Puts the names on a ring to begin with. Their order follows the links, so that many linked names are beside each
 * other. On the spiral on which d3 itself would place them in the order of the list, more lines would cross in the end,
 * even after three times as many steps.
 */
function buildStarts(entries: readonly Named[], links: readonly Linked[]): ReadonlyMap<number, Start> {
  const near = new Map<number, number[]>(entries.map(({ id }) => [id, []]));
  for (const { from, to } of links) {
    near.get(from)?.push(to);
    near.get(to)?.push(from);
  }
  const order = new Set<number>();
  const visit = (id: number): void => {
    if (order.has(id)) return;
    order.add(id);
    near.get(id)?.forEach(visit);
  };
  for (const { id } of entries) visit(id);
  const radius = startRadius * Math.sqrt(order.size);
  return new Map(
    [...order].map((id, index) => {
      const angle = (2 * Math.PI * index) / order.size;
      return [id, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }];
    }),
  );
}

/**
 * Fits the positions into the picture, separately in each direction, because names are wider than high. Then moves
 * names apart that overlap.
 */
function buildPositions(
  points: readonly Point[],
  { width, height }: Size,
  isCentred: boolean,
): readonly { readonly x: number; readonly y: number }[] {
  const reach = Math.max(0, ...points.map((point) => point.reach));
  const side = Math.min(reach, mostSideMargin);
  const fitX = buildScale(
    points.flatMap(({ x = 0 }) => (isCentred ? [x, -x] : [x])),
    { from: side, to: width - side },
  );
  const fitY = buildScale(
    points.flatMap(({ y = 0 }) => (isCentred ? [y, -y] : [y])),
    { from: lineMargin, to: height - lineMargin },
  );
  const placed = points.map(({ x = 0, y = 0, reach: half }) => ({ x: fitX(x), y: fitY(y), half }));
  moveApart(placed, height);
  return placed;
}

interface Placed {
  readonly x: number;
  y: number;
  /** Half of the width of the name. */
  readonly half: number;
}

const lineHeight = 18;
const rounds = 40;

/** Moves names up and down until none overlaps another, but for at most `rounds` rounds. */
function moveApart(placed: readonly Placed[], height: number): void {
  const pairs = placed.flatMap((one, index) => placed.slice(index + 1).map((other) => [one, other] as const));
  for (let round = 0; round < rounds; round += 1) {
    const over = pairs.filter(([one, other]) => isOver(one, other));
    for (const [one, other] of over) {
      const step = (lineHeight - Math.abs(one.y - other.y)) / 2 + 0.5;
      const [upper, lower] = one.y <= other.y ? [one, other] : [other, one];
      upper.y = Math.max(lineMargin, upper.y - step);
      lower.y = Math.min(height - lineMargin, lower.y + step);
    }
    if (over.length === 0) return;
  }
}

function isOver(one: Placed, other: Placed): boolean {
  return Math.abs(one.y - other.y) < lineHeight && Math.abs(one.x - other.x) < one.half + other.half;
}

/** The picture is stretched by at most this factor, so that a few names are not moved far apart. */
const mostStretch = 1.5;

function buildScale(
  values: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const stretch = Math.min((to - from) / Math.max(1, most - least), mostStretch);
  return (value) => (from + to) / 2 + (value - (least + most) / 2) * stretch;
}
