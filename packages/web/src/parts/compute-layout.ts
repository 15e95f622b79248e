// Computes where names are drawn in a picture: related names near each other, and no two over one another.

interface Named {
  readonly id: number;
  readonly term: string;
}

interface Linked {
  readonly from: number;
  readonly to: number;
  readonly posts: number;
}

/** The position of the middle of a name. */
export interface PlacedName<Entry extends Named> {
  readonly entry: Entry;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const wideWidth = 960;

/** Enough steps for some thirty names to come to rest. */
const steps = 120;
/** The part of the warmth that is left after each step; after the last one, a thousandth. */
const cooling = 0.001 ** (1 / steps);
/** The part of its speed that a name keeps from one step to the next. */
const keptSpeed = 0.6;
/** How strongly any two names push each other away. */
const push = 420;
/** The width of a letter in the picture. */
const letterWidth = 8;
/** The widest margin at the sides, which keeps half of the longest name in the picture. */
const mostSideMargin = 104;
const lineMargin = 24;

interface Point {
  x: number;
  y: number;
  /** How far it moves in a step. */
  dx: number;
  dy: number;
  readonly reach: number;
}

/** Two names that belong together: `share` of the way that is between them, the other one goes. */
interface Pull {
  readonly from: Point;
  readonly to: Point;
  readonly strength: number;
  readonly share: number;
}

interface Field {
  readonly points: readonly Point[];
  readonly pulls: readonly Pull[];
  /** How far from each other two names that belong together want to be. */
  readonly distance: number;
  /** How strongly each name is drawn to the middle. */
  readonly inward: { readonly x: number; readonly y: number };
}

/**
 * The same names and links are always placed alike in a picture of the same size. Each pair of names is looked at: for
 * as few names as a picture has, that is quicker than any tree.
 */
export function computeLayout<Entry extends Named>(
  entries: readonly Entry[],
  links: readonly Linked[],
  size: Size,
): readonly PlacedName<Entry>[] {
  const points = entries.map(buildPoint);
  const field: Field = {
    points,
    pulls: buildPulls(new Map(entries.map(({ id }, index) => [id, points[index]])), links),
    distance: size.width < wideWidth ? 70 : 120,
    inward: { x: (0.05 * wideWidth) / size.width, y: 0.07 },
  };
  for (let step = 1; step <= steps; step += 1) moveAll(field, cooling ** step);
  return buildPositions(points, size).map(({ x, y }, index) => ({ entry: entries[index] as Entry, x, y }));
}

/** On a spiral around the middle, where no two names are on the same spot. */
function buildPoint({ term }: Named, index: number): Point {
  const [radius, angle] = [10 * Math.sqrt(0.5 + index), index * Math.PI * (3 - Math.sqrt(5))];
  return {
    x: radius * Math.cos(angle),
    y: radius * Math.sin(angle),
    dx: 0,
    dy: 0,
    reach: (Math.min(term.length, 24) * letterWidth) / 2 + 4,
  };
}

/** Of two names, the one with fewer links goes the longer way. */
function buildPulls(
  points: ReadonlyMap<number, Point | undefined>,
  links: readonly Linked[],
): readonly Pull[] {
  const most = Math.max(1, ...links.map(({ posts }) => posts));
  const counts = new Map<number, number>();
  for (const id of links.flatMap(({ from, to }) => [from, to])) counts.set(id, (counts.get(id) ?? 0) + 1);
  return links.flatMap((link) => {
    const [from, to] = [points.get(link.from), points.get(link.to)];
    if (from === undefined || to === undefined) return [];
    const [own, others] = [counts.get(link.from) ?? 1, counts.get(link.to) ?? 1];
    return [{ from, to, strength: 0.1 + 0.5 * (link.posts / most), share: own / (own + others) }];
  });
}

/** `warmth`: how far names may still go, from 1 to 0. */
function moveAll({ points, pulls, distance, inward }: Field, warmth: number): void {
  for (const pull of pulls) moveTogether(pull, distance, warmth);
  pushApart(points, warmth);
  moveClear(points);
  for (const point of points) {
    point.dx = (point.dx - point.x * inward.x * warmth) * keptSpeed;
    point.dy = (point.dy - point.y * inward.y * warmth) * keptSpeed;
    point.x += point.dx;
    point.y += point.dy;
  }
}

function moveTogether({ from, to, strength, share }: Pull, distance: number, warmth: number): void {
  const x = to.x + to.dx - from.x - from.dx;
  const y = to.y + to.dy - from.y - from.dy;
  const length = Math.max(Math.hypot(x, y), shortest);
  const by = ((length - distance) / length) * warmth * strength;
  to.dx -= x * by * share;
  to.dy -= y * by * share;
  from.dx += x * by * (1 - share);
  from.dy += y * by * (1 - share);
}

function pushApart(points: readonly Point[], warmth: number): void {
  for (let index = 0; index < points.length; index += 1) {
    const one = points[index] as Point;
    for (let at = index + 1; at < points.length; at += 1) {
      const other = points[at] as Point;
      const x = other.x - one.x;
      const y = other.y - one.y;
      const square = x * x + y * y;
      const by = (push * warmth) / (square < 1 ? Math.max(Math.sqrt(square), shortest) : square);
      one.dx -= x * by;
      one.dy -= y * by;
      other.dx += x * by;
      other.dy += y * by;
    }
  }
}

/** Moves names until the circles around them are clear of each other; the larger one goes less far. */
function moveClear(points: readonly Point[]): void {
  for (let index = 0; index < points.length; index += 1) {
    const one = points[index] as Point;
    for (let at = index + 1; at < points.length; at += 1) {
      const other = points[at] as Point;
      const x = one.x + one.dx - other.x - other.dx;
      const y = one.y + one.dy - other.y - other.dy;
      const reach = one.reach + other.reach;
      if (x * x + y * y < reach * reach) movePair(one, other, { x, y });
    }
  }
}

function movePair(one: Point, other: Point, { x, y }: { readonly x: number; readonly y: number }): void {
  const length = Math.max(Math.sqrt(x * x + y * y), shortest);
  const by = (one.reach + other.reach - length) / length;
  const share = other.reach ** 2 / (one.reach ** 2 + other.reach ** 2);
  one.dx += x * by * share;
  one.dy += y * by * share;
  other.dx -= x * by * (1 - share);
  other.dy -= y * by * (1 - share);
}

/** Nothing is divided by less than this. */
const shortest = 1e-6;

/** Stretches positions to fill the picture: names are wider than high, so each direction is stretched separately. */
function buildPositions(
  points: readonly Point[],
  { width, height }: Size,
): readonly { readonly x: number; readonly y: number }[] {
  const reach = Math.max(0, ...points.map((point) => point.reach));
  const side = Math.min(reach, mostSideMargin);
  const fitX = buildScale(
    points.map(({ x = 0 }) => x),
    { from: side, to: width - side },
  );
  const fitY = buildScale(
    points.map(({ y = 0 }) => y),
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

/** Moves names up and down until none overlaps another. */
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

/** If there are only a few names, they are not moved far apart. */
const mostStretch = 1.5;

function buildScale(
  values: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const stretch = Math.min((to - from) / Math.max(1, most - least), mostStretch);
  return (value) => (from + to) / 2 + (value - (least + most) / 2) * stretch;
}
