// Quests: lists the quests with their steps, and the clocks (counters of segments) of the game.

import { useRoute } from '../../client/use-route.ts';
import { insertHyphens, insertTextHyphens } from '../../parts/insert-hyphens.ts';
import { FailureNote } from '../../parts/message.tsx';
import { Words } from '../../parts/words.tsx';
import { ClockFace } from '../prefabs/clock-face.tsx';
import type { GameAddress, GameTable } from '../table-types.ts';
import styles from './side.module.css';

interface QuestsProps {
  readonly address: GameAddress;
  readonly clocks: GameTable['clocks'];
}

export function Quests({ address, clocks }: QuestsProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/known', { params: address });
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return <p className={styles['quiet']}>Looking …</p>;
  const { quests, situation } = data;
  const isEmpty = quests.length + clocks.length + situation.length === 0;
  return (
    <>
      {isEmpty ? <p className={styles['quiet']}>No quest is open, and no clock is running.</p> : null}
      <ul className={styles['list']}>
        {quests.map(({ id, name, about, status, steps }) => (
          <li key={id}>
            <h2>
              {insertHyphens(name)}{' '}
              <span className={status === 'open' ? styles['here'] : styles['quiet']}>{status}</span>
            </h2>
            <p className={styles['quiet']}>
              <Words text={about} />
            </p>
            <ul className={styles['steps']}>
              {steps.map(({ text, isDone }) => (
                <li key={text} data-done={isDone}>
                  <Words text={text} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {clocks.length === 0 ? null : <Clocks clocks={clocks} />}
      {situation.length === 0 ? null : (
        <section aria-label="Here">
          <h2 className={styles['heading']}>Here</h2>
          {situation.map(({ label, shows }) => (
            <p key={label}>
              {label}: <b>{insertTextHyphens(shows)}</b>
            </p>
          ))}
        </section>
      )}
    </>
  );
}

function Clocks({ clocks }: Pick<QuestsProps, 'clocks'>) {
  return (
    <section aria-label="Clocks" className={styles['clocks']}>
      <h2 className={styles['heading']}>Clocks</h2>
      <p className={styles['quiet']}>
        A clock fills as the story goes on. When it is full, the event it is named for happens.
      </p>
      {clocks.map(({ name, filled, segments }) => (
        <div key={name} className={styles['clock']}>
          <ClockFace filled={filled} segments={segments} />
          <span>{insertTextHyphens(name)}</span>
          <span>
            {filled}/{segments}
          </span>
        </div>
      ))}
    </section>
  );
}
