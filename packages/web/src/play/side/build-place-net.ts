// Builds the network of places for the map: the places that the player knows, nearest first, and the ways between them.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type KnownPlaces = RouteAnswer<'GET /api/worlds/{world}/games/{game}/known'>['places'];

export interface Spot {
  readonly id: number;
  readonly term: string;
  readonly isHere: boolean;
  /** Whether the player has been there, rather than only heard of it. */
  readonly isSeen: boolean;
}

interface Path {
  readonly from: number;
  readonly to: number;
  readonly isLocked: boolean;
}

export interface PlaceNet {
  readonly spots: readonly Spot[];
  readonly paths: readonly Path[];
}

/** More names than this would overlap beside the story. */
const mostSpots = 14;

export function buildPlaceNet(places: KnownPlaces): PlaceNet {
  const byName = new Map(places.map((place) => [place.name, place]));
  const here = places.find(({ isHere }) => isHere);
  const names = new Set([...(here === undefined ? [] : [here.name])]);
  for (const name of names) for (const way of byName.get(name)?.ways ?? []) names.add(way.to);
  for (const { name, ways } of places) for (const one of [name, ...ways.map(({ to }) => to)]) names.add(one);
  const spots = [...names].slice(0, mostSpots).map((term, id) => {
    const place = byName.get(term);
    return { id, term, isHere: place?.isHere === true, isSeen: place !== undefined };
  });
  return { spots, paths: listPaths(places, new Map(spots.map(({ term, id }) => [term, id]))) };
}

/** Lists the lines of the map; a way and the way back are one line. */
function listPaths(places: KnownPlaces, ids: ReadonlyMap<string, number>): readonly Path[] {
  const paths = new Map<string, Path>();
  for (const { name, ways } of places)
    for (const { to, isLocked } of ways) {
      const [one, other] = [ids.get(name), ids.get(to)];
      if (one === undefined || other === undefined || one === other) continue;
      const [from, end] = [Math.min(one, other), Math.max(one, other)];
      const before = paths.get(`${from} ${end}`);
      paths.set(`${from} ${end}`, { from, to: end, isLocked: isLocked || before?.isLocked === true });
    }
  return [...paths.values()];
}
