// Stopped turn: shows a turn that was not finished, why, and the two ways to go on.

import { renderPageWords } from '../parts/render-page-words.ts';
import { splitFailure } from '../parts/split-failure.ts';
import { describeLeft } from './describe-left.ts';
import type { LiveTelling } from './live-telling.ts';
import styles from './stopped-turn.module.css';
import type { GameTable } from './table-types.ts';

interface StoppedTurnProps {
  readonly table: GameTable;
  readonly failure: LiveTelling['failure'];
  /** Whether words were refused because of this turn. */
  readonly isInTheWay: boolean;
  readonly onLine: (line: string) => void;
}

export function StoppedTurn({ table, failure, isInTheWay, onLine }: StoppedTurnProps) {
  const { left, isElsewhere } = table;
  if (isElsewhere)
    return (
      <p role="status" className={styles['left']}>
        A turn is being played in another window or terminal. It appears here once the narrator has told it.
      </p>
    );
  if (failure === undefined)
    return left === null ? null : <Note says={[describeLeft(left)]} isFault={isInTheWay} onLine={onLine} />;
  // A turn that the player stopped is not shown as a fault, since the player knows what happened.
  const isFault = failure.code !== 'turn.cancelled';
  const { says, more } = splitFailure({ ...failure, happened: failure.says });
  return (
    <Note
      says={isFault ? says : [failure.says]}
      more={isFault && more.length > 0 ? [...more, failure.code] : []}
      isFault={isInTheWay || isFault}
      onLine={left === null ? undefined : onLine}
    />
  );
}

interface NoteProps {
  readonly says: readonly string[];
  /** What is shown on request. */
  readonly more?: readonly string[];
  readonly isFault: boolean;
  /** Undefined if there is nothing to go on with. */
  readonly onLine: StoppedTurnProps['onLine'] | undefined;
}

function Note({ says, more = [], isFault, onLine }: NoteProps) {
  return (
    <div role={isFault ? 'alert' : 'status'} className={isFault ? styles['failed'] : styles['left']}>
      {says.map((one) => (
        <p key={one}>{renderPageWords(one)}</p>
      ))}
      {onLine === undefined ? null : (
        <p className={styles['ways']}>
          <button type="button" onClick={() => onLine('/resume')}>
            Go on with it
          </button>
          <button type="button" onClick={() => onLine('/drop')}>
            Give it up
          </button>
        </p>
      )}
      {more.length === 0 ? null : (
        <details className={styles['more']}>
          <summary>Error code</summary>
          {more.map((one) => (
            <p key={one}>{renderPageWords(one)}</p>
          ))}
        </details>
      )}
    </div>
  );
}
