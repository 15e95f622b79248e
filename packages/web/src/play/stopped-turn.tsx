// Stopped turn: shows a turn that was not finished, why, and the two ways to go on.

import { renderPageWords } from '../parts/render-page-words.ts';
import type { LiveTelling } from './live-telling.ts';
import styles from './stopped-turn.module.css';
import type { GameTable } from './table-types.ts';

interface StoppedTurnProps {
  readonly table: GameTable;
  readonly failure: LiveTelling['failure'];
  readonly onLine: (line: string) => void;
}

export function StoppedTurn({ table: { left, isElsewhere }, failure, onLine }: StoppedTurnProps) {
  if (isElsewhere)
    return (
      <p role="status" className={styles['left']}>
        A turn is being played in another window or terminal. It appears here once the narrator has told it.
      </p>
    );
  if (failure === undefined && left === null) return null;
  // A turn that the player stopped is not shown as a fault, since the player knows what happened.
  const isFault = failure !== undefined && failure.code !== 'turn.cancelled';
  return (
    <div role={isFault ? 'alert' : 'status'} className={isFault ? styles['failed'] : styles['left']}>
      {failure === undefined ? <p>{left === null ? '' : describeLeft(left)}</p> : null}
      {failure === undefined ? null : <p>{renderPageWords(failure.says)}</p>}
      {isFault ? <p>{renderPageWords(failure.todo)}</p> : null}
      {left === null ? null : (
        <p className={styles['ways']}>
          <button type="button" onClick={() => onLine('/resume')}>
            Go on with it
          </button>
          <button type="button" onClick={() => onLine('/drop')}>
            Give it up
          </button>
        </p>
      )}
    </div>
  );
}

function describeLeft({ words, retells }: NonNullable<GameTable['left']>): string {
  return retells === undefined
    ? `A turn was cut off: “${words}”.`
    : `A new telling of turn ${retells} was cut off. The text of the turn is the same as before.`;
}
