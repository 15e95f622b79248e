// Places: lists where the player is and has been, with the known ways out.

import { useRoute } from '../../client/use-route.ts';
import { insertHyphens } from '../../parts/insert-hyphens.ts';
import { FailureNote } from '../../parts/message.tsx';
import { Words } from '../../parts/words.tsx';
import type { GameAddress } from '../table-types.ts';
import { PlaceMap } from './place-map.tsx';
import styles from './side.module.css';

interface PlacesProps {
  readonly address: GameAddress;
  readonly onLine: (line: string) => void;
}

export function Places({ address, onLine }: PlacesProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/known', { params: address });
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return <p className={styles['quiet']}>Looking …</p>;
  const sorted = data.places.toSorted((one, other) => Number(other.isHere) - Number(one.isHere));
  return (
    <>
      <PlaceMap places={data.places} />
      <ul className={styles['list']}>
        {sorted.map(({ id, name, about, isHere, ways }) => (
          <li key={id}>
            <h2>
              {insertHyphens(name)} {isHere ? <span className={styles['here']}>you are here</span> : null}
            </h2>
            {isHere ? (
              <p className={styles['quiet']}>
                <Words text={about} />
              </p>
            ) : null}
            <p className={styles['ways']}>
              {ways.map((way) =>
                isHere && !way.isLocked ? (
                  <button key={way.to} type="button" onClick={() => onLine(`Go to ${way.to}`)}>
                    {nameWay(way)}
                  </button>
                ) : (
                  <span key={way.to} className={styles['quiet']}>
                    {nameWay(way)}
                    {way.isLocked ? ' (locked)' : ''}
                  </span>
                ),
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function nameWay({ to, name }: { readonly to: string; readonly name: string }): string {
  return insertHyphens(name === '' ? to : `${name}: ${to}`);
}
