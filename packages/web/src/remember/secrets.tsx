// Secrets: they are in the page only while they are to be shown, each with the name of the person whose secret it is.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { type ServerFailure, sendRequest } from '../client/send-request.ts';
import { countOf } from '../parts/count-of.ts';
import { FailureNote } from '../parts/message.tsx';
import styles from './secrets.module.css';
import { unnamed } from './talk.ts';

interface SecretsProps {
  readonly world: string;
  readonly count: number;
}

type Revealed = RouteAnswer<'POST /api/worlds/{world}/mind/secrets'>;

export function Secrets({ world, count }: SecretsProps) {
  const [revealed, setRevealed] = useState<Revealed>();
  const [failure, setFailure] = useState<ServerFailure>();
  if (count === 0) return null;
  const reveal = async () => {
    setFailure(undefined);
    try {
      setRevealed(
        await sendRequest('POST /api/worlds/{world}/mind/secrets', { params: { world }, body: {} }),
      );
    } catch (error) {
      setFailure(error as ServerFailure);
    }
  };
  return (
    <section aria-label="Secrets">
      <h3 className={styles['title']}>Secrets</h3>
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {revealed === undefined ? (
        <button type="button" className={styles['cover']} onClick={() => void reveal()}>
          {countOf(count, 'secret')}
          <span className={styles['show']}> · show</span>
        </button>
      ) : (
        <>
          <ul className={styles['list']}>
            {revealed.map(({ item, content, person }) => (
              <li key={item}>
                <span className={styles['whose']}>{person === unnamed ? 'You' : person}:</span> {content}
              </li>
            ))}
          </ul>
          <button type="button" className={styles['cover']} onClick={() => setRevealed(undefined)}>
            Hide them again
          </button>
        </>
      )}
    </section>
  );
}
