// People: lists whom the player has met and where they are, and shows their sheets.

import { useState } from 'react';
import { useRoute } from '../../client/use-route.ts';
import { insertHyphens, insertTextHyphens } from '../../parts/insert-hyphens.ts';
import { joinFacts } from '../../parts/join-facts.ts';
import { FailureNote } from '../../parts/message.tsx';
import { Words } from '../../parts/words.tsx';
import { Sheet } from '../sheet.tsx';
import type { GameAddress, ShownChange } from '../table-types.ts';
import styles from './side.module.css';

interface PeopleProps {
  readonly address: GameAddress;
  readonly changes: readonly ShownChange[];
}

export function People({ address, changes }: PeopleProps) {
  const [chosen, setChosen] = useState<string>();
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/known', { params: address });
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return <p className={styles['quiet']}>Looking …</p>;
  if (chosen !== undefined)
    return (
      <PersonSheet address={address} entity={chosen} changes={changes} onBack={() => setChosen(undefined)} />
    );
  if (data.people.length === 0) return <p className={styles['quiet']}>You have not met anybody yet.</p>;
  const sorted = data.people.toSorted(
    (one, other) => Number(other.isHere && !other.isGone) - Number(one.isHere && !one.isGone),
  );
  return (
    <ul className={styles['list']}>
      {sorted.map(({ id, name, about, place, isHere, isGone, state }) => (
        <li key={id}>
          <button type="button" className={styles['name']} onClick={() => setChosen(id)}>
            {insertHyphens(name)}
          </button>{' '}
          <Whereabouts place={place} isHere={isHere && !isGone} state={state} />
          <p className={styles['quiet']}>
            <Words text={about} />
          </p>
        </li>
      ))}
    </ul>
  );
}

interface WhereaboutsProps {
  readonly place: string;
  readonly isHere: boolean;
  readonly state: string;
}

function Whereabouts({ place, isHere, state }: WhereaboutsProps) {
  return (
    <span className={isHere ? styles['here'] : styles['quiet']}>
      {insertTextHyphens(joinFacts([state, isHere ? 'here' : place]))}
    </span>
  );
}

interface PersonSheetProps extends PeopleProps {
  readonly entity: string;
  readonly onBack: () => void;
}

function PersonSheet({ address, entity, changes, onBack }: PersonSheetProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/sheets/{entity}', {
    params: { ...address, entity },
  });
  return (
    <>
      <p>
        <button type="button" className={styles['back']} onClick={onBack}>
          ← Everybody
        </button>
      </p>
      {error === null ? null : <FailureNote failure={error} />}
      {data === undefined ? null : (
        <Sheet address={address} sheet={data} about={data.about} changes={changes} />
      )}
    </>
  );
}
