// Place map: draws the places that the player knows and the ways between them; the list below it says the same in words.

import { useMemo } from 'react';
import { computeLayout } from '../../parts/compute-layout.ts';
import { cutNames } from '../../parts/cut-names.ts';
import { buildPlaceNet, type KnownPlaces } from './build-place-net.ts';
import styles from './place-map.module.css';

const width = 320;
const longestName = 22;
const lineHeight = 34;
/** A map is drawn from this many places on: two places and the way between them need no picture. */
const fewest = 3;

export function PlaceMap({ places }: { readonly places: KnownPlaces }) {
  const { net, placed, height } = useMemo(() => {
    const made = buildPlaceNet(places);
    const room = Math.max(fewest, made.spots.length) * lineHeight * 0.6 + lineHeight * 2;
    const links = made.paths.map((path) => ({ ...path, posts: 1 }));
    return { net: made, height: room, placed: computeLayout(made.spots, links, { width, height: room }) };
  }, [places]);
  if (placed.length < fewest) return null;
  const names = cutNames(
    placed.map(({ entry }) => entry.term),
    longestName,
  );
  return (
    <figure className={styles['map']}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {net.paths.map(({ from, to, isLocked }) => {
          const [one, other] = [placed[from], placed[to]];
          if (one === undefined || other === undefined) return null;
          return (
            <line
              key={`${from} ${to}`}
              data-locked={isLocked}
              x1={one.x}
              y1={one.y}
              x2={other.x}
              y2={other.y}
            />
          );
        })}
        {placed.map(({ entry, x, y }, at) => (
          <text
            key={entry.id}
            x={x}
            y={y}
            textAnchor="middle"
            dominantBaseline="middle"
            data-here={entry.isHere}
            data-seen={entry.isSeen}
          >
            {names[at]}
          </text>
        ))}
      </svg>
    </figure>
  );
}
