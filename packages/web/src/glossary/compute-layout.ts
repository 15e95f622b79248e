// Computes where names stand in a picture: those that belong together near each other, and none over another.

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

/** Where the middle of a name stands. */
export interface PlacedName<Entry extends Named> {
  readonly entry: Entry;
  readonly x: number;
  readonly y: number;
}

interface Point extends SimulationNodeDatum {
  readonly id: number;
  readonly reach: number;
}

export const pictureWidth = 960;
export const pictureHeight = 560;
const steps = 300;
/** Of a letter in the picture. */
const letterWidth = 7.4;
/** Half of the longest name stays in the picture. */
const sideMargin = 96;
const lineMargin = 24;

/** The same names and links are always placed alike. */
export function computeLayout<Entry extends Named>(
  entries: readonly Entry[],
  links: readonly Linked[],
): readonly PlacedName<Entry>[] {
  const points = entries.map(
    ({ id, term }): Point => ({ id, reach: (Math.min(term.length, 24) * letterWidth) / 2 + 4 }),
  );
  const most = Math.max(1, ...links.map(({ posts }) => posts));
  const pulls = links.map(({ from, to, posts }): SimulationLinkDatum<Point> & { strength: number } => ({
    source: from as unknown as Point,
    target: to as unknown as Point,
    strength: 0.1 + 0.5 * (posts / most),
  }));
  const simulation = forceSimulation(points)
    .force(
      'link',
      forceLink<Point, (typeof pulls)[number]>(pulls)
        .id(({ id }) => id)
        .distance(120)
        .strength(({ strength }) => strength),
    )
    .force('apart', forceManyBody().strength(-420))
    .force(
      'collide',
      forceCollide<Point>(({ reach }) => reach),
    )
    .force('x', forceX(0).strength(0.05))
    .force('y', forceY(0).strength(0.07))
    .stop();
  simulation.tick(steps);
  return buildPositions(points).map(({ x, y }, index) => ({ entry: entries[index] as Entry, x, y }));
}

/** Fills the picture: names are wider than high, so that both directions are stretched on their own. */
function buildPositions(points: readonly Point[]): readonly { readonly x: number; readonly y: number }[] {
  const fitX = buildScale(
    points.map(({ x = 0 }) => x),
    { from: sideMargin, to: pictureWidth - sideMargin },
  );
  const fitY = buildScale(
    points.map(({ y = 0 }) => y),
    { from: lineMargin, to: pictureHeight - lineMargin },
  );
  return points.map(({ x = 0, y = 0 }) => ({ x: fitX(x), y: fitY(y) }));
}

/** A few names are not torn apart. */
const mostStretch = 1.5;

function buildScale(
  values: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const stretch = Math.min((to - from) / Math.max(1, most - least), mostStretch);
  return (value) => (from + to) / 2 + (value - (least + most) / 2) * stretch;
}
